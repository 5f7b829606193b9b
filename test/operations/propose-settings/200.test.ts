import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import { type PrefillStage, prefill, propose, proposed, settingsOf, startPrefilling } from '../../harness/prefill.ts'
import { acmePage } from '../../harness/servers/website.ts'

onEachDatabase((kind) => {
  let stage: PrefillStage
  before(async () => {
    stage = await startPrefilling(kind)
  })
  after(() => stage.stop())
  beforeEach(() => {
    stage.website.show({ '/': acmePage() })
    stage.model.answers(() => ({ said: proposed }))
  })

  test('every field gets a proposal, also one that a person has written, and the settings stay as they are', async () => {
    const user = await stage.newOwner({ business_name: 'My own name' })
    const { business_profile_prefill_at: _none, ...before } = await settingsOf(user)
    const { status, body } = await propose(user)
    assert.equal(status, 200)
    const website_url = stage.website.origin
    assert.deepEqual(body.data, { profile_id: user.profileId, website_url, proposals: proposed })
    const after = await settingsOf(user)
    for (const field of Object.keys(proposed)) assert.equal(after[field], before[field], field)
    assert.ok(!JSON.stringify(stage.model.asked).includes('My own name'))
  })

  test('what the website does not say is an empty text', async () => {
    stage.model.answers(() => ({ said: { business_name: 'Acme', pricing: null } }))
    const { proposals } = (await propose(await stage.newOwner())).body.data
    assert.deepEqual([proposals.business_name, proposals.pricing, proposals.faq], ['Acme', '', ''])
  })

  test('a website that is sent is read instead of the one in the settings, which stays', async () => {
    const user = await stage.newOwner({ website_url: 'https://other.example' })
    const { status, body } = await propose(user, { website_url: `${stage.website.origin}/` })
    assert.deepEqual([status, body.data.website_url], [200, `${stage.website.origin}/`])
    assert.deepEqual(stage.website.visited, ['/'])
    assert.equal((await settingsOf(user)).website_url, 'https://other.example')
  })

  test('proposals and prefill share the hour of a profile, and a website that can’t be read uses up none of it', async () => {
    const user = await stage.newOwner()
    stage.website.show({})
    assert.equal((await propose(user)).status, 422)
    stage.website.show({ '/': acmePage() })
    const replies = await Promise.all([propose(user), propose(user), propose(user)])
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 429, 429])
    assert.equal((await prefill(user)).status, 429)
    assert.equal(stage.model.asked.length, 1)
  })
})
