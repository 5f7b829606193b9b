import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

onEachInstance(startInstance, (instance) => {
  for (const query of ['before=0', 'before=-1', 'before=abc', 'before=1.5', 'before=', 'before=1&before=2', 'after=1'])
    test(`?${query} is refused, with the name of the parameter`, async () => {
      const { status, body } = await instance.owner('GET', `/events?${query}`)
      assert.deepEqual([status, body.error.code], [400, 'validation_failed'])
      assert.equal(body.error.details[0].path, query.split('=')[0])
    })
})
