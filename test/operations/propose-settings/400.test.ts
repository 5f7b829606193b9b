import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'
import { propose } from '../../harness/prefill.ts'

onEachInstance(startInstance, (instance) => {
  for (const [field, body] of [
    ['profile_id', { profile_id: 'short' }],
    ['website_url', { website_url: 'acme.example' }],
    ['website_url', { website_url: 'ftp://acme.example' }],
    ['user_id', { user_id: 1 }],
  ] as const)
    test(`${JSON.stringify(body)} is refused with the name of the field`, async () => {
      const reply = await propose(await instance.newUser(), body)
      assert.equal(reply.status, 400)
      assert.equal(reply.body.error.details[0].path, field)
    })
})
