import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { filesOf, needsOf, root } from '../scripts/test-files.ts'

const script = join(root, 'scripts', 'test.ts')

test('a quick run takes no file that needs a browser, or PostgreSQL in any case', () => {
  const quick = filesOf('quick')
  assert.equal(needsOf(quick).browser, false)
  assert.equal(quick.includes('test/store/wake.test.ts'), false, 'it is about messages between processes of PostgreSQL')
  assert.ok(quick.includes('test/store/due-lanes.test.ts'), 'what runs on each database runs on SQLite')
})

test('an option that the tests do not know is refused in one sentence, and nothing runs', () => {
  for (const option of ['--help', '--minutes=soon', '-v']) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, option], { encoding: 'utf8' })
    assert.deepEqual([status, stdout], [2, ''])
    assert.match(stderr, new RegExp(`^${option} is not an option of the tests: the options are .*\\.\\n$`))
  }
})
