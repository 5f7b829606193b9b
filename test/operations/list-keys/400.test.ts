import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import { type Instance, startInstance } from '../../harness/instance.ts'

const wrongIds = ['0', '-1', '1.5', 'abc', '1e3', '99999999999999999999', '%20']

onEachDatabase((kind) => {
  let instance: Instance
  before(async () => {
    instance = await startInstance(kind)
  })
  after(() => instance.stop())

  for (const id of wrongIds)
    test(`“${id}” is refused as a user ID`, async () => {
      const { status, body } = await instance.owner('GET', `/admin/users/${id}/keys`)
      assert.deepEqual([status, body.error.code], [400, 'invalid_id'])
    })
})
