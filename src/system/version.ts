import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
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

/** The build that runs here. A package says its commit, and a checkout knows it; null if neither does. */
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

/** How a person calls this program in another terminal. It names no registry, where the name may be a stranger's. */
export function command(): string {
  if (about.private) return 'npm run polypost --'
  const launcher = join(dirname(description), 'scripts', 'launch.mjs')
  if (isOnPath('polypost', launcher)) return 'polypost'
  return `node ${/^[\w@%+=:,./\\-]+$/.test(launcher) ? launcher : `"${launcher}"`}`
}

function isOnPath(name: string, file: string): boolean {
  const folders = (process.env.PATH ?? '').split(delimiter)
  // npm has put these there for this process alone.
  const own = folders.filter((folder) => !/[\\/]node_modules[\\/]\.bin$/.test(folder))
  const found = own.map((folder) => join(folder, name)).find((file) => existsSync(file))
  return found !== undefined && realpathSync(found) === realpathSync(file)
}
