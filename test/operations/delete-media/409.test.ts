import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editDraft, saveDraft } from '../../harness/drafts.ts'
import { onEachInstance } from '../../harness/each-instance.ts'
import { uploadNamed } from '../../harness/library.ts'
import { got } from '../../harness/media.ts'
import { newPublisher, schedulePost, startAccepting, textPost } from '../../harness/posts.ts'

onEachInstance(startAccepting, (instance) => {
  test('a file that a waiting post or a draft uses stays, and the response says which they are', async () => {
    const user = await newPublisher(instance)
    const { id, publicUrl } = await uploadNamed(user, 'used.png')
    const post = await schedulePost(user, { media: [{ url: publicUrl }] })
    const draft = await saveDraft(user, { media: [{ url: publicUrl }] })
    const { status, body } = await user.ask('DELETE', `/media/${id}`)
    assert.deepEqual([status, body.error.code], [409, 'media_in_use'])
    assert.deepEqual(
      body.error.details.map(({ post_id, draft_id }: Record<string, unknown>) => post_id ?? draft_id),
      [post.id, draft.id],
    )
    assert.equal((await got(publicUrl)).status, 200)
    await user.ask('DELETE', `/posts/${post.id}`)
    assert.equal((await user.ask('DELETE', `/media/${id}`)).status, 409)
    await editDraft(user, draft.id, { media: [] })
    assert.equal((await user.ask('DELETE', `/media/${id}`)).status, 200)
  })

  test('of a post, a draft and a deletion at the same time, either the file is kept for them or they are refused', async () => {
    const user = await newPublisher(instance)
    for (let round = 0; round < 10; round += 1) {
      const { id, publicUrl } = await uploadNamed(user, 'raced.png')
      const body = { ...textPost, media: [{ url: publicUrl }] }
      const [post, draft, deletion] = await Promise.all([
        user.ask('POST', '/post', { body }),
        user.ask('POST', '/drafts', { body: { media: body.media } }),
        user.ask('DELETE', `/media/${id}`),
      ])
      const kept = [post, draft].filter(({ status }) => status === 200)
      assert.equal(deletion.status, kept.length > 0 ? 409 : 200, deletion.text)
      for (const { status, text } of [post, draft]) assert.ok(status === 200 || status === 422, text)
    }
  })
})
