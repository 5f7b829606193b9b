import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDraft, saveDraft } from '../../harness/drafts.ts'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

onEachInstance(startInstance, (instance) => {
  for (const [what, query, body] of [
    ['without a revision', '', undefined],
    ['with none in the body', '', {}],
    ['with one that is not a number', '?expected_revision=one', undefined],
    ['with two that differ', '?expected_revision=1', { expected_revision: 2 }],
  ] as const)
    test(`${what} a draft is not deleted`, async () => {
      const user = await instance.newUser()
      const draft = await saveDraft(user)
      const reply = await user.ask('DELETE', `/drafts/${draft.id}${query}`, body ? { body } : {})
      assert.deepEqual([reply.status, reply.body.error.code], [400, 'validation_failed'], reply.text)
      assert.equal(reply.body.error.details[0].path, 'expected_revision')
      assert.deepEqual(await readDraft(user, draft.id), draft)
    })
})
