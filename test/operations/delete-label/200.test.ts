import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askToDelete, readDraft, saveDraft } from '../../harness/drafts.ts'
import { onEachInstance } from '../../harness/each-instance.ts'
import { newPublisher, readPost, schedulePost, startAccepting } from '../../harness/posts.ts'

onEachInstance(startAccepting, (instance) => {
  test('posts and drafts lose a deleted label, and stay', async () => {
    const user = await newPublisher(instance)
    const post = await schedulePost(user, { labels: ['a', 'b'] })
    const draft = await saveDraft(user, { labels: ['a'] })
    const [{ id }] = (await user.ask('GET', '/labels')).body.data.labels
    const { body } = await user.ask('DELETE', `/labels/${id}`)
    assert.deepEqual(body, { status: 'ok', data: { id, deleted: true } })
    assert.deepEqual((await readPost(user, post.id)).labels, ['b'])
    assert.deepEqual((await readDraft(user, draft.id)).labels, [])
    assert.equal((await user.ask('DELETE', `/labels/${id}`)).status, 404)
  })

  test('a draft and a profile with labels can be deleted', async () => {
    const user = await newPublisher(instance)
    const { id } = await saveDraft(user, { labels: ['a'] })
    assert.equal((await askToDelete(user, id)).status, 200)
    const profile = (await user.ask('POST', '/profiles', { body: { name: 'Second' } })).body.data.profile_id
    await saveDraft(user, { labels: ['a'], profile_id: profile })
    assert.equal((await user.ask('DELETE', `/profiles/${profile}`)).status, 200)
  })
})
