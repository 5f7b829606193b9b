import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'
import { createWebhook } from '../../harness/webhooks.ts'

onEachInstance(startInstance, (instance) => {
  test('a wrong URL, an unknown event and a secret are refused, and nothing changes', async () => {
    const user = await instance.newUser()
    const id = await createWebhook(user)
    const before = (await user.ask('GET', '/webhooks')).body
    const cases = { url: 'not a URL', events: ['post.nothing'], secret: 'a new secret of mine' }
    for (const [path, value] of Object.entries(cases)) {
      const { status, body } = await user.ask('PATCH', `/webhooks/${id}`, { body: { [path]: value } })
      assert.deepEqual([status, body.error.code], [400, 'validation_failed'], path)
      assert.match(body.error.details[0].path, new RegExp(`^${path}`))
    }
    assert.deepEqual((await user.ask('GET', '/webhooks')).body, before)
  })
})
