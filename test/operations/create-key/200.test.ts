import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { onEachOwnInstance } from '../../harness/each-instance.ts'
import { startInstance, type User } from '../../harness/instance.ts'
import { withDatabase } from '../../harness/rows.ts'

onEachOwnInstance(startInstance, (instance) => {
  const ask = (user: Pick<User, 'id'>, body: object, headers: Readonly<Record<string, string>> = {}) =>
    instance.owner('POST', `/admin/users/${user.id}/keys`, { body, headers })
  const makeKey = async (...asked: Parameters<typeof ask>) => {
    const { status, body } = await ask(...asked)
    assert.equal(status, 200)
    return body.data
  }

  test('a new key works at once and acts for its user', async () => {
    const user = await instance.newUser(2)
    const made = await makeKey(user, { name: '  deploy script  ' })
    const { id, key, prefix, created_at, ...rest } = made
    assert.match(key, /^pp_[A-Za-z0-9]{40}$/)
    assert.equal(prefix, key.slice(0, 10))
    assert.ok(Number.isInteger(id) && Date.parse(created_at) > 0)
    assert.deepEqual(rest, {
      name: 'deploy script',
      scopes: ['read', 'write'],
      policy: 'publish',
      minutes_ahead: null,
      unattended: true,
      created_by: { type: 'key', id: 1, name: 'owner' },
      expires_at: null,
      last_used_at: null,
      revoked_at: null,
      person: null,
      application: null,
    })
    const { status, body } = await instance.owner('GET', '/usage', { key })
    assert.equal(status, 200)
    assert.equal(body.data.plan.id, 2)
  })

  test('a key allows what its scopes say, and they are stored as sent', async () => {
    const [first] = (await instance.owner('GET', '/admin/users')).body.data.users
    for (const scopes of [['read'], ['write'], ['admin', 'read'], ['read', 'write', 'admin']]) {
      const made = await makeKey(first, { name: 'scoped', scopes })
      assert.deepEqual(made.scopes, scopes)
      const read = await instance.owner('GET', '/profiles', { key: made.key })
      const listed = await instance.owner('GET', '/admin/users', { key: made.key })
      assert.equal(read.status, scopes.includes('read') ? 200 : 403)
      assert.equal(listed.status, scopes.includes('admin') ? 200 : 403)
    }
  })

  test('no later response contains the key', async () => {
    const user = await instance.newUser()
    const { key } = await makeKey(user, { name: 'secret' })
    for (const path of [`/admin/users/${user.id}/keys`, '/admin/users', '/usage'])
      assert.ok(!(await instance.owner('GET', path)).text.includes(key.slice(10)))
    assert.ok(!(await user.ask('GET', '/usage')).text.includes(key.slice(10)))
  })

  test('the database stores only the hash of the key', async () => {
    const user = await instance.newUser()
    const { id, key } = await makeKey(user, { name: 'secret' }, { 'idempotency-key': 'stored-nowhere' })
    const stored = await withDatabase(instance.data, async (db) => {
      const tables = await db.introspection.getTables()
      const rows = tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(db))
      return { text: JSON.stringify(await Promise.all(rows)), tables: tables.length }
    })
    assert.ok(stored.tables > 5)
    assert.ok(!stored.text.includes(key.slice(10)))
    assert.ok(stored.text.includes(createHash('sha256').update(key).digest('hex')))
    assert.ok(stored.text.includes(`"id":${id}`))
  })

  test('a repeat with the same Idempotency-Key returns the response without the key, and creates no second key', async () => {
    const user = await instance.newUser()
    const headers = { 'idempotency-key': 'key-once' }
    const first = await ask(user, { name: 'once' }, headers)
    const second = await ask(user, { name: 'once' }, headers)
    assert.equal(first.headers.get('idempotent-replayed'), null)
    assert.deepEqual([second.status, second.headers.get('idempotent-replayed')], [200, 'true'])
    assert.deepEqual(second.body.data, { ...first.body.data, key: null })
    const { keys } = (await instance.owner('GET', `/admin/users/${user.id}/keys`)).body.data
    assert.equal(keys.length, 2)
    assert.equal((await instance.owner('GET', '/profiles', { key: first.body.data.key })).status, 200)
  })

  test('an expiry is returned in UTC, whatever its offset was', async () => {
    const user = await instance.newUser()
    const made = await makeKey(user, { name: 'dated', expires_at: '2199-01-01T01:30:00+02:00' })
    assert.equal(made.expires_at, '2198-12-31T23:30:00.000Z')
    assert.equal((await instance.owner('GET', '/profiles', { key: made.key })).status, 200)
  })

  test('an expired key gets 401 at once, and the message says why', async () => {
    const user = await instance.newUser()
    const { key } = await makeKey(user, { name: 'late', expires_at: '2020-01-01T00:00:00Z' })
    const { status, body } = await instance.owner('GET', '/profiles', { key })
    assert.deepEqual([status, body.error.code], [401, 'unauthorized'])
    assert.match(body.error.message, /expired/)
  })

  test('a key works until the moment of its expiry and not after it', async () => {
    const user = await instance.newUser()
    const made = await makeKey(user, { name: 'short', expires_at: new Date(Date.now() + 3_600_000).toISOString() })
    const statusNow = async () => (await instance.owner('GET', '/profiles', { key: made.key })).status
    assert.equal(await statusNow(), 200)
    await withDatabase(instance.data, (db) =>
      db.updateTable('api_keys').set({ expires_at: Date.now() }).where('id', '=', made.id).execute(),
    )
    assert.equal(await statusNow(), 401)
    assert.equal((await user.ask('GET', '/profiles')).status, 200)
  })
})
