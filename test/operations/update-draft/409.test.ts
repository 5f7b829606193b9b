import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  askToDelete,
  askToEdit,
  askToSubmit,
  editDraft,
  finished,
  readDraft,
  saveDraft,
  submitDraft,
} from '../../harness/drafts.ts'
import { onEachInstance } from '../../harness/each-instance.ts'
import type { User } from '../../harness/instance.ts'
import { codesOf, newPublisher, startAccepting } from '../../harness/posts.ts'

/** All operations that need a revision. */
const asks = {
  edit: (user: User, id: string, revision: number) => askToEdit(user, id, { message: 'Too late.' }, revision),
  delete: askToDelete,
  submit: (user: User, id: string, revision: number) => askToSubmit(user, id, { expected_revision: revision }),
}

onEachInstance(startAccepting, (instance) => {
  for (const [what, ask] of Object.entries(asks)) {
    for (const revision of [1, 3])
      test(`to ${what} revision ${revision} of a draft in its second is refused, with the current one`, async () => {
        const user = await newPublisher(instance)
        const { id } = await saveDraft(user, finished)
        const draft = await editDraft(user, id, { message: 'We are live, and it works.' })
        const reply = await ask(user, id, revision)
        assert.deepEqual(codesOf(reply), { status: 409, code: 'revision_conflict', details: ['revision_conflict'] })
        const [detail] = reply.body.error.details
        assert.deepEqual([detail.status, detail.revision], ['draft', 2])
        assert.deepEqual(await readDraft(user, id), draft)
        assert.equal((await user.ask('GET', '/posts')).body.data.meta.total, 0)
      })

    for (const revision of what === 'submit' ? [2] : [1, 2])
      test(`to ${what} a submitted draft by revision ${revision} is refused, and it stays as it was`, async () => {
        const user = await newPublisher(instance)
        const { id } = await saveDraft(user, finished)
        const submitted = await submitDraft(user, id)
        const reply = await ask(user, id, revision)
        assert.deepEqual(codesOf(reply), { status: 409, code: 'already_submitted', details: ['already_submitted'] })
        const [detail] = reply.body.error.details
        assert.deepEqual([detail.status, detail.revision], ['submitted', 1])
        assert.deepEqual(await readDraft(user, id), submitted)
        assert.equal((await user.ask('GET', '/posts')).body.data.meta.total, 1)
      })
  }
})
