import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import { type Instance, startInstance } from '../../harness/instance.ts'
import { createWebhook } from '../../harness/webhooks.ts'

onEachDatabase((kind) => {
  let instance: Instance
  before(async () => {
    instance = await startInstance(kind)
  })
  after(() => instance.stop())

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
