import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { eventually } from '../../harness/eventually.ts'
import { freePort, launch, runCommand } from '../../harness/process.ts'
import { type AnyJson, jsonOf } from '../../harness/sandbox.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'polypost-sandbox-'))
})
after(() => rm(folder, { recursive: true }))

test('“polypost sandbox” serves the simulated platforms, keeps their data, and stops on a signal', async () => {
  const port = await freePort()
  const env = { POLYPOST_DATA_DIR: join(folder, 'data'), POLYPOST_SANDBOX_PORT: String(port) }
  const door = async (path: string, body?: object): Promise<AnyJson> =>
    jsonOf(
      await fetch(`http://127.0.0.1:${port}/__sandbox${path}`, body && { method: 'POST', body: JSON.stringify(body) }),
    )
  const passwords: string[] = []
  for (let life = 0; life < 2; life += 1) {
    const running = launch(['sandbox'], env)
    await eventually('it listens', () => door('/bluesky/faults').catch(() => null))
    assert.match(running.output(), new RegExp(`http://127\\.0\\.0\\.1:${port}/__sandbox/`))
    const { faults } = await door('/bluesky/faults')
    assert.equal(faults.length, life)
    await door('/bluesky/faults', { operation: 'create', kind: 'reset' })
    passwords.push((await door('/bluesky/login', { account: 'Ada' })).password)
    const { code, output } = await runCommand(['sandbox'], env)
    assert.deepEqual([code, output.split('\n').length], [1, 2], output)
    assert.match(output, /^polypost: (Port|Another sandbox)/)
    assert.equal(await running.end('SIGTERM'), 0)
  }
  assert.equal(passwords[0], passwords[1])
})
