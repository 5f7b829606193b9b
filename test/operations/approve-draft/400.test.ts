import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { approve, newTeam, type Team, waitingDraft } from '../../harness/approvals.ts'
import type { Instance } from '../../harness/instance.ts'
import { inDays, startAccepting } from '../../harness/posts.ts'

let instance: Instance
let team: Team
before(async () => {
  instance = await startAccepting('sqlite')
  team = await newTeam(instance)
})
after(() => instance.stop())

test('now and a time together are refused, and so is a time zone without a time', async () => {
  const { id } = await waitingDraft(team)
  for (const body of [
    { now: true, scheduled_at: inDays(1) },
    { now: true, scheduled_timezone: 'Europe/Warsaw' },
    { now: false },
    { scheduled_timezone: 'Europe/Warsaw' },
    { scheduled_at: 'tomorrow' },
  ])
    assert.equal((await approve(team, id, body)).status, 400, JSON.stringify(body))
})
