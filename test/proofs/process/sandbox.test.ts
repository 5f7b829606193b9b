import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { eventually } from '../../harness/eventually.ts'
import { freePort, isReady, launch, runCommand } from '../../harness/process.ts'
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
    passwords.push((await door('/bluesky/login', { account: 'Ada' })).fields.app_password)
    const { code, output } = await runCommand(['sandbox'], env)
    assert.deepEqual([code, output.split('\n').length], [1, 2], output)
    assert.match(output, /^polypost: (Port|Another sandbox)/)
    assert.equal(await running.end('SIGTERM'), 0)
  }
  assert.equal(passwords[0], passwords[1])
})

test('“polypost sandbox” answers supervisors on the health port, where nothing else is served', async () => {
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const env = {
    POLYPOST_DATA_DIR: join(folder, 'watched'),
    POLYPOST_SANDBOX_PORT: String(sandboxPort),
    POLYPOST_HEALTH_PORT: String(port),
  }
  const running = launch(['sandbox'], env)
  const base = `http://127.0.0.1:${port}`
  await eventually('it is ready', () => isReady(base))
  for (const path of ['/healthz', '/readyz', '/metrics']) assert.equal((await fetch(`${base}${path}`)).status, 200)
  for (const path of ['/', '/api/v1/profiles', '/__sandbox/x/posts'])
    assert.equal((await fetch(`${base}${path}`)).status, 404)

  const other = await runCommand(['sandbox'], {
    ...env,
    POLYPOST_DATA_DIR: join(folder, 'other'),
    POLYPOST_SANDBOX_PORT: String(await freePort()),
  })
  assert.equal(other.code, 1)
  assert.equal(
    other.output,
    `polypost: Port ${port} is taken by another program. Stop that program, or set POLYPOST_HEALTH_PORT to a free port.\n`,
  )
  assert.equal(await running.end('SIGTERM'), 0)
  assert.equal(await isReady(base), false)
})
