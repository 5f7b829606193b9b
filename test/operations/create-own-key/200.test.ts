import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import { type Instance, startInstance, type User } from '../../harness/instance.ts'

onEachDatabase((kind) => {
  let instance: Instance
  let ana: User
  before(async () => {
    instance = await startInstance(kind)
    ana = await instance.newUser(4, ['read', 'write', 'admin'])
  })
  after(() => instance.stop())

  test('a new key belongs to the caller’s user, works at once, and says who created it', async () => {
    const { status, body } = await ana.ask('POST', '/keys', { body: { name: ' assistant ' } })
    assert.equal(status, 200)
    const { id, key, prefix, created_at, created_by, ...rest } = body.data
    assert.deepEqual(rest, {
      name: 'assistant',
      scopes: ['read', 'write'],
      policy: 'publish',
      minutes_ahead: null,
      unattended: true,
      expires_at: null,
      last_used_at: null,
      revoked_at: null,
      person: null,
      application: null,
    })
    assert.deepEqual(created_by, { type: 'key', id: ana.keyId, name: 'test' })
    const { default_profile_id } = (await ana.ask('GET', '/profiles', { key })).body.data
    assert.equal(default_profile_id, ana.profileId)
  })

  test('each policy is stored and listed as it was asked for', async () => {
    for (const policy of [{ policy: 'drafts' }, { policy: 'ahead', minutes_ahead: 30 }, { policy: 'publish' }]) {
      const { id } = (await ana.ask('POST', '/keys', { body: { name: 'limited', ...policy } })).body.data
      const { keys } = (await ana.ask('GET', '/keys')).body.data
      const shown = keys.find((key: { id: number }) => key.id === id)
      assert.deepEqual({ policy: shown.policy, minutes_ahead: shown.minutes_ahead }, { minutes_ahead: null, ...policy })
    }
  })

  test('a key that must ask is stored and listed so', async () => {
    const { id, unattended } = (await ana.ask('POST', '/keys', { body: { name: 'asks', unattended: false } })).body.data
    const { keys } = (await ana.ask('GET', '/keys')).body.data
    const shown = keys.find((key: { id: number }) => key.id === id)
    assert.deepEqual([unattended, shown.unattended], [false, false])
  })

  test('a repeat with the same Idempotency-Key creates no second key and does not show the first again', async () => {
    const headers = { 'idempotency-key': 'own-key-once' }
    const first = await ana.ask('POST', '/keys', { body: { name: 'once' }, headers })
    const second = await ana.ask('POST', '/keys', { body: { name: 'once' }, headers })
    assert.equal(second.headers.get('idempotent-replayed'), 'true')
    assert.deepEqual(second.body.data, { ...first.body.data, key: null })
  })
})
