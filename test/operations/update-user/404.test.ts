import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import { type Instance, startInstance } from '../../harness/instance.ts'

onEachDatabase((kind) => {
  let instance: Instance
  before(async () => {
    instance = await startInstance(kind)
  })
  after(() => instance.stop())

  test('a user that does not exist is not found', async () => {
    for (const id of [999_999, Number.MAX_SAFE_INTEGER]) {
      const { status, body } = await instance.owner('PATCH', `/admin/users/${id}`, { body: { plan_id: 2 } })
      assert.deepEqual([status, body.error.code], [404, 'not_found'])
    }
  })
})
