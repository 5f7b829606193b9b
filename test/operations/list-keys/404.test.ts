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

  test('for a user that does not exist the response is 404, not an empty list', async () => {
    const { status, body } = await instance.owner('GET', '/admin/users/999999/keys')
    assert.deepEqual([status, body.error.code], [404, 'not_found'])
  })
})
