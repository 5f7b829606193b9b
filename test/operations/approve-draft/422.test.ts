import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { approve, newTeam, type Team, waitingDraft } from '../../harness/approvals.ts'
import { readDraft } from '../../harness/drafts.ts'
import type { Instance } from '../../harness/instance.ts'
import { inDays, startAccepting } from '../../harness/posts.ts'
import { withDatabase } from '../../harness/rows.ts'

let instance: Instance
let team: Team
before(async () => {
  instance = await startAccepting('sqlite')
  team = await newTeam(instance)
})
after(() => instance.stop())

test('a wanted time that has passed needs another time, or now', async () => {
  const { id } = await waitingDraft(team, { scheduled_at: inDays(1) })
  await withDatabase(instance.data, async (db) => {
    const row = await db.selectFrom('drafts').select('approval').where('id', '=', id).executeTakeFirstOrThrow()
    const asked = JSON.parse(row.approval ?? '')
    const approval = JSON.stringify({ ...asked, schedule: { ...asked.schedule, at: Date.now() - 1 } })
    await db.updateTable('drafts').set({ approval }).where('id', '=', id).execute()
  })
  const { status, body } = await approve(team, id)
  assert.deepEqual([status, body.error.details[0].code], [422, 'schedule_in_past'])
  assert.match(body.error.message, /has passed.*`now`/)
  assert.equal((await approve(team, id, { now: true })).status, 200)
})

test('a draft that can no longer be published keeps waiting', async () => {
  const { id } = await waitingDraft(team)
  await team.editor.ask('POST', '/disconnect', { body: { platform: 'x', profile_id: team.editor.profileId } })
  const { status, body } = await approve(team, id)
  assert.deepEqual([status, body.error.code], [422, 'platform_not_connected'])
  assert.equal((await readDraft(team.editor, id)).status, 'awaiting_approval')
})
