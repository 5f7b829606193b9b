import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

onEachInstance(startInstance, (instance) => {
  test('a user that does not exist is not found', async () => {
    for (const id of [999_999, Number.MAX_SAFE_INTEGER]) {
      const { status, body } = await instance.owner('PATCH', `/admin/users/${id}`, { body: { plan_id: 2 } })
      assert.deepEqual([status, body.error.code], [404, 'not_found'])
    }
  })
})
