import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

onEachInstance(startInstance, (instance) => {
  test('a revoked key stops at once, stays in the list, and revoking it again changes nothing', async () => {
    const { id, key } = (await instance.owner('POST', '/keys', { body: { name: 'short' } })).body.data
    assert.equal((await instance.owner('GET', '/profiles', { key })).status, 200)
    const revoked = (await instance.owner('DELETE', `/keys/${id}`)).body.data
    assert.equal((await instance.owner('GET', '/profiles', { key })).status, 401)
    assert.deepEqual((await instance.owner('DELETE', `/keys/${id}`)).body.data, revoked)
    const { keys } = (await instance.owner('GET', '/keys')).body.data
    assert.equal(keys.find((one: { id: number }) => one.id === id).revoked_at, revoked.revoked_at)
  })
})
