import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

onEachInstance(startInstance, (instance) => {
  for (const query of [
    'page=0',
    'page=100001',
    'per_page=0',
    'per_page=101',
    'page=one',
    'status=waiting',
    'cursor=x&page=2',
  ])
    test(`${query} is refused with the name of the parameter`, async () => {
      const user = await instance.newUser()
      const reply = await user.ask('GET', `/drafts?${query}`)
      assert.deepEqual([reply.status, reply.body.error.code], [400, 'validation_failed'])
      assert.equal(reply.body.error.details[0].path, query.split('=')[0])
    })
})
