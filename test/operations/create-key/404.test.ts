import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

onEachInstance(startInstance, (instance) => {
  test('no key is created for a user that does not exist', async () => {
    const { status, body } = await instance.owner('POST', '/admin/users/999999/keys', { body: { name: 'nobody’s' } })
    assert.deepEqual([status, body.error.code], [404, 'not_found'])
  })
})
