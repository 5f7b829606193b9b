import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { exitCodes } from '../../src/commands/client/exit.ts'
import { runCommand } from '../harness/process.ts'

const root = join(import.meta.dirname, '../..')
const text = (page: string) => readFileSync(join(root, page), 'utf8')
/** Decisions and the changelog tell what was. */
const pages = globSync(['README.md', 'docs/*.md', 'docs/{operate,platforms,webhooks,week}/**/*.md'], { cwd: root })

/** In a checkout, in a container that runs or a new one, with the script for systemd, or installed. */
const called = /(?:^|`|\$ )(?:npm run polypost -- |(?:.*(?:exec polypost|run --rm|sudo|--) )?polypost )([a-z][^`\n]*)/gm

/** The words that each command accepts, as the completion of the shell knows them. */
const accepts = new Map<string, ReadonlySet<string>>()
before(async () => {
  const { output } = await runCommand(['completion', 'bash'], {})
  for (const [, path = '', words = ''] of output.matchAll(/^ {4}"([^"]*)"\) options="([^"]*)"/gm))
    accepts.set(path, new Set(words.split(' ')))
})

/** The longest command that these words begin with. */
function commandOf(words: readonly string[]): string | undefined {
  const ways = words.map((_, at) => words.slice(0, at + 1).join(' '))
  return ways.findLast((way) => accepts.has(way))
}

function faultOf(line: string): string | null {
  const typed = line.replaceAll(/"[^"]*"|'[^']*'/g, '…').replace(/\s+#.*$/, '')
  const words = typed.split(/\s+/)
  const command = commandOf(words)
  if (command === undefined) return 'there is no such command'
  const known = accepts.get(command)
  const next = words[command.split(' ').length]
  const isGroup = accepts.keys().some((path) => path.startsWith(`${command} `))
  if (isGroup && next && !next.startsWith('-')) return `“${command}” has no command “${next}”`
  const wrong = words.find((word) => word.startsWith('--') && !known?.has(word))
  return wrong ? `“${command}” has no option ${wrong}` : null
}

test('every command in the README and the documentation exists, with its options', () => {
  const lines = pages.flatMap((page) =>
    [...text(page).matchAll(called)].map(([, line = '']) => ({ page, line: line.trim() })),
  )
  assert.ok(lines.length > 80, 'the commands were not found')
  const wrong = lines.flatMap(({ page, line }) => {
    const fault = faultOf(line)
    return fault === null ? [] : [`${page}: polypost ${line}: ${fault}`]
  })
  assert.deepEqual(wrong, [])
})

test('a command, an option or a part of a group that does not exist is found', () => {
  assert.deepEqual(
    ['pots list', 'posts lst', 'posts list --colour', 'post "--colour" -p x --wait # --colour'].map(faultOf),
    ['there is no such command', '“posts” has no command “lst”', '“posts list” has no option --colour', null],
  )
})

test('the exit codes are those of the documentation', () => {
  const told = [...text('docs/command-line.md').matchAll(/^\| (\d) \| /gm)].map(([, code]) => Number(code))
  assert.deepEqual(told, Object.values(exitCodes))
})
