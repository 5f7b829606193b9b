import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { writeGroup } from '../../../scripts/test-groups.ts'
import { eventually } from '../../harness/eventually.ts'

const script = fileURLToPath(new URL('../../../scripts/test.ts', import.meta.url))

for (const [when, hasBegun] of [
  ['its PostgreSQL server starts', (_: string, directory: string) => existsSync(directory)],
  ['its tests run', (output: string) => output.includes('1 file of tests')],
] as const)
  test(`a test run that gets SIGTERM while ${when} leaves no server and no folder behind`, async (t) => {
    const temporary = mkdtempSync(join(tmpdir(), 'polypost ended '))
    // PostgreSQL may run as another user.
    chmodSync(temporary, 0o755)
    const { TEST_DATABASE_URL: _, NODE_TEST_CONTEXT: __, ...env } = process.env
    const run = spawn(process.execPath, [script, 'test/store/due-jobs.test.ts'], { env: { ...env, TMPDIR: temporary } })
    t.after(() => {
      run.kill('SIGKILL')
      rmSync(temporary, { recursive: true, force: true })
    })
    const ended = once(run, 'exit')
    let output = ''
    for (const stream of [run.stdout, run.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    const servers = () => globSync(join(temporary, 'polypost-run-*', 'polypost-postgres-*'))
    await eventually(`it is noticed that ${when}`, () => {
      assert.equal(run.exitCode, null, output)
      return servers().some((server) => hasBegun(output, server))
    })
    const [lock = ''] = servers().map((server) => join(server, 'data', 'postmaster.pid'))
    const pid = existsSync(lock) ? Number(readFileSync(lock, 'utf8').split('\n')[0]) : null
    run.kill('SIGTERM')
    const [code] = await ended
    assert.equal(code, 1, output)
    assert.deepEqual(readdirSync(temporary), [])
    if (pid !== null) assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' })
  })

test('a process of tests ends when nobody reads what it prints', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'polypost-unread-'))
  const file = join(directory, 'prints.test.mjs')
  const prints = "() => new Promise((end) => setImmediate(() => end(console.error('a line'))))"
  writeFileSync(file, `import { test } from 'node:test'\nfor (const name of ['one', 'two']) test(name, ${prints})\n`)
  const module = writeGroup(directory, 0, { files: [file] }, Infinity)
  const tests = spawn(process.execPath, [module], { env: { ...process.env, NODE_TEST_CONTEXT: 'child-v8' } })
  t.after(() => {
    tests.kill('SIGKILL')
    rmSync(directory, { recursive: true })
  })
  tests.stdout.destroy()
  tests.stderr.destroy()
  await eventually('it ends', () => tests.exitCode !== null)
  assert.equal(tests.exitCode, 1)
})
