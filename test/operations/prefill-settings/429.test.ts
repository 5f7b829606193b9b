import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import { type PrefillStage, prefill, settingsOf, startPrefilling } from '../../harness/prefill.ts'
import { withDatabase } from '../../harness/rows.ts'

const hour = 3_600_000

onEachDatabase((kind) => {
  let stage: PrefillStage
  before(async () => {
    stage = await startPrefilling(kind)
    stage.model.answers(() => ({ said: { business_name: 'Acme' } }))
  })
  after(() => stage.stop())

  test('a second prefill within the hour is refused with the time to wait; after it, it works', async () => {
    const user = await stage.newOwner()
    assert.equal((await prefill(user)).status, 200)
    const { status, body, headers } = await prefill(user)
    assert.deepEqual([status, body.error.code], [429, 'rate_limited'])
    const wait = Number(headers.get('retry-after'))
    assert.ok(wait > 3_500 && wait <= 3_600, `${wait}`)
    const { business_profile_prefill_next_allowed_at: next } = await settingsOf(user)
    assert.ok(Date.parse(next) > Date.now() + hour - 100_000)

    await withDatabase(stage.instance.data, (db) =>
      db
        .updateTable('profile_settings')
        .set({ prefilled_at: Date.now() - hour })
        .where('profile_id', '=', user.profileId)
        .execute(),
    )
    assert.equal((await prefill(user)).status, 200)
  })

  test('each profile has its own hour', async () => {
    const user = await stage.newOwner()
    const { profile_id } = (await user.ask('POST', '/profiles', { body: { name: 'Second' } })).body.data
    await user.ask('POST', '/settings', { body: { profile_id, website_url: stage.website.origin } })
    assert.equal((await prefill(user)).status, 200)
    assert.equal((await prefill(user, { profile_id })).status, 200)
  })
})
