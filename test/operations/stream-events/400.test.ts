import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

onEachInstance(startInstance, (instance) => {
  for (const id of ['', 'abc', '-1', '1.5', '1, 2', '0x10', '1'.repeat(16)])
    test(`Last-Event-ID “${id}” is refused with the name of the header`, async () => {
      const { status, body } = await instance.owner('GET', '/events/stream', { headers: { 'last-event-id': id } })
      assert.deepEqual([status, body.error.code], [400, 'validation_failed'])
      assert.equal(body.error.details[0].path, 'Last-Event-ID')
    })
})
