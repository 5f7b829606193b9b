import assert from 'node:assert/strict'
import { test } from 'node:test'
import { saveDraft } from '../../harness/drafts.ts'
import { onEachInstance } from '../../harness/each-instance.ts'
import { announce, put } from '../../harness/media.ts'
import { codesOf, startAccepting, upload } from '../../harness/posts.ts'
import { png } from '../../harness/small-media.ts'

onEachInstance(startAccepting, (instance) => {
  test('media that is not one of the caller’s uploads is refused, and another user’s gets the same error', async () => {
    const [user, other] = [await instance.newUser(), await instance.newUser()]
    const foreign = await upload(other, png, 'image/png')
    const elsewhere = { url: 'https://elsewhere.example/a.png' }
    for (const item of [elsewhere, { url: foreign.publicUrl }, { storageKey: foreign.storageKey }]) {
      const reply = await user.ask('POST', '/drafts', { body: { media: [item] } })
      assert.deepEqual(codesOf(reply), { status: 422, code: 'content_rejected', details: ['media_not_hosted'] })
    }
    assert.equal((await user.ask('GET', '/drafts')).body.data.meta.total, 0)
  })

  test('media without uploaded bytes is refused until the upload is complete, covers too', async () => {
    const user = await instance.newUser()
    const waiting = await announce(user.ask, 'image/png', png.length)
    const ready = await upload(user, png, 'image/png')
    const drafts = [
      { media: [{ storageKey: ready.storageKey }, { url: waiting.publicUrl }] },
      { media: [{ storageKey: ready.storageKey, thumbnail_url: waiting.publicUrl }] },
      { platform_options: { youtube: { thumbnail_url: waiting.publicUrl } } },
    ]
    const paths = ['media.1.url', 'media.0.thumbnail_url', 'platform_options.youtube.thumbnail_url']
    for (const [at, body] of drafts.entries()) {
      const reply = await user.ask('POST', '/drafts', { body })
      assert.deepEqual(codesOf(reply), { status: 422, code: 'media_not_ready', details: ['media_not_ready'] })
      assert.equal(reply.body.error.details[0].path, paths[at])
    }
    await put(waiting, png)
    for (const body of drafts) await saveDraft(user, body)
  })
})
