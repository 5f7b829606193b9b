import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isProof, root } from './test-files.ts'

/** Enough that the last groups end at about the same time. */
const groupCount = 16

/** How a line begins that names the files of a module that ran none of them. */
export const notRunMark = '— not run: '

/** Loading the service takes most of a second, so many files share a process. A proof has a process of its own. */
export function groupsOf(files: readonly string[]): readonly (readonly string[])[] {
  const others = files.filter((file) => !isProof(file))
  const count = Math.min(groupCount, others.length)
  // Neighbours often take equally long, so each group gets every sixteenth file.
  const shared = Array.from({ length: count }, (_, group) => others.filter((_, index) => index % count === group))
  return [...shared, ...files.filter(isProof).map((file) => [file])]
}

/**
 * A module that runs the files of the group as suites, one after the other. Node runs the modules in the order of their names.
 * A module that starts after `until` runs none.
 */
export function writeGroup(directory: string, number: number, files: readonly string[], until: number): string {
  const urlOf = (file: string) => JSON.stringify(pathToFileURL(resolve(root, file)).href)
  const suite = (file: string) =>
    `describe(${JSON.stringify(file)}, () => (before(stopTracking), import(${urlOf(file)})))`
  const path = join(directory, `group-${String(number).padStart(3, '0')}.mjs`)
  const lines = [
    `import { stopTracking } from ${urlOf('scripts/test-tracking.ts')}`,
    "const { before, describe } = await import('node:test')",
    ...(until < Infinity ? [`if (Date.now() > ${until}) (console.log('${notRunMark}${files}'), process.exit())`] : []),
    ...files.map(suite),
  ]
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}
