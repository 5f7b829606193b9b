import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'
import { createWebhook } from '../../harness/webhooks.ts'

onEachInstance(startInstance, (instance) => {
  test('a private address and plain http are refused, and the URL stays', async () => {
    const user = await instance.newUser()
    const id = await createWebhook(user)
    const before = (await user.ask('GET', '/webhooks')).body
    for (const url of ['https://127.0.0.1/hook', 'http://acme.example/hook']) {
      const { status, body } = await user.ask('PATCH', `/webhooks/${id}`, { body: { url } })
      assert.deepEqual([status, body.error.code], [422, 'forbidden_address'], url)
      assert.equal(body.error.details[0].path, 'url')
    }
    assert.deepEqual((await user.ask('GET', '/webhooks')).body, before)
  })
})
