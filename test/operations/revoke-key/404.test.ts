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

  test('a key that does not exist is not found', async () => {
    const { status, body } = await instance.owner('DELETE', '/admin/keys/999999')
    assert.deepEqual([status, body.error.code], [404, 'not_found'])
  })
})
