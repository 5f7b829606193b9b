import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import { type PrefillStage, propose, settingsOf, startPrefilling } from '../../harness/prefill.ts'

onEachDatabase((kind) => {
  let stage: PrefillStage
  before(async () => {
    stage = await startPrefilling(kind)
  })
  after(() => stage.stop())

  test('a profile that does not exist, or belongs to another user, is not found, and no website is read', async () => {
    const [ana, ben] = [await stage.newOwner(), await stage.newOwner()]
    const website_url = stage.website.origin
    const unknown = await propose(ana, { profile_id: 'doesNotExist', website_url })
    const foreign = await propose(ana, { profile_id: ben.profileId, website_url })
    assert.deepEqual([unknown.status, foreign.status], [404, 404])
    assert.deepEqual(foreign.body.error, unknown.body.error)
    assert.deepEqual(stage.website.visited, [])
    assert.equal((await settingsOf(ben)).business_profile_prefill_at, null)
  })
})
