import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

const wrongIds = ['0', '-1', '1.5', 'abc', '1e3', '99999999999999999999', '%20']

onEachInstance(startInstance, (instance) => {
  for (const id of wrongIds)
    test(`“${id}” is refused as a user ID`, async () => {
      const { status, body } = await instance.owner('GET', `/admin/users/${id}/keys`)
      assert.deepEqual([status, body.error.code], [400, 'invalid_id'])
    })
})
