import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { approve, giveBack, newTeam, type Team, waitingDraft } from '../../harness/approvals.ts'
import type { Instance } from '../../harness/instance.ts'
import { startAccepting } from '../../harness/posts.ts'

let instance: Instance
let team: Team
before(async () => {
  instance = await startAccepting('sqlite')
  team = await newTeam(instance)
})
after(() => instance.stop())

test('only a draft that waits can be returned', async () => {
  const first = await waitingDraft(team)
  await approve(team, first.id)
  assert.equal((await giveBack(team, first.id)).body.error.code, 'already_submitted')
  const second = await waitingDraft(team)
  await giveBack(team, second.id)
  assert.equal((await giveBack(team, second.id)).body.error.code, 'revision_conflict')
  assert.equal((await giveBack(team, second.id, { expected_revision: 2 })).body.error.code, 'wrong_state')
})
