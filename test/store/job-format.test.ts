import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { eventSelector } from '../../src/contract/events.ts'
import { auditActions, auditTargets } from '../../src/domain/audit.ts'
import { formatOf, jobFormat } from '../../src/domain/job-format.ts'
import { jobStatuses } from '../../src/domain/job-status.ts'
import { mediaTypes } from '../../src/domain/media-types.ts'
import { platforms } from '../../src/platforms/index.ts'
import type { Platform } from '../../src/platforms/shared/platform.ts'

/** The possible contents of the jobs of each format: statuses, and the actions of the platforms with this format. */
const contents: Readonly<Record<number, string>> = {
  1: 'bcbc406af0f7ba08',
}

const digestOf = (words: readonly string[]): string =>
  createHash('sha256')
    .update([...words].sort().join())
    .digest('hex')
    .slice(0, 16)

test('what a worker of the last release cannot perform has a format of its own', () => {
  const formats = Map.groupBy(platforms as readonly Platform[], formatOf)
  const actionsOf = ({ name, live }: Platform) => Object.keys(live.actions).map((action) => `${name}.${action}`)
  const found = [...formats].map(([format, of]) => [
    format,
    digestOf([...(format === formatOf({}) ? jobStatuses : []), ...of.flatMap(actionsOf)]),
  ])
  assert.deepEqual(
    Object.fromEntries(found),
    contents,
    'The statuses of jobs or the actions of plans have changed. If the last release cannot perform them, raise the format: of the platform in its `needs`, of all jobs in src/domain/job-format.ts. Then write the new line here',
  )
})

test('a worker reads the formats of all its platforms, and no higher one', () => {
  assert.equal(jobFormat, Math.max(formatOf({}), ...platforms.map((platform: Platform) => formatOf(platform))))
})

/** A list of words, or one word, in the source. Not what is read leniently: `catch` follows. */
const closed = /z\.(?:enum|literal)\(([^()]*)\)(?!(?:\.nullable\(\))?\.catch)/g
const quoted = /'([^']*)'/g

/** All words that a list has in the source, those of the lists that it names included. */
function wordsOf(list: string, file: string): string[] {
  const own = [...list.matchAll(quoted)].map(([, word = '']) => word)
  const named = [...list.replaceAll(quoted, '').matchAll(/[a-z]\w*/gi)].flatMap(([name]) => {
    const declared = new RegExp(`const ${name} = \\[([^\\]]*)\\]`)
    const found = [file, ...globSync('src/domain/*.ts')].map((one) => declared.exec(readFileSync(one, 'utf8'))?.[1])
    const words = found.find((one) => one !== undefined)
    assert.ok(words, `The words of ${name} in ${file} are not found`)
    return wordsOf(words, file)
  })
  return [...own, ...named].sort()
}

test('what processes of the last release cannot read in other rows makes them stop', () => {
  // A job has a format. Whatever else is unknown in it is shown leniently.
  const files = globSync('src/store/**/*.ts', { exclude: ['src/store/jobs/jobs.ts', 'src/store/migrations'] })
  const read = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(closed)].map(([, list = '']) => wordsOf(list, file)),
  )
  const others = [Object.keys(mediaTypes), eventSelector.options, auditActions, auditTargets]
  // Each list once, so that it makes no difference in which file it stands.
  const lists = new Set([...read, ...others].map((words) => words.join()))
  assert.equal(
    digestOf([...lists]),
    'eacb4c56ed8cdd82',
    'Words that are stored in rows without a format have changed. If the last release cannot read a new one, add a migration with breaksOlder; then change the digest here',
  )
})
