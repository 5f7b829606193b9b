import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commitOf } from './commit.ts'

const description = fileURLToPath(new URL('../../package.json', import.meta.url))
const about: { readonly version: string; readonly commit?: string; readonly private?: boolean } = JSON.parse(
  readFileSync(description, 'utf8'),
)
/** A checkout keeps bundles of itself in `.runtime`. */
const [checkout = ''] = dirname(description).split(/[\\/]\.runtime[\\/]/)

/** Of Polypost, as its package says. */
export const { version } = about

/** What runs here. A package says its commit, and a checkout knows it; null if neither does. */
export const build = {
  version,
  commit: about.commit ?? (about.private ? commitOf(checkout) : null),
  node: process.versions.node,
} as const

const shortCommit = 10 // characters

/** The same for people. */
export const buildLine = `Polypost ${version} (${[build.commit?.slice(0, shortCommit), `Node ${build.node}`]
  .filter((part) => part !== undefined)
  .join(', ')})`

/** How this program is called: from a checkout, or from the package of npm. */
export const command = about.private ? 'npm run polypost --' : 'npx polypost'
