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

  test('no key is created for a user that does not exist', async () => {
    const { status, body } = await instance.owner('POST', '/admin/users/999999/keys', { body: { name: 'nobody’s' } })
    assert.deepEqual([status, body.error.code], [404, 'not_found'])
  })
})
