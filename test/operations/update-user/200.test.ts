import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import { type Instance, startInstance } from '../../harness/instance.ts'
import { insertAccount } from '../../harness/rows.ts'

onEachDatabase((kind) => {
  let instance: Instance
  before(async () => {
    instance = await startInstance(kind, { env: { POLYPOST_RATE_LIMITS: '1001,1002,1003,1004' } })
  })
  after(() => instance.stop())

  test('only the plan changes, and the list shows it', async () => {
    const email = 'ana@acme.example'
    const { data: before } = (await instance.owner('POST', '/admin/users', { body: { email } })).body
    const { status, body } = await instance.owner('PATCH', `/admin/users/${before.id}`, { body: { plan_id: 3 } })
    assert.equal(status, 200)
    assert.deepEqual(body.data, { ...before, plan_id: 3, tier: 'pro' })
    const { users } = (await instance.owner('GET', '/admin/users?per_page=100')).body.data
    assert.deepEqual(
      users.find(({ id }: { id: number }) => id === before.id),
      body.data,
    )
  })

  test('a new plan applies from the user’s next request on: limits, capabilities and rate limit', async () => {
    const user = await instance.newUser(1)
    const seen = async () => {
      const usage = await user.ask('GET', '/usage')
      const settings = await user.ask('GET', '/settings')
      const profiles = await user.ask('GET', '/profiles')
      return [
        usage.body.data.plan.id,
        usage.headers.get('x-ratelimit-limit'),
        settings.body.data.capabilities.tier,
        profiles.body.data.limits.max_accounts_per_platform,
      ]
    }
    assert.deepEqual(await seen(), [1, '1001', 'free', 1])
    await instance.owner('PATCH', `/admin/users/${user.id}`, { body: { plan_id: 4 } })
    assert.deepEqual(await seen(), [4, '1004', 'business', 50])
    await instance.owner('PATCH', `/admin/users/${user.id}`, { body: { plan_id: 2 } })
    assert.deepEqual(await seen(), [2, '1002', 'starter', 4])
  })

  test('a lower plan keeps the profiles, their settings and the accounts beyond its limit', async () => {
    const user = await instance.newUser(4)
    const second = (await user.ask('POST', '/profiles', { body: { name: 'Second' } })).body.data.profile_id
    for (const profile_id of [user.profileId, second]) await insertAccount(instance.data, { profile_id, platform: 'x' })
    const before = (await user.ask('GET', '/profiles')).body.data.profiles
    await instance.owner('PATCH', `/admin/users/${user.id}`, { body: { plan_id: 1 } })
    assert.deepEqual((await user.ask('GET', '/profiles')).body.data.profiles, before)
  })

  test('setting the same plan again changes nothing', async () => {
    const user = await instance.newUser(2)
    const { status, body } = await instance.owner('PATCH', `/admin/users/${user.id}`, { body: { plan_id: 2 } })
    assert.deepEqual([status, body.data.plan_id], [200, 2])
  })
})
