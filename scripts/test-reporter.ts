import { writeFileSync } from 'node:fs'
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'
import { failedFiles } from './second-try.ts'
import { notRunMark } from './test-groups.ts'

interface Failure {
  readonly file: string
  readonly names: readonly string[]
  readonly text: string
}

const shownFiles = 10
const counts = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) (.+)$/
/** Node counts a file without tests as a test that has passed. */
const countsEmptyFiles = /^(tests|pass)$/

/** One line for each file; at the end the slowest files, what failed and how to run it again, and node's own counts. */
// biome-ignore lint/style/noDefaultExport: node loads a reporter by its default export.
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const times: { file: string; ms: number }[] = []
  const failures: Failure[] = []
  const totals: string[] = []
  // The names of the suites around a test. The first one is the file: node reports one file after the other.
  let path: string[] = []
  let count = 0
  let notRun = 0

  for await (const { type, data } of events) {
    if (type === 'test:start') path = [...path.slice(0, data.nesting), data.name]
    else if (type === 'test:stdout' || type === 'test:stderr') {
      if (data.message.startsWith(notRunMark)) notRun += 1
      yield data.message
    } else if (type === 'test:diagnostic') {
      const [, name = '', total = ''] = data.nesting === 0 ? (counts.exec(data.message) ?? []) : []
      if (name) totals.push(`ℹ ${name} ${countsEmptyFiles.test(name) ? Number(total) - notRun : total}\n`)
      else yield `ℹ ${data.message}\n`
    } else if (type === 'test:pass' || type === 'test:fail') {
      if (data.details.type !== 'suite') count += 1
      const [file = '', ...names] = [...path.slice(0, data.nesting), data.name]
      if (type === 'test:fail' && !isOfSubtests(data.details.error)) {
        const text = textOf(data.details.error)
        // A process that ended before it could report its tests is named after itself, not after a file of tests.
        const failure = isTest(file)
          ? { file, names, text }
          : { file: path[0] ?? '', names: ['the process ended'], text }
        failures.push(failure)
        yield `✖ ${[failure.file, ...failure.names].join(' › ')}\n    ${text.split('\n')[0]}\n`
      }
      if (data.nesting > 0 || !isTest(file)) continue
      const ms = data.details.duration_ms
      times.push({ file, ms })
      yield `${type === 'test:pass' ? '✔' : '✖'} ${file}: ${count} ${count === 1 ? 'test' : 'tests'}, ${seconds(ms)}\n`
      count = 0
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
  writeFileSync(failedFiles(), JSON.stringify([...new Set(failures.map(({ file }) => file))]))
}

const isTest = (name: string): boolean => name.endsWith('.test.ts')

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

const indented = (text: string): string => text.replace(/^/gm, '    ')

const isOfSubtests = (error: Error): boolean => 'failureType' in error && error.failureType === 'subtestsFailed'

/** Node wraps what a test has thrown. */
function textOf(error: Error): string {
  const thrown = error.cause ?? error
  return typeof thrown === 'string' ? thrown : inspect(thrown, { depth: 6 })
}
