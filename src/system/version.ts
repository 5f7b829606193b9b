import { readFileSync } from 'node:fs'

const about: { readonly version: string; readonly private?: boolean } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
)

/** Of Polypost, as its package says. */
export const { version } = about

/** How this program is called: from a checkout, or from the package of npm. */
export const command = about.private ? 'npm run polypost --' : 'npx polypost'
