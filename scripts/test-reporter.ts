import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'
import { root } from './test-files.ts'

interface Failure {
  readonly file: string
  readonly names: readonly string[]
  readonly text: string
}

const shownFiles = 10
const counts = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) /

/** One line for each file; at the end the slowest files, what failed and how to run it again, and node's own counts. */
// biome-ignore lint/style/noDefaultExport: node loads a reporter by its default export.
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const times: { file: string; ms: number }[] = []
  const failures: Failure[] = []
  const totals: string[] = []
  // Of the file that is being reported: node reports one file after the other.
  let failed: Omit<Failure, 'file'>[] = []
  let path: string[] = []

  for await (const { type, data } of events) {
    if (type === 'test:start') path = [...path.slice(0, data.nesting), data.name]
    else if (type === 'test:stdout' || type === 'test:stderr') yield data.message
    else if (type === 'test:diagnostic') {
      if (data.nesting === 0 && counts.test(data.message)) totals.push(`ℹ ${data.message}\n`)
      else yield `ℹ ${data.message}\n`
    } else if (type === 'test:fail') {
      const { error } = data.details
      if (isOfSubtests(error)) continue
      const names = [...path.slice(0, data.nesting), data.name]
      const text = textOf(error)
      // A file that ended before it could report its tests has no summary; its name is that of the test.
      const ended = data.nesting === 0 && data.name.endsWith('.test.ts')
      if (ended) failures.push({ file: nameOf(data.name), names: ['the file itself'], text })
      else failed.push({ names, text })
      yield `✖ ${ended ? nameOf(data.name) : names.join(' › ')}\n    ${text.split('\n')[0]}\n`
    } else if (type === 'test:summary' && data.file !== undefined) {
      const file = nameOf(data.file)
      const mark = data.success ? '✔' : '✖'
      times.push({ file, ms: data.duration_ms })
      failures.push(...failed.map((failure) => ({ file, ...failure })))
      failed = []
      yield `${mark} ${file}: ${data.counts.tests} ${data.counts.tests === 1 ? 'test' : 'tests'}, ${seconds(data.duration_ms)}\n`
    }
  }

  if (times.length > 1) {
    yield '\nThe slowest files:\n'
    for (const { file, ms } of times.sort((a, b) => b.ms - a.ms).slice(0, shownFiles))
      yield `  ${seconds(ms).padStart(8)}  ${file}\n`
  }
  if (failures.length > 0) yield '\nFailed:\n'
  for (const { file, names, text } of failures)
    yield `\n✖ ${names.join(' › ')}\n  Run it again: npm test -- ${file}\n${indented(text)}\n`
  yield '\n'
  yield* totals
}

const nameOf = (file: string): string => relative(root, file).replaceAll('\\', '/')

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

const indented = (text: string): string => text.replace(/^/gm, '    ')

const isOfSubtests = (error: Error): boolean => 'failureType' in error && error.failureType === 'subtestsFailed'

/** Node wraps what a test has thrown. */
function textOf(error: Error): string {
  const thrown = error.cause ?? error
  return typeof thrown === 'string' ? thrown : inspect(thrown, { depth: 6 })
}
