import assert from 'node:assert/strict'
import { utimes } from 'node:fs/promises'
import { test } from 'node:test'
import { createClient } from '../../harness/client.ts'
import { type InstanceData, onEachDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { ownerKey } from '../../harness/instance.ts'
import {
  announce,
  breaking,
  filesOf,
  giving,
  got,
  mediaEnv,
  mediaRows,
  originFor,
  put,
  uploadUrl,
} from '../../harness/media.ts'
import { withDatabase } from '../../harness/rows.ts'
import { setStage } from '../../harness/stage.ts'
import { noise, picture } from '../../media/fixtures.ts'

const png = await picture().png().toBuffer()
const large = await noise(300, 300).png().toBuffer()
const hour = 60 * 60 * 1000

const age = async (files: readonly string[], hours: number): Promise<void> => {
  const then = new Date(Date.now() - hours * hour)
  for (const file of files) await utimes(file, then, then)
}

/** Files without a row are looked for once a day. */
const aDayLater = async (instanceData: InstanceData): Promise<void> => {
  await age(await filesOf(instanceData), 25)
  await withDatabase(instanceData, (db) => db.updateTable('chores').set({ due_at: 0 }).execute())
}

onEachDatabase((kind) => {
  for (const step of ['written', 'synced', 'renamed'])
    test(`killed when a fetched file is ${step}, no row is without its bytes, and a day later no remains are left`, async (t) => {
      const { data: instanceData, start } = await setStage(t, kind)
      const env = await mediaEnv()
      const origin = await originFor(t, giving(png))
      const first = await start('start', { ...env, CRASH_AT: `media.${step}` })
      await assert.rejects(uploadUrl(createClient(first.base, ownerKey), origin.url))
      assert.equal(await first.ended, null)
      const left = await filesOf(instanceData)
      assert.equal(left.length, 1)

      // Younger than a day, it may belong to a running upload of another process.
      await age(left, 23)
      const second = await start('start', env)
      assert.deepEqual(await mediaRows(instanceData), [])
      const { body } = await uploadUrl(createClient(second.base, ownerKey), origin.url)
      assert.ok((await got(body.publicUrl)).bytes.equals(png))
      assert.equal((await filesOf(instanceData)).length, 2)
      assert.equal(await second.end('SIGTERM'), 0)
      assert.equal((await filesOf(instanceData)).length, 2)

      await aDayLater(instanceData)
      await start('start', env)
      await eventually('only the file that has a row is left', async () => (await filesOf(instanceData)).length === 1)
      assert.ok((await got(body.publicUrl)).bytes.equals(png))
    })

  test('killed in the middle of a download, the same is true for its first part', async (t) => {
    const { data: instanceData, start } = await setStage(t, kind)
    const env = await mediaEnv()
    // Declares more bytes, and never sends them.
    const origin = await originFor(t, (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${large.length}\r\n\r\n`)
      socket.write(large.subarray(0, large.length >> 1))
    })
    const first = await start('start', env)
    const cut = assert.rejects(uploadUrl(createClient(first.base, ownerKey), origin.url))
    await eventually('the file has begun', async () => (await filesOf(instanceData)).length === 1)
    assert.equal(await first.end('SIGKILL'), null)
    await cut
    await aDayLater(instanceData)
    await start('start', env)
    assert.deepEqual(await mediaRows(instanceData), [])
    await eventually('nothing is left', async () => (await filesOf(instanceData)).length === 0)
  })

  test('killed during a PUT, the file can be PUT again after the restart at the same URL', async (t) => {
    const { data: instanceData, start } = await setStage(t, kind)
    const env = await mediaEnv()
    const first = await start('start', { ...env, CRASH_AT: 'media.renamed' })
    const upload = await announce(createClient(first.base, ownerKey), 'image/png', png.length)
    await assert.rejects(put(upload, png))
    assert.equal(await first.ended, null)
    assert.deepEqual(
      (await mediaRows(instanceData)).map(({ state }) => state),
      ['awaiting'],
    )
    await aDayLater(instanceData)

    await start('start', env)
    await eventually('nothing is left', async () => (await filesOf(instanceData)).length === 0)
    assert.equal((await got(upload.publicUrl)).status, 404)
    assert.equal((await put(upload, png)).status, 200)
    assert.ok((await got(upload.publicUrl)).bytes.equals(png))
  })

  test('a download that a regular stop interrupts leaves nothing', async (t) => {
    const { data: instanceData, start } = await setStage(t, kind)
    const env = await mediaEnv()
    const origin = await originFor(t, breaking(large, { step: 4_000, times: 2 }))
    const running = await start('start', env)
    const answered = uploadUrl(createClient(running.base, ownerKey), origin.url).catch(() => null)
    await eventually('the download has begun', () => origin.connections > 0)
    assert.equal(await running.end('SIGTERM'), 0)
    const rows = (await answered)?.status === 200 ? 1 : 0
    assert.deepEqual([(await mediaRows(instanceData)).length, (await filesOf(instanceData)).length], [rows, rows])
  })
})
