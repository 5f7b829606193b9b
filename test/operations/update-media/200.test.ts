import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editDraft, finished, readDraft, saveDraft, submitDraft } from '../../harness/drafts.ts'
import { onEachInstance } from '../../harness/each-instance.ts'
import type { User } from '../../harness/instance.ts'
import { library, uploadNamed } from '../../harness/library.ts'
import { newPublisher, readPost, schedulePost, startAccepting } from '../../harness/posts.ts'

onEachInstance(startAccepting, (instance) => {
  async function change({ ask }: User, id: string, body: object) {
    const reply = await ask('PATCH', `/media/${id}`, { body })
    assert.equal(reply.status, 200, reply.text)
    return reply.body.data
  }

  test('a file gets a new name and an alternative text, and what is left out stays', async () => {
    const user = await instance.newUser()
    const { id, publicUrl } = await uploadNamed(user, 'IMG_1.png')
    const named = await change(user, id, { name: 'folder/Rakieta\u202e.png' })
    assert.deepEqual([named.name, named.alt_text, named.url], ['Rakieta.png', null, publicUrl])
    const described = await change(user, id, { alt_text: 'A rocket.' })
    assert.deepEqual([described.name, described.alt_text], ['Rakieta.png', 'A rocket.'])
    assert.deepEqual(await change(user, id, {}), described)
    assert.deepEqual((await library(user, { search: 'rakieta' })).media, [described])
    assert.deepEqual((await library(user, { search: 'img' })).media, [])
    for (const alt_text of [null, '']) assert.equal((await change(user, id, { alt_text })).alt_text, null)
  })

  test('a post and a draft without an alternative text get the one of the library, and keep it', async () => {
    const user = await newPublisher(instance)
    const { id, publicUrl: url } = await uploadNamed(user, 'rocket.png')
    await change(user, id, { alt_text: 'A rocket.' })
    const post = await schedulePost(user, { media: [{ url }] })
    const draft = await saveDraft(user, { ...finished, media: [{ storageKey: id }] })
    await change(user, id, { alt_text: 'Another text.' })
    assert.equal((await readPost(user, post.id)).media[0].alt_text, 'A rocket.')
    const { submission } = await submitDraft(user, draft.id)
    assert.equal((await readPost(user, submission.post_id)).media[0].alt_text, 'A rocket.')
  })

  test('a text of their own, and none on purpose, win over the one of the library', async () => {
    const user = await newPublisher(instance)
    const { id, publicUrl: url } = await uploadNamed(user, 'rocket.png')
    await change(user, id, { alt_text: 'A rocket.' })
    for (const [alt_text, shown] of [
      ['Mine.', 'Mine.'],
      [null, null],
      ['', null],
    ]) {
      const post = await schedulePost(user, { media: [{ url, alt_text }] })
      assert.equal((await readPost(user, post.id)).media[0].alt_text, shown)
      const draft = await saveDraft(user, { media: [{ url, alt_text }] })
      assert.equal(draft.media[0].alt_text, shown)
      await editDraft(user, draft.id, { message: 'Edited.' })
      assert.equal((await readDraft(user, draft.id)).media[0].alt_text, shown)
    }
  })
})
