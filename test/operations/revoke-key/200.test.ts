import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../../harness/client.ts'
import { onEachOwnInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

onEachOwnInstance(startInstance, (instance, kind) => {
  test('a revoked key is 401 from the next request on, and the message says why', async () => {
    const user = await instance.newUser()
    assert.equal((await user.ask('GET', '/profiles')).status, 200)
    const { status, body } = await instance.owner('DELETE', `/admin/keys/${user.keyId}`)
    assert.equal(status, 200)
    assert.equal(body.data.id, user.keyId)
    const refused = await user.ask('GET', '/profiles')
    assert.deepEqual([refused.status, refused.body.error.code], [401, 'unauthorized'])
    assert.match(refused.body.error.message, /revoked/)
  })

  test('revoking again changes nothing: the time of the first stays', async () => {
    const user = await instance.newUser()
    const first = await instance.owner('DELETE', `/admin/keys/${user.keyId}`)
    await sleep(2)
    const second = await instance.owner('DELETE', `/admin/keys/${user.keyId}`)
    assert.equal(second.status, 200)
    assert.deepEqual(second.body, first.body)
    const { keys } = (await instance.owner('GET', `/admin/users/${user.id}/keys`)).body.data
    assert.equal(keys[0].revoked_at, first.body.data.revoked_at)
  })

  test('the user’s other keys keep working', async () => {
    const user = await instance.newUser()
    const made = await instance.owner('POST', `/admin/users/${user.id}/keys`, { body: { name: 'second' } })
    await instance.owner('DELETE', `/admin/keys/${made.body.data.id}`)
    assert.equal((await user.ask('GET', '/profiles')).status, 200)
    assert.equal((await user.ask('GET', '/profiles', { key: made.body.data.key })).status, 401)
  })

  test('an expired key can be revoked too', async () => {
    const user = await instance.newUser()
    const body = { name: 'late', expires_at: '2020-01-01T00:00:00Z' }
    const made = await instance.owner('POST', `/admin/users/${user.id}/keys`, { body })
    assert.equal((await instance.owner('DELETE', `/admin/keys/${made.body.data.id}`)).status, 200)
  })

  test('an administrator may revoke the key that makes the request', async () => {
    const [first] = (await instance.owner('GET', '/admin/users')).body.data.users
    const body = { name: 'brief', scopes: ['admin'] }
    const { id, key } = (await instance.owner('POST', `/admin/users/${first.id}/keys`, { body })).body.data
    assert.equal((await instance.owner('DELETE', `/admin/keys/${id}`, { key })).status, 200)
    assert.equal((await instance.owner('DELETE', `/admin/keys/${id}`, { key })).status, 401)
  })

  // Only one process can use an embedded database.
  if (kind === 'postgres')
    test('a revoked key stops working at once in every process with the same database', async () => {
      const other = await startInstance(kind, { data: instance.data })
      try {
        const user = await instance.newUser()
        const throughOther = createClient(other.base, user.key)
        assert.equal((await throughOther('GET', '/profiles')).status, 200)
        await instance.owner('DELETE', `/admin/keys/${user.keyId}`)
        assert.equal((await throughOther('GET', '/profiles')).status, 401)
      } finally {
        await other.stop()
      }
    })
})
