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

  for (const id of ['', 'abc', '-1', '1.5', '1, 2', '0x10', '1'.repeat(16)])
    test(`Last-Event-ID “${id}” is refused with the name of the header`, async () => {
      const { status, body } = await instance.owner('GET', '/events/stream', { headers: { 'last-event-id': id } })
      assert.deepEqual([status, body.error.code], [400, 'validation_failed'])
      assert.equal(body.error.details[0].path, 'Last-Event-ID')
    })
})
