import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { DatabaseKind } from '../src/store/engine/database.ts'
import { isProof, root } from './test-files.ts'

/** Enough that the last groups end at about the same time. */
const groupCount = 16

/** How a line begins that names the files of a module that ran none of them. */
export const notRunMark = '— not run: '

/** The files of one process. */
export interface TestGroup {
  readonly files: readonly string[]
  /** The only database of its tests. */
  readonly database?: DatabaseKind
}

/** Loading the service takes most of a second, so many files share a process. A proof has a process of its own. */
export function groupsOf(
  files: readonly string[],
  drawn: ReadonlyMap<string, DatabaseKind> = new Map(),
): readonly TestGroup[] {
  const others = files.filter((file) => !isProof(file) && !drawn.has(file))
  const count = Math.min(groupCount, others.length)
  // Neighbours often take equally long, so each group gets every sixteenth file.
  const shared = Array.from({ length: count }, (_, group) => others.filter((_, index) => index % count === group))
  const onOne = Map.groupBy(drawn.keys(), (file) => drawn.get(file))
  return [
    ...shared.map((group) => ({ files: group })),
    ...[...onOne].map(([database, group]) => ({ files: group, ...(database && { database }) })),
    ...files.filter(isProof).map((file) => ({ files: [file] })),
  ]
}

/**
 * A module that runs the files of the group as suites, one after the other. Node runs the modules in the order of their names.
 * A module that starts after `until` runs none.
 */
export function writeGroup(directory: string, number: number, { files, database }: TestGroup, until: number): string {
  const urlOf = (file: string) => JSON.stringify(pathToFileURL(resolve(root, file)).href)
  const suite = (file: string) =>
    `describe(${JSON.stringify(file)}, () => (before(stopTracking), import(${urlOf(file)})))`
  const path = join(directory, `group-${String(number).padStart(3, '0')}.mjs`)
  const lines = [
    `import { stopTracking } from ${urlOf('scripts/test-tracking.ts')}`,
    "const { before, describe } = await import('node:test')",
    `await import(${urlOf('test/harness/at-end.ts')})`,
    ...(until < Infinity ? [`if (Date.now() > ${until}) (console.log('${notRunMark}${files}'), process.exit())`] : []),
    ...(database ? [`process.env.POLYPOST_TEST_DATABASES = '${database}'`] : []),
    ...files.map(suite),
  ]
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}
