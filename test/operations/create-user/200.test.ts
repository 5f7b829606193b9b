import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planIds } from '../../../src/domain/plans.ts'
import { onEachOwnInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

onEachOwnInstance(startInstance, (instance) => {
  test('a new user is on the Free plan unless another one is named, and is listed', async () => {
    const { status, body } = await instance.owner('POST', '/admin/users', { body: { email: 'ana@acme.example' } })
    assert.equal(status, 200)
    const { id, created_at, default_profile_id, ...rest } = body.data
    assert.deepEqual(rest, { email: 'ana@acme.example', plan_id: 1, tier: 'free' })
    assert.ok(Number.isInteger(id) && Date.parse(created_at) > 0)
    assert.match(default_profile_id, /^[A-Za-z0-9]{12}$/)
    const { users } = (await instance.owner('GET', '/admin/users?per_page=100')).body.data
    assert.deepEqual(
      users.find((user: { id: number }) => user.id === id),
      body.data,
    )
  })

  test('each plan can be chosen', async () => {
    const tiers = { 1: 'free', 2: 'starter', 3: 'pro', 4: 'business' }
    for (const plan_id of planIds) {
      const { body } = await instance.owner('POST', '/admin/users', {
        body: { email: `p${plan_id}@a.example`, plan_id },
      })
      assert.deepEqual([body.data.plan_id, body.data.tier], [plan_id, tiers[plan_id]])
    }
  })

  test('a new user has no key, and a default profile named Default', async () => {
    const { body } = await instance.owner('POST', '/admin/users', { body: { email: 'ben@acme.example' } })
    const { id, default_profile_id } = body.data
    assert.deepEqual((await instance.owner('GET', `/admin/users/${id}/keys`)).body.data.keys, [])
    const made = await instance.owner('POST', `/admin/users/${id}/keys`, { body: { name: 'first' } })
    const { profiles } = (await instance.owner('GET', '/profiles', { key: made.body.data.key })).body.data
    assert.deepEqual(
      profiles.map((profile: { id: string; name: string }) => [profile.id, profile.name]),
      [[default_profile_id, 'Default']],
    )
  })

  test('emails are stored in lower case', async () => {
    const { body } = await instance.owner('POST', '/admin/users', { body: { email: 'Eva.K@Acme.Example' } })
    assert.equal(body.data.email, 'eva.k@acme.example')
  })

  test('a repeat with the same Idempotency-Key creates no second user', async () => {
    const ask = { body: { email: 'once@acme.example' }, headers: { 'idempotency-key': 'user-once' } }
    const first = await instance.owner('POST', '/admin/users', ask)
    const second = await instance.owner('POST', '/admin/users', ask)
    assert.deepEqual([second.status, second.headers.get('idempotent-replayed')], [200, 'true'])
    assert.deepEqual(second.body, first.body)
  })
})
