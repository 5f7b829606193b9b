import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { approve, draftEvents, giveBack, newTeam, type Team, waitingDraft } from '../../harness/approvals.ts'
import { onEachDatabase } from '../../harness/database.ts'
import { askToSubmit } from '../../harness/drafts.ts'
import type { Instance } from '../../harness/instance.ts'
import { startAccepting } from '../../harness/posts.ts'

onEachDatabase((kind) => {
  let instance: Instance
  let team: Team
  before(async () => {
    instance = await startAccepting(kind)
    team = await newTeam(instance)
  })
  after(() => instance.stop())

  test('a returned draft has the note, can be edited and submitted again, and its earlier revision is never approved', async () => {
    const { id } = await waitingDraft(team)
    const { status, body } = await giveBack(team, id, { note: ' Please mention the hours. ' })
    assert.equal(status, 200)
    const { approval, revision } = body.data
    assert.deepEqual([body.data.status, revision], ['draft', 2])
    assert.deepEqual([approval.outcome, approval.note], ['returned', 'Please mention the hours.'])
    assert.deepEqual(approval.decided_by, { type: 'key', id: team.editor.keyId, name: 'test' })
    const last = (await draftEvents(team)).at(-1)
    assert.deepEqual([last?.event, last?.data.note], ['draft.returned', 'Please mention the hours.'])

    assert.equal((await askToSubmit(team.author, id, { expected_revision: 2 })).status, 200)
    assert.equal((await approve(team, id)).body.error.code, 'revision_conflict')
    assert.equal((await approve(team, id, { expected_revision: 2 })).status, 200)
  })

  test('a note is not required', async () => {
    const { id } = await waitingDraft(team)
    assert.equal((await giveBack(team, id)).body.data.approval.note, null)
  })
})
