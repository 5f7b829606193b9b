import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventData } from '../../../src/contract/events.ts'
import { onEachInstance } from '../../harness/each-instance.ts'
import { eventsOf, startAccepting } from '../../harness/posts.ts'
import { withDatabase } from '../../harness/rows.ts'
import { createWebhook, readDeliveries } from '../../harness/webhooks.ts'

onEachInstance(startAccepting, (instance) => {
  test('a sample published post is sent to this webhook only, whatever its events are', async () => {
    const user = await instance.newUser()
    const id = await createWebhook(user, { events: ['post.failed'] })
    const other = await createWebhook(user)
    const { status, body } = await user.ask('POST', `/webhooks/${id}/test`)
    assert.equal(status, 200)
    const { delivery } = body.data
    assert.deepEqual(
      [delivery.event, delivery.status, delivery.attempts, delivery.attempt_history],
      ['post.published', 'pending', 0, []],
    )
    assert.deepEqual((await readDeliveries(user, id)).deliveries, [delivery])
    assert.deepEqual((await readDeliveries(user, other)).deliveries, [])
  })

  test('it is an event of the user like any other, marked as a test, without a real post', async () => {
    const user = await instance.newUser()
    const id = await createWebhook(user)
    const { delivery } = (await user.ask('POST', `/webhooks/${id}/test`)).body.data
    const events = await eventsOf(instance.data, user.id)
    assert.equal(events.length, 1)
    const [event] = events
    assert.deepEqual([event?.name, event?.postId], ['post.published', null])
    const data = eventData['post.published'].parse(event?.data)
    assert.equal(data.test, true)
    for (const made of [data.post_id, ...data.jobs.map(({ jobId }) => jobId)])
      assert.equal((await instance.owner('GET', `/posts/${made}`)).status, 404)
    const stored = await withDatabase(instance.data, (db) =>
      db.selectFrom('events').select('id').where('user_id', '=', user.id).executeTakeFirst(),
    )
    assert.equal(stored?.id, delivery.event_id)
  })

  test('each test is a separate event', async () => {
    const user = await instance.newUser()
    const id = await createWebhook(user)
    const ask = async () => (await user.ask('POST', `/webhooks/${id}/test`)).body.data.delivery
    const [first, second] = [await ask(), await ask()]
    assert.notEqual(first.event_id, second.event_id)
    assert.notEqual(first.id, second.id)
  })
})
