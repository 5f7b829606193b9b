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

  test('without a website, in a private network, or without a page, the error names the fault, and no model is asked', async () => {
    const private_network = 'http://10.0.0.1/'
    const [none, forbidden, missing] = await Promise.all([
      propose(await stage.instance.newUser()),
      propose(await stage.newOwner(), { website_url: private_network }),
      propose(await stage.newOwner(), { website_url: `${stage.website.origin}/nowhere` }),
    ])
    assert.deepEqual([none.status, none.body.error.details[0].code], [422, 'missing'])
    assert.deepEqual([forbidden.status, forbidden.body.error.code], [422, 'forbidden_address'])
    assert.deepEqual([missing.status, missing.body.error.code], [422, 'unfetchable_url'])
    assert.match(missing.body.error.message, /404/)
    assert.equal(stage.model.asked.length, 0)
  })

  test('an address that is refused uses up none of the hour', async () => {
    const user = await stage.newOwner()
    await propose(user, { website_url: 'http://10.0.0.1/' })
    assert.equal((await settingsOf(user)).business_profile_prefill_at, null)
  })
})
