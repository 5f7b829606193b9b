import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askToEdit, readDraft, saveDraft } from '../../harness/drafts.ts'
import { onEachInstance } from '../../harness/each-instance.ts'
import { announce } from '../../harness/media.ts'
import { codesOf, startAccepting, upload } from '../../harness/posts.ts'
import { png } from '../../harness/small-media.ts'

onEachInstance(startAccepting, (instance) => {
  test('missing media refuses the edit, and the draft stays as it was', async () => {
    const user = await instance.newUser()
    const { storageKey } = await upload(user, png, 'image/png')
    const draft = await saveDraft(user, { media: [{ storageKey }] })
    const waiting = await announce(user.ask, 'image/png', png.length)
    for (const [item, code, detail] of [
      [{ storageKey: 'nothing.png' }, 'content_rejected', 'media_not_hosted'],
      [{ url: waiting.publicUrl }, 'media_not_ready', 'media_not_ready'],
    ] as const) {
      const reply = await askToEdit(user, draft.id, { message: 'Edited.', media: [item] })
      assert.deepEqual(codesOf(reply), { status: 422, code, details: [detail] })
    }
    assert.deepEqual(await readDraft(user, draft.id), draft)
  })
})
