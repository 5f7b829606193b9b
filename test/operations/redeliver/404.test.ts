import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { createPost, newPublisher, startAccepting } from '../../harness/posts.ts'
import { createWebhook, hookUrl, insertDeliveries, readDeliveries } from '../../harness/webhooks.ts'

onEachInstance(startAccepting, (instance) => {
  test('a delivery is found only under its own webhook, not under another one of the same user', async () => {
    const [ana, ben] = [await newPublisher(instance), await instance.newUser()]
    const [own, other] = [await createWebhook(ana), await createWebhook(ana)]
    const bens = await createWebhook(ben)
    const post = await createPost(ana, { webhook_url: hookUrl })
    const [delivery = 0, callback = 0] = await insertDeliveries(instance.data, ana.id, [
      { webhook_id: own },
      { post_id: post.id },
    ])
    const [foreign = 0] = await insertDeliveries(instance.data, ben.id, [{ webhook_id: bens }])
    for (const [webhook, id] of [
      [other, delivery],
      [own, foreign],
      [bens, foreign],
      [own, callback],
    ]) {
      const { status } = await ana.ask('POST', `/webhooks/${webhook}/deliveries/${id}/redeliver`)
      assert.equal(status, 404, `${webhook} ${id}`)
    }
    assert.equal((await ana.ask('POST', `/webhooks/${own}/deliveries/${delivery}/redeliver`)).status, 200)
    assert.equal((await readDeliveries(ben, bens)).deliveries.length, 1)
  })

  test('a deleted webhook gets no redelivery', async () => {
    const user = await instance.newUser()
    const webhook_id = await createWebhook(user)
    const [id] = await insertDeliveries(instance.data, user.id, [{ webhook_id }])
    await user.ask('DELETE', `/webhooks/${webhook_id}`)
    assert.equal((await user.ask('POST', `/webhooks/${webhook_id}/deliveries/${id}/redeliver`)).status, 404)
    assert.equal((await user.ask('POST', `/webhooks/${webhook_id}/test`)).status, 404)
    assert.equal((await user.ask('POST', `/webhooks/${webhook_id}/enable`)).status, 404)
    assert.equal((await readDeliveries(user, webhook_id)).deliveries.length, 1)
  })
})
