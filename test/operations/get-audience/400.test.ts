import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startAccepting } from '../../harness/posts.ts'

onEachInstance(startAccepting, (instance) => {
  for (const [query, path] of [
    ['days=1', 'days'],
    ['profile_id=?', 'profile_id'],
  ] as const)
    test(`${query} is refused`, async () => {
      const { status, body } = await instance.owner('GET', `/audience?${query}`)
      assert.deepEqual([status, body.error?.code, body.error?.details[0].path], [400, 'validation_failed', path])
    })
})
