import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

onEachInstance(startInstance, (instance) => {
  test('for a user that does not exist the response is 404, not an empty list', async () => {
    const { status, body } = await instance.owner('GET', '/admin/users/999999/keys')
    assert.deepEqual([status, body.error.code], [404, 'not_found'])
  })
})
