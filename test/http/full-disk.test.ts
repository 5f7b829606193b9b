import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { freePort } from '../../scripts/free-port.ts'
import { type Client, createClient, type Reply } from '../harness/client.ts'
import { type InstanceData, makeInstanceData, onEachDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { ownerKey, startInstance } from '../harness/instance.ts'
import { announce, filesOf, giving, mediaEnv, originFor, put, startMediaInstance, uploadUrl } from '../harness/media.ts'
import { isReady, main, processEnv } from '../harness/process.ts'
import { withDatabase } from '../harness/rows.ts'
import { picture } from '../media/fixtures.ts'

const png = await picture().png().toBuffer()
const run = promisify(execFile)

/** Some 40 KB. */
const draft = { message: 'm'.repeat(10_000), comments_under_post: Array(3).fill('c'.repeat(10_000)) }
const save = (ask: Client): Promise<Reply> => ask('POST', '/drafts', { body: draft })

function assertFull({ status, body }: Reply): void {
  assert.deepEqual([status, body.error.code], [507, 'storage_full'])
  assert.match(body.error.message, /^The disk of the database is full, so nothing was stored\./)
}

interface Limited {
  readonly ask: Client
  /** Makes room again. */
  readonly giveRoom: () => Promise<void>
}

/** A server that tells of a full disk. */
async function startOnFullServer(t: TestContext, instanceData: InstanceData): Promise<Limited> {
  const instance = await startInstance('postgres', { data: instanceData })
  t.after(instance.stop)
  const statement = (text: string) => withDatabase(instanceData, (db) => sql.raw(text).execute(db))
  await statement(`create function disk_is_full() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
  await statement('create trigger full_disk before insert on drafts execute function disk_is_full()')
  return { ask: instance.owner, giveRoom: async () => void (await statement('drop trigger full_disk on drafts')) }
}

/** A process whose files cannot become larger than some megabytes, as with a quota. */
async function startOnSmallDisk(t: TestContext, instanceData: InstanceData): Promise<Limited> {
  const PORT = String(await freePort())
  const env = processEnv({ ...instanceData.env, PORT })
  const base = `http://127.0.0.1:${PORT}`
  const start = async (command: string, args: readonly string[]) => {
    const child = spawn(command, args, { env, stdio: 'ignore' })
    const ended = once(child, 'close')
    t.after(async () => {
      child.kill('SIGKILL')
      await ended
    })
    await eventually('it is ready', () => isReady(base))
    return { child, ended }
  }
  const program = [process.execPath, main, 'start']
  // The shell uses blocks of 512 or of 1,024 bytes: 6 or 12 MB.
  const limited = await start('sh', ['-c', 'ulimit -S -f 12288 && exec "$@"', 'sh', ...program])
  return {
    ask: createClient(base, ownerKey),
    giveRoom: async () => {
      if (process.platform === 'linux') await run('prlimit', ['--pid', String(limited.child.pid), '--fsize=unlimited'])
      else {
        limited.child.kill('SIGKILL')
        await limited.ended
        await start(process.execPath, program.slice(1))
      }
    },
  }
}

onEachDatabase((kind) => {
  test('if the disk of the database is full, a request gets 507, and the service goes on when there is room', async (t) => {
    const instanceData = await makeInstanceData(kind)
    t.after(instanceData.remove)
    const { ask, giveRoom } = await (kind === 'sqlite'
      ? startOnSmallDisk(t, instanceData)
      : startOnFullServer(t, instanceData))
    let saved = 0
    let reply = await save(ask)
    for (; reply.status === 200 && saved < 1_000; reply = await save(ask)) saved += 1
    assertFull(reply)
    assertFull(await save(ask))
    assert.equal((await ask('GET', '/drafts')).body.data.meta.total, saved)
    await giveRoom()
    assert.equal((await save(ask)).status, 200)
    assert.equal((await ask('GET', '/drafts')).body.data.meta.total, saved + 1)
  })

  test('uploads leave space to the database if it is on the same disk', async (t) => {
    const instanceData = await makeInstanceData(kind)
    t.after(instanceData.remove)
    const env = { ...(await mediaEnv()), POLYPOST_DISK_RESERVE_MB: '999999999' }
    const { owner, stop } = await startMediaInstance(kind, { data: instanceData, env })
    t.after(stop)
    const origin = await originFor(t, giving(png))
    const upload = await announce(owner, 'image/png', png.length)
    const fetched = await uploadUrl(owner, origin.url)
    const sent = await put(upload, png)
    if (kind === 'postgres') {
      assert.deepEqual([fetched.status, sent.status], [200, 200])
      return
    }
    assert.deepEqual([fetched.status, fetched.body.error.code], [507, 'storage_full'])
    assert.deepEqual([sent.status, sent.code], [507, 'storage_full'])
    assert.match(sent.message ?? '', /kept for the database\. The operator can free or add space/)
    assert.deepEqual(origin.received, [], 'nothing was downloaded')
    assert.deepEqual(
      (await filesOf(instanceData)).filter((file) => !file.includes('sample')),
      [],
    )
    assert.equal((await save(owner)).status, 200)
  })
})
