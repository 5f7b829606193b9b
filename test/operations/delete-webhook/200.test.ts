import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { newPublisher, schedulePost, startAccepting } from '../../harness/posts.ts'
import { withDatabase } from '../../harness/rows.ts'
import { createWebhook, disabled, insertDeliveries, readDeliveries, setWebhook } from '../../harness/webhooks.ts'

const day = 86_400_000

onEachInstance(startAccepting, (instance) => {
  test('the response is only ok, and a second delete gets 404', async () => {
    const user = await instance.newUser()
    const id = await createWebhook(user)
    const { status, body } = await user.ask('DELETE', `/webhooks/${id}`)
    assert.deepEqual([status, body], [200, { status: 'ok' }])
    assert.equal((await user.ask('DELETE', `/webhooks/${id}`)).status, 404)
    assert.deepEqual((await user.ask('GET', '/webhooks')).body.data.webhooks, [])
  })

  test('when several requests delete it at once, only one succeeds', async () => {
    const user = await instance.newUser()
    const id = await createWebhook(user)
    const replies = await Promise.all(Array.from({ length: 5 }, () => user.ask('DELETE', `/webhooks/${id}`)))
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 404, 404, 404, 404])
  })

  test('waiting deliveries are cancelled with endpoint_removed, and the whole history stays readable', async () => {
    const user = await instance.newUser()
    const id = await createWebhook(user)
    const other = await createWebhook(user)
    const due_at = Date.now() + day
    await insertDeliveries(instance.data, user.id, [
      { webhook_id: id, last_status_code: 200, delivered_at: Date.now() },
      { webhook_id: id, status: 'failed', attempts: 8, last_status_code: 500, last_error_code: 'http_error' },
      { webhook_id: id, status: 'delivering', due_at, started_at: Date.now() },
      { webhook_id: id, status: 'retrying', due_at, last_error_code: 'timeout' },
      { webhook_id: id, status: 'pending', due_at, attempts: 0 },
      { webhook_id: other, status: 'pending', due_at, attempts: 0 },
    ])
    assert.equal((await user.ask('DELETE', `/webhooks/${id}`)).status, 200)
    const short = (await readDeliveries(user, id)).deliveries.map((delivery: Record<string, unknown>) => [
      delivery.status,
      delivery.last_error_code,
      delivery.next_attempt_at,
    ])
    assert.deepEqual(short, [
      ['cancelled', 'endpoint_removed', null],
      ['cancelled', 'endpoint_removed', null],
      ['delivering', null, null],
      ['failed', 'http_error', null],
      ['delivered', null, null],
    ])
    assert.equal((await readDeliveries(user, other)).deliveries[0].status, 'pending')
  })

  test('a deleted webhook gets no more events, and its secret is erased', async () => {
    const user = await newPublisher(instance)
    const id = await createWebhook(user)
    await user.ask('DELETE', `/webhooks/${id}`)
    await schedulePost(user)
    assert.deepEqual((await readDeliveries(user, id)).deliveries, [])
    const row = await withDatabase(instance.data, (db) =>
      db.selectFrom('webhooks').select('secret').where('id', '=', id).executeTakeFirst(),
    )
    assert.equal(row?.secret, null)
  })

  test('a disabled webhook can be deleted, and settings no longer warn about it', async () => {
    const user = await instance.newUser()
    const id = await createWebhook(user)
    await setWebhook(instance.data, id, disabled())
    assert.equal((await user.ask('GET', '/settings')).body.data.warnings.length, 1)
    assert.equal((await user.ask('DELETE', `/webhooks/${id}`)).status, 200)
    assert.deepEqual((await user.ask('GET', '/settings')).body.data.warnings, [])
  })
})
