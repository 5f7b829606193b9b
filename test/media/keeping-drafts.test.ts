import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeInstanceData, onEachDatabase } from '../harness/database.ts'
import { askToDelete, editDraft, finished, saveDraft, submitDraft } from '../harness/drafts.ts'
import { eventually } from '../harness/eventually.ts'
import { startInstance } from '../harness/instance.ts'
import { mediaEnv, mediaRows } from '../harness/media.ts'
import { inDays, newPublisher, upload } from '../harness/posts.ts'
import { withDatabase } from '../harness/rows.ts'
import { picture } from './fixtures.ts'

const png = await picture().png().toBuffer()
const day = 24 * 60 * 60 * 1000

onEachDatabase((kind) => {
  test('old media and covers stay as long as a draft, or the waiting or deleted post of a draft, names them', async (t) => {
    const instanceData = await makeInstanceData(kind, { migrated: true })
    t.after(instanceData.remove)
    const env = await mediaEnv()
    const first = await startInstance(kind, { data: instanceData, env })
    const user = await newPublisher(first)
    const file = () => upload(user, png, 'image/png')
    const save = async (body: object = {}) => {
      const { storageKey } = await file()
      const { id } = await saveDraft(user, { ...finished, media: [{ storageKey }], ...body })
      return { id, storageKey }
    }

    const [item, thumbnail, cover] = [await file(), await file(), await file()]
    await saveDraft(user, {
      media: [{ url: item.publicUrl, thumbnail_url: thumbnail.publicUrl }],
      platform_options: { youtube: { thumbnail_url: cover.publicUrl } },
    })
    const submitted = await save()
    await submitDraft(user, submitted.id, { scheduled_at: inDays(30) })
    const deleted = await save()
    const { submission } = await submitDraft(user, deleted.id, { scheduled_at: inDays(30) })
    await user.ask('DELETE', `/posts/${submission.post_id}`)
    const kept = [item, thumbnail, cover, submitted, deleted].map(({ storageKey }) => storageKey)

    await editDraft(user, (await save()).id, { media: [] })
    await askToDelete(user, (await save()).id)
    const { profile_id } = (await user.ask('POST', '/profiles', { body: { name: 'Gone' } })).body.data
    await save({ profile_id })
    await user.ask('DELETE', `/profiles/${profile_id}`)

    await first.stop()
    await withDatabase(instanceData, (db) =>
      db
        .updateTable('media')
        .set({ created_at: Date.now() - 31 * day })
        .execute(),
    )
    const second = await startInstance(kind, { data: instanceData, env })
    t.after(second.stop)
    await eventually('what nothing names is gone', async () => (await mediaRows(instanceData)).length <= kept.length)
    assert.deepEqual((await mediaRows(instanceData)).map(({ key }) => key).sort(), kept.sort())
  })
})
