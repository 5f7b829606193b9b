import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editDraft, saveDraft } from '../../harness/drafts.ts'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startAccepting, upload } from '../../harness/posts.ts'
import { png } from '../../harness/small-media.ts'

onEachInstance(startAccepting, (instance) => {
  for (const [where, query, body] of [
    ['the body', '', { expected_revision: 2 }],
    ['the query', '?expected_revision=2', undefined],
    ['both', '?expected_revision=2', { expected_revision: 2 }],
  ] as const)
    test(`a draft is deleted by its revision in ${where}`, async () => {
      const user = await instance.newUser()
      const { storageKey } = await upload(user, png, 'image/png')
      const { id } = await saveDraft(user, { media: [{ storageKey }] })
      await editDraft(user, id, { message: 'Edited.' })
      const { status, body: told, text } = await user.ask('DELETE', `/drafts/${id}${query}`, body ? { body } : {})
      assert.equal(status, 200, text)
      assert.deepEqual(told, { status: 'ok', data: { id, deleted: true } })
      assert.equal((await user.ask('GET', `/drafts/${id}`)).status, 404)
    })
})
