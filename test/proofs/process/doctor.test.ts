import assert from 'node:assert/strict'
import { chmod, rm, stat, writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createClient } from '../../harness/client.ts'
import { onEachDatabase } from '../../harness/database.ts'
import { ownerKey } from '../../harness/instance.ts'
import { freePort } from '../../harness/process.ts'
import { withDatabase } from '../../harness/rows.ts'
import { type Stage, setStage } from '../../harness/stage.ts'
import { createWebhook, disabled, setWebhook } from '../../harness/webhooks.ts'

async function setDoctor(t: TestContext, kind: Parameters<typeof setStage>[1]): Promise<Stage> {
  const stage = await setStage(t, kind)
  const PORT = String(await freePort())
  return { ...stage, run: (args, env) => stage.run(args, { PORT, ...env }) }
}

interface Report {
  readonly checks: readonly { id: string; status: string; summary: string; mendable: boolean }[]
  readonly mended: readonly { id: string; what: string }[]
}

const report = ({ output }: { output: string }): Report => JSON.parse(output)
const statusOf = ({ checks }: Report, id: string) => checks.find((check) => check.id === id)?.status

test('doctor prints each check with its remedy, also as JSON, and ends with 1 only on an error', async (t) => {
  const { run, data: instanceData } = await setDoctor(t, 'sqlite')
  const fresh = await run(['doctor'])
  assert.equal(fresh.code, 0, fresh.output)
  assert.match(fresh.output, /✓ The database is SQLite/)
  assert.match(fresh.output, /! No worker has run yet\.\n +Start/)

  const one = await run(['doctor', 'twitter', '--json'])
  assert.deepEqual([one.code, report(one).checks.map(({ id }) => id)], [0, ['platform_x']])

  const unknown = await run(['doctor', 'myspace'])
  assert.equal(unknown.code, 2)
  assert.match(unknown.output, /bluesky/)

  await rm(join(instanceData.directory, 'media'), { recursive: true, force: true })
  await writeFile(join(instanceData.directory, 'media'), 'no folder')
  const broken = await run(['doctor'])
  assert.equal(broken.code, 1, broken.output)
})

test('backup leaves its time for doctor', async (t) => {
  const { run, data: instanceData } = await setDoctor(t, 'sqlite')
  await run(['migrate'])
  assert.equal((await run(['backup', join(instanceData.directory, 'copy.db')])).code, 0)
  assert.match((await run(['doctor'])).output, /✓ The last backup was made 0 hours ago/)
})

onEachDatabase((kind) => {
  test('doctor --fix mends rights, migrations and disabled webhooks, says what it did, and finds them mended', async (t) => {
    const { run, data: instanceData, start } = await setDoctor(t, kind)
    const running = await start()
    const owner = createClient(running.base, ownerKey)
    await setWebhook(instanceData, await createWebhook({ ask: owner }), disabled())
    await running.end('SIGTERM')
    await chmod(instanceData.directory, 0o755)
    const open = report(await run(['doctor', '--json']))
    assert.equal(statusOf(open, 'private_files'), 'warning')
    assert.equal(statusOf(open, 'webhooks'), 'warning')

    const asked = await run(['doctor', '--fix'])
    assert.equal(asked.code, 2)
    assert.match(asked.output, /add --yes/)
    assert.equal((await stat(instanceData.directory)).mode & 0o777, 0o755, 'nothing is changed without consent')

    const mended = report(await run(['doctor', '--fix', '--yes', '--json']))
    assert.deepEqual(
      mended.mended.map(({ id }) => id),
      ['private_files', 'webhooks'],
    )
    assert.equal((await stat(instanceData.directory)).mode & 0o777, 0o700)
    for (const id of ['private_files', 'webhooks']) assert.equal(statusOf(mended, id), 'ok', id)
  })

  test('a database that lacks migrations is a row of the list, and doctor --fix migrates it', async (t) => {
    const { run, data: instanceData } = await setDoctor(t, kind)
    await run(['migrate'])
    await withDatabase(instanceData, async (db) => {
      await db.deleteFrom('migrations').where('name', '=', '0032-deciders').execute()
      await db.schema.alterTable('auto_replies').dropColumn('decided_by').execute()
    })
    const old = await run(['doctor', '--json'])
    assert.equal(old.code, 1)
    assert.equal(statusOf(report(old), 'migrations'), 'error')
    assert.equal(statusOf(report(old), 'node'), 'ok', 'what needs no database is still checked')
    const mended = report(await run(['doctor', '--fix', '--yes', '--json']))
    assert.equal(statusOf(mended, 'migrations'), 'ok')
  })

  if (kind === 'postgres')
    test('a PostgreSQL that is too old is a row of the list', async (t) => {
      const { run, data: instanceData } = await setDoctor(t, kind)
      const DATABASE_URL = await pretendOld(t, instanceData.env.DATABASE_URL ?? '')
      const old = await run(['doctor', '--json'], { DATABASE_URL })
      assert.equal(old.code, 1)
      const { summary } = report(old).checks.find(({ id }) => id === 'database') ?? {}
      assert.match(summary ?? old.output, /is PostgreSQL 14; Polypost needs 15 or newer/)
    })
})

/** PostgreSQL as it is, but it says that it is version 14. */
async function pretendOld(t: TestContext, address: string): Promise<string> {
  const { hostname, port } = new URL(address)
  const sockets: Socket[] = []
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    sockets.push(client, upstream)
    client.pipe(upstream)
    upstream.on('data', (bytes) =>
      client.write(Buffer.from(bytes.toString('latin1').replace(/\b1[5-9](\d{4})\b/, '14$1'), 'latin1')),
    )
    for (const one of [client, upstream])
      one.on('error', () => {}).on('close', () => [client, upstream].map((s) => s.destroy()))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const bound = server.address()
  const url = new URL(address)
  url.host = `127.0.0.1:${bound !== null && typeof bound === 'object' ? bound.port : 0}`
  return url.href
}
