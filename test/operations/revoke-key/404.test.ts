import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

onEachInstance(startInstance, (instance) => {
  test('a key that does not exist is not found', async () => {
    const { status, body } = await instance.owner('DELETE', '/admin/keys/999999')
    assert.deepEqual([status, body.error.code], [404, 'not_found'])
  })
})
