import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { describeSettings } from '../../src/app/config.ts'
import { runCommand } from '../harness/process.ts'

const folder = join(import.meta.dirname, '../../docs/operate')
const pages = globSync('*.md', { cwd: folder }).map((name) => ({
  name,
  text: readFileSync(join(folder, name), 'utf8'),
}))

test('every setting that the pages for operators name exists', () => {
  const known = new Set(describeSettings().flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name])))
  const wrong = pages.flatMap(({ name, text }) =>
    [...text.matchAll(/\b(?:POLYPOST|DATABASE|MEDIA_S3)_[A-Z0-9_]+\b(?!…)/g)].flatMap(([setting]) =>
      known.has(setting) || setting.endsWith('_') ? [] : [`${name}: ${setting}`],
    ),
  )
  assert.deepEqual(wrong, [])
})

/** In a checkout, in a container that runs or a new one, and with the script for systemd. */
const called =
  /(?:npm run polypost --|exec polypost polypost|run --rm polypost|sudo polypost|-- polypost) ([a-z][a-z-]*)([^`\n]*)/g

/** Commands that have commands of their own. */
const groups = ['keys', 'people', 'users', 'webhooks']

test('every command that the pages for operators name exists, with its options', async () => {
  const used = new Map<string, Set<string>>()
  for (const { text } of pages)
    for (const [, first = '', rest = ''] of text.matchAll(called)) {
      const command = groups.includes(first) ? `${first}${/^ [a-z]+/.exec(rest)?.[0] ?? ''}` : first
      const options = used.get(command) ?? new Set()
      for (const [option] of rest.matchAll(/--[a-z-]+/g)) options.add(option)
      used.set(command, options)
    }
  assert.ok(used.has('migrate') && used.has('release'))
  for (const [command, options] of used) {
    const { code, output } = await runCommand([...command.split(' '), '--help'], {})
    assert.equal(code, 0, command)
    assert.match(output, new RegExp(`^Usage: polypost ${command} `), command)
    for (const option of options) assert.ok(output.includes(option), `polypost ${command} ${option}`)
  }
})
