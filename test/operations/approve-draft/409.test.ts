import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { approve, newTeam, type Team, waitingDraft } from '../../harness/approvals.ts'
import { askToEdit, finished, saveDraft } from '../../harness/drafts.ts'
import type { Instance } from '../../harness/instance.ts'
import { startAccepting } from '../../harness/posts.ts'

let instance: Instance
let team: Team
before(async () => {
  instance = await startAccepting('sqlite')
  team = await newTeam(instance)
})
after(() => instance.stop())

test('a draft that does not wait cannot be approved', async () => {
  const { id } = await saveDraft(team.author, finished)
  const { status, body } = await approve(team, id)
  assert.deepEqual([status, body.error.code, body.error.details[0].status], [409, 'wrong_state', 'draft'])
})

test('an approval of an earlier revision is refused', async () => {
  const { id } = await waitingDraft(team)
  await askToEdit(team.author, id, { message: 'Something else.' })
  await team.author.ask('POST', `/drafts/${id}/submit`, { body: { expected_revision: 2 } })
  const { status, body } = await approve(team, id)
  assert.deepEqual([status, body.error.code, body.error.details[0].revision], [409, 'revision_conflict', 2])
})

test('an approved draft is not approved again', async () => {
  const { id } = await waitingDraft(team)
  await approve(team, id)
  assert.equal((await approve(team, id)).body.error.code, 'already_submitted')
})
