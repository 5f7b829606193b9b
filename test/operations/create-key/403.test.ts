import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance, type User } from '../../harness/instance.ts'
import { withDatabase } from '../../harness/rows.ts'

onEachInstance(startInstance, (instance) => {
  const ask = (user: User, headers: Readonly<Record<string, string>> = {}) =>
    instance.owner('POST', `/admin/users/${user.id}/keys`, { body: { name: 'one more' }, headers })

  /** Stores keys of the user that nobody knows. */
  const fill = async (user: User, count: number): Promise<void> => {
    const rows = Array.from({ length: count }, (_, at) => ({
      user_id: user.id,
      name: `key ${at}`,
      prefix: 'pp_unknown',
      hash: `nobody knows ${user.id} ${at}`,
      scopes: 'read',
      expires_at: null,
      last_used_at: null,
      revoked_at: null,
      created_at: Date.now(),
    }))
    await withDatabase(instance.data, (db) => db.insertInto('api_keys').values(rows).execute())
  }

  test('the 101st key is refused with the limit, and a new one is allowed after a key is revoked', async () => {
    const user = await instance.newUser()
    await fill(user, 99)
    const refused = await ask(user)
    assert.equal(refused.status, 403)
    assert.equal(refused.body.error.code, 'limit_reached')
    const [{ limit, actual }] = refused.body.error.details
    assert.deepEqual({ limit, actual }, { limit: 100, actual: 100 })

    const { keys } = (await user.ask('GET', '/usage')).body.data
    assert.equal(keys.length, 100)
    await instance.owner('DELETE', `/admin/keys/${keys[99].id}`)
    assert.equal((await ask(user)).status, 200)
    assert.equal((await ask(user)).status, 403)
  })

  test('when many requests ask for the last free place at once, exactly one gets it', async () => {
    const user = await instance.newUser()
    await fill(user, 98)
    const replies = await Promise.all([ask(user), ask(user), ask(user), ask(user)])
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 403, 403, 403])
  })

  test('a refused request leaves its Idempotency-Key free for another try', async () => {
    const user = await instance.newUser()
    await fill(user, 99)
    const headers = { 'idempotency-key': `try-again-${user.id}` }
    assert.equal((await ask(user, headers)).status, 403)
    const { keys } = (await user.ask('GET', '/usage')).body.data
    await instance.owner('DELETE', `/admin/keys/${keys[1].id}`)
    const second = await ask(user, headers)
    assert.deepEqual([second.status, second.headers.get('idempotent-replayed')], [200, null])
    assert.match(second.body.data.key, /^pp_/)
  })
})
