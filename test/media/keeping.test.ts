import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { createClient } from '../harness/client.ts'
import { makeInstanceData, onEachDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { type Instance, ownerKey, startInstance } from '../harness/instance.ts'
import { announce, filesOf, giving, got, mediaEnv, mediaRows, originFor, put, uploadUrl } from '../harness/media.ts'
import { newPublisher, schedulePost, upload } from '../harness/posts.ts'
import { isReady, main, processEnv } from '../harness/process.ts'
import { withDatabase } from '../harness/rows.ts'
import { picture } from './fixtures.ts'

const png = await picture().png().toBuffer()
const day = 24 * 60 * 60 * 1000

onEachDatabase((kind) => {
  for (const [days, env] of [
    [30, {}],
    [3, { POLYPOST_MEDIA_KEEP_DAYS: '3' }],
  ] as const)
    test(`media older than ${days} days is deleted at a start, with its bytes; newer media stays`, async (t) => {
      const instanceData = await makeInstanceData(kind, { migrated: true })
      t.after(instanceData.remove)
      const settings = { ...(await mediaEnv()), ...env }
      const origin = await originFor(t, giving(png))
      const first = await startInstance(kind, { data: instanceData, env: settings })
      const upload = async () => (await uploadUrl(first.owner, origin.url)).body
      const [old, young] = [await upload(), await upload()]
      const awaited = await announce(first.owner, 'image/png', png.length)
      await first.stop()
      const backdate = async (key: string, age: number) =>
        withDatabase(instanceData, (db) =>
          db
            .updateTable('media')
            .set({ created_at: Date.now() - age })
            .where('key', '=', key)
            .execute(),
        )
      for (const { storageKey } of [old, awaited]) await backdate(storageKey, days * day + 60_000)
      await backdate(young.storageKey, days * day - 60_000)

      const second = await startInstance(kind, { data: instanceData, env: settings })
      t.after(second.stop)
      await eventually('one is left', async () => (await mediaRows(instanceData)).length === 1)
      await eventually('its bytes alone are left', async () => (await filesOf(instanceData)).length === 1)
      assert.equal((await got(old.publicUrl)).status, 404)
      assert.equal((await put(awaited, png)).status, 404)
      assert.ok((await got(young.publicUrl)).bytes.equals(png))
    })

  test('old media and covers stay as long as an unfinished or a deleted post names them, and are deleted afterwards', async (t) => {
    const instanceData = await makeInstanceData(kind, { migrated: true })
    t.after(instanceData.remove)
    const env = await mediaEnv()
    const first = await startInstance(kind, { data: instanceData, env })
    const user = await newPublisher(first)
    const [own, cover, shared] = [
      await upload(user, png, 'image/png'),
      await upload(user, png, 'image/png'),
      await upload(user, png, 'image/png'),
    ]
    const media = [{ url: own.publicUrl, thumbnail_url: cover.publicUrl }, { url: shared.publicUrl }]
    const { id } = await schedulePost(user, { media })
    const other = await schedulePost(user, { media: [{ url: shared.publicUrl }] })
    const origin = await originFor(t, giving(png))
    /** Adds a file that no post names, makes all media old, and waits for a start that deletes this file. */
    const isPruned = async (instance: Instance) => {
      const unnamed = await uploadUrl(createClient(instance.base, user.key), origin.url)
      const { storageKey } = unnamed.body
      await withDatabase(instanceData, async (db) => {
        const age = (days: number) => db.updateTable('media').set({ created_at: Date.now() - days * day })
        await age(32).where('key', '<>', storageKey).execute()
        // It comes last.
        await age(31).where('key', '=', storageKey).execute()
      })
      await instance.stop()
      const next = await startInstance(kind, { data: instanceData, env })
      const isGone = async () => (await mediaRows(instanceData)).every(({ key }) => key !== storageKey)
      await eventually('what no post names is gone', isGone)
      return next
    }
    const second = await isPruned(first)
    assert.equal((await mediaRows(instanceData)).length, 3)
    await createClient(second.base, user.key)('DELETE', `/posts/${id}`)
    const third = await isPruned(second)
    assert.equal((await mediaRows(instanceData)).length, 3, 'the deleted post can come back')
    await third.stop()

    await withDatabase(instanceData, (db) =>
      db
        .updateTable('posts')
        .set({ deleted_at: Date.now() - 31 * day })
        .where('id', '=', id)
        .execute(),
    )
    const fourth = await startInstance(kind, { data: instanceData, env })
    const rows = () => withDatabase(instanceData, (db) => db.selectFrom('posts').select('id').execute())
    await eventually('the deleted post is gone', async () => (await rows()).length === 1)
    const fifth = await isPruned(fourth)
    t.after(fifth.stop)
    assert.equal((await mediaRows(instanceData)).length, 1, 'only what another post names is left')
    assert.ok((await got(shared.publicUrl)).bytes.equals(png))
    assert.equal((await createClient(fifth.base, user.key)('GET', `/posts/${other.id}`)).status, 200)
  })

  test('if the disk is full, an upload gets 507, nothing of it is stored, and everything else works', async (t) => {
    const instanceData = await makeInstanceData(kind, { migrated: true })
    const env = await mediaEnv()
    // The shell uses blocks of 512 or of 1,024 bytes: 8 or 16 MB.
    const limited = ['-c', 'ulimit -f 16384 && exec "$@"', 'sh', process.execPath, main, 'start']
    const child = spawn('sh', limited, { env: processEnv({ ...instanceData.env, ...env }), stdio: 'ignore' })
    const ended = once(child, 'close')
    t.after(async () => {
      child.kill('SIGKILL')
      await ended
      await instanceData.remove()
    })
    const base = `http://127.0.0.1:${env.PORT}`
    await eventually('it is ready', () => isReady(base))
    const owner = createClient(base, ownerKey)
    const much = Buffer.alloc(20 * 1024 ** 2, 1)
    const origin = await originFor(t, (socket, head) =>
      giving(head.startsWith('GET /file ') ? much : png)(socket, head),
    )

    const fetched = await uploadUrl(owner, origin.url)
    assert.deepEqual([fetched.status, fetched.body.error.code], [507, 'storage_full'])
    const upload = await announce(owner, 'video/mp4', much.length)
    const { status, code } = await put(upload, much)
    assert.deepEqual([status, code], [507, 'storage_full'])
    assert.deepEqual(await filesOf(instanceData), [])
    assert.deepEqual(
      (await mediaRows(instanceData)).map(({ key, state }) => [key, state]),
      [[upload.storageKey, 'awaiting']],
    )

    assert.equal((await owner('POST', '/profiles', { body: { name: 'Goes on' } })).status, 200)
    const small = await uploadUrl(owner, `http://127.0.0.1:${origin.port}/small`)
    assert.equal(small.status, 200)
    assert.ok((await got(small.body.publicUrl)).bytes.equals(png))
  })
})
