import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { day } from '../../src/domain/time.ts'
import { createMediaHost } from '../../src/media/host.ts'
import { createSigner } from '../../src/media/sign.ts'
import { createDiskStorage } from '../../src/media/storage/disk.ts'
import { createHttpClient } from '../../src/outbound/http-client.ts'
import { systemClock } from '../../src/system/clock.ts'
import { createLog } from '../../src/system/log.ts'
import { createSmallPictures } from '../../src/usecases/media/keep-small.ts'
import { pruneMedia } from '../../src/worker/pruning/prune-media.ts'
import { makeInstanceData, onEachDatabase } from '../harness/database.ts'
import { saveDraft } from '../harness/drafts.ts'
import { eventually } from '../harness/eventually.ts'
import type { Instance, User } from '../harness/instance.ts'
import { filesOf, mediaRows, smallRows, startMediaInstance } from '../harness/media.ts'
import { withoutPauses } from '../harness/pauses.ts'
import { newPublisher, schedulePost, startAccepting, upload } from '../harness/posts.ts'
import { insertFile, openInstanceData, withDatabase } from '../harness/rows.ts'

const image = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#1f4e79' } })
    .png()
    .toBuffer()
const wide = await image(800, 400)
const high = await image(300, 600)

onEachDatabase((kind) => {
  let instance: Instance
  before(async () => {
    instance = await startAccepting(kind)
  })
  after(() => instance.stop())

  const smallOf = async ({ ask }: Pick<User, 'ask'>, id: string): Promise<string> =>
    (await ask('GET', `/media/${id}`)).body.data.small_url
  async function sizeAt(url: string) {
    const response = await fetch(url)
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/webp'])
    const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
    return [width, height]
  }

  test('an image has a small picture as soon as it has arrived, in the library and wherever it is named', async () => {
    const user = await newPublisher(instance)
    const { storageKey: id, publicUrl } = await upload(user, wide, 'image/png')
    const small = await smallOf(user, id)
    assert.deepEqual(await sizeAt(small), [320, 160])
    const draft = await saveDraft(user, { media: [{ url: publicUrl }] })
    assert.equal(draft.media[0].small_url, small)
    // What was read can be sent again.
    const post = await schedulePost(user, { media: draft.media })
    for (const path of [`/posts/${post.id}`, `/drafts/${draft.id}`])
      assert.equal((await user.ask('GET', path)).body.data.media[0].small_url, small, path)
    for (const rows of ['posts', 'drafts'])
      assert.equal((await user.ask('GET', `/${rows}`)).body.data[rows][0].media[0].small_url, small, rows)
    assert.equal((await user.ask('GET', '/media')).body.data.media.length, 1)
    assert.equal((await user.ask('GET', '/usage')).body.data.used.stored_bytes, wide.length)
  })

  test('images of before get theirs later, and one of which none can be made is not tried again', async () => {
    const instanceData = await makeInstanceData(kind, { migrated: true })
    const before = await startMediaInstance(kind, { data: instanceData, roles: { api: true, worker: false } })
    const { storageKey: id } = await upload({ ask: before.owner }, high, 'image/png')
    const lost = await withDatabase(instanceData, async (db) => {
      const { user_id } = await db.selectFrom('media').select('user_id').where('key', '=', id).executeTakeFirstOrThrow()
      await db.updateTable('media').set({ small: null }).where('key', '=', id).execute()
      return insertFile(db, user_id, { contentType: 'image/png', width: 20_000, height: 20_000 })
    })
    assert.equal(await smallOf({ ask: before.owner }, id), null)
    await before.stop()
    const later = await startMediaInstance(kind, { data: instanceData })
    try {
      const untried = () =>
        withDatabase(instanceData, (db) =>
          db.selectFrom('media').select('key').where('small', 'is', null).where('listed', '=', 1).execute(),
        )
      await eventually('no image is left', async () => (await untried()).length === 0)
      assert.deepEqual(await sizeAt(await smallOf({ ask: later.owner }, id)), [160, 320])
      assert.equal(await smallOf({ ask: later.owner }, lost), null)
    } finally {
      await later.stop()
      await instanceData.remove()
    }
  })

  test('an image that cannot be read holds up no other', async () => {
    const instanceData = await makeInstanceData(kind, { migrated: true })
    const { owner, stop } = await startMediaInstance(kind, { data: instanceData, roles: { api: true, worker: false } })
    const database = openInstanceData(instanceData)
    try {
      const { storageKey: older } = await upload({ ask: owner }, high, 'image/png')
      const { storageKey: newer } = await upload({ ask: owner }, wide, 'image/png')
      await withDatabase(instanceData, async (db) => {
        await db.updateTable('media').set({ small: null }).where('listed', '=', 1).execute()
        await db.updateTable('media').set({ created_at: 1 }).where('key', '=', older).execute()
        await db.updateTable('media').set({ file: 'lost' }).where('key', '=', newer).execute()
      })
      const storage = createDiskStorage(join(instanceData.directory, 'media'))
      const client = createHttpClient({ exceptions: [] })
      const media = createMediaHost({
        storage,
        client,
        signer: createSigner(['any']),
        clock: systemClock,
        base: 'http://media.test',
      })
      const makeNext = createSmallPictures({ database, media, log: createLog({ level: 'silent', pretty: false }) }, 1)
      await makeNext(() => false)
      assert.equal(await smallOf({ ask: owner }, older), null)
      await makeNext(() => false)
      assert.deepEqual(await sizeAt(await smallOf({ ask: owner }, older)), [160, 320])
    } finally {
      await database.close()
      await stop()
      await instanceData.remove()
    }
  })

  test('a small picture goes with its file, and stays as long as the file does', async () => {
    const user = await instance.newUser()
    const [deleted, old, used] = [
      await upload(user, wide, 'image/png'),
      await upload(user, wide, 'image/png'),
      await upload(user, wide, 'image/png'),
    ]
    const small = {
      deleted: await smallOf(user, deleted.storageKey),
      old: await smallOf(user, old.storageKey),
      used: await smallOf(user, used.storageKey),
    }
    await saveDraft(user, { media: [{ url: used.publicUrl }] })
    assert.equal((await user.ask('DELETE', `/media/${deleted.storageKey}`)).status, 200)
    assert.equal((await fetch(small.deleted)).status, 404)
    await withDatabase(instance.data, (db) =>
      db
        .updateTable('media')
        .set({ created_at: Date.now() - 31 * day })
        .where('user_id', '=', user.id)
        .execute(),
    )
    await prune()
    const own = (rows: readonly { readonly user_id: number }[]) => rows.filter(({ user_id }) => user_id === user.id)
    assert.equal(own(await mediaRows(instance.data)).length, 1)
    assert.equal(own(await smallRows(instance.data)).length, 1)
    assert.deepEqual(await sizeAt(small.used), [320, 160])
    assert.equal((await filesOf(instance.data)).length, (await mediaRows(instance.data)).length)
  })

  test('the picture of a profile is kept, however old it is', async () => {
    const user = await instance.newUser()
    const { storageKey: id, publicUrl } = await upload(user, wide, 'image/png')
    await user.ask('PATCH', `/profiles/${user.profileId}`, { body: { picture: publicUrl } })
    await withDatabase(instance.data, (db) =>
      db
        .updateTable('media')
        .set({ created_at: Date.now() - 31 * day })
        .where('user_id', '=', user.id)
        .execute(),
    )
    await prune()
    assert.equal((await fetch(publicUrl)).status, 200)
    await user.ask('PATCH', `/profiles/${user.profileId}`, { body: { picture: null } })
    await prune()
    assert.equal((await user.ask('GET', `/media/${id}`)).status, 404)
  })

  async function prune(): Promise<void> {
    const database = openInstanceData(instance.data)
    const storage = createDiskStorage(join(instance.data.directory, 'media'))
    try {
      await pruneMedia({ database, storage, clock: systemClock, keepDays: 30, pauses: withoutPauses })
    } finally {
      await database.close()
    }
  }
})
