import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDraft, saveDraft } from '../../harness/drafts.ts'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

onEachInstance(startInstance, (instance) => {
  for (const [what, body, path] of [
    ['no revision', { expected_revision: undefined }, 'expected_revision'],
    ['revision 0', { expected_revision: 0 }, 'expected_revision'],
    ['a revision as text', { expected_revision: '1' }, 'expected_revision'],
    ['a message that is null', { message: null }, 'message'],
    ['a profile that is null', { profile_id: null }, 'profile_id'],
    ['eleven platforms', { platforms: Array.from({ length: 11 }, () => 'x') }, 'platforms'],
    ['a schedule', { scheduled_at: null }, 'scheduled_at'],
  ] as const)
    test(`${what} is malformed, and the draft stays as it was`, async () => {
      const user = await instance.newUser()
      const draft = await saveDraft(user, { message: 'Before.' })
      const reply = await user.ask('PATCH', `/drafts/${draft.id}`, { body: { expected_revision: 1, ...body } })
      assert.deepEqual([reply.status, reply.body.error.code], [400, 'validation_failed'], reply.text)
      assert.equal(reply.body.error.details[0].path, path)
      assert.deepEqual(await readDraft(user, draft.id), draft)
    })
})
