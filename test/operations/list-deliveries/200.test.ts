import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startAccepting } from '../../harness/posts.ts'
import { createWebhook, hookUrl, insertDeliveries, readDeliveries } from '../../harness/webhooks.ts'

const second = 1_000
const at = Date.UTC(2026, 10, 2, 9)
const iso = (time: number): string => new Date(time).toISOString()

onEachInstance(startAccepting, (instance) => {
  const idsOf = (page: { deliveries: { id: number }[] }): number[] => page.deliveries.map(({ id }) => id)

  test('120 deliveries are three pages, newest first, and new deliveries do not shift them', async () => {
    const user = await instance.newUser()
    const webhook_id = await createWebhook(user)
    const other = await createWebhook(user)
    const many = Array.from({ length: 120 }, () => [{ webhook_id }, { webhook_id: other }])
    const made = await insertDeliveries(instance.data, user.id, many.flat())
    const own = made.filter((_, index) => index % 2 === 0).reverse()

    const first = await readDeliveries(user, webhook_id)
    assert.deepEqual([idsOf(first), first.next_before], [own.slice(0, 50), own[49]])
    await insertDeliveries(instance.data, user.id, [{ webhook_id }])
    const second = await readDeliveries(user, webhook_id, `?before=${first.next_before}`)
    assert.deepEqual([idsOf(second), second.next_before], [own.slice(50, 100), own[99]])
    const third = await readDeliveries(user, webhook_id, `?before=${second.next_before}`)
    assert.deepEqual([idsOf(third), third.next_before], [own.slice(100), null])
  })

  test('a page that ends with the oldest delivery has no cursor', async () => {
    const user = await instance.newUser()
    const webhook_id = await createWebhook(user)
    const [oldest = 0] = await insertDeliveries(
      instance.data,
      user.id,
      Array.from({ length: 50 }, () => ({ webhook_id })),
    )
    const page = await readDeliveries(user, webhook_id, `?before=${Number.MAX_SAFE_INTEGER}`)
    assert.deepEqual([page.deliveries.length, page.next_before], [50, null])
    assert.deepEqual((await readDeliveries(user, webhook_id, `?before=${oldest}`)).deliveries, [])
  })

  test('each delivery has its status, with every attempt and the one in progress', async () => {
    const user = await instance.newUser()
    const webhook_id = await createWebhook(user)
    const failed = { number: 1, startedAt: at, finishedAt: at + second, statusCode: 503, error: 'http_error' }
    const broken = { number: 2, startedAt: at, finishedAt: at + second, statusCode: null, error: 'worker_interrupted' }
    const taken = { number: 2, startedAt: at, finishedAt: at + second, statusCode: 204, error: null }
    const last = { last_status_code: 503, last_error_code: 'http_error' }
    const history = (...attempts: object[]): string => JSON.stringify(attempts)
    await insertDeliveries(instance.data, user.id, [
      { webhook_id, status: 'pending', attempts: 0, due_at: at },
      { webhook_id, status: 'retrying', due_at: at, history: history(failed), ...last },
      {
        ...{ webhook_id, status: 'delivering', attempts: 2, due_at: at, started_at: at + 3 * second },
        ...{ history: history(failed, broken), ...last },
      },
      {
        ...{ webhook_id, attempts: 2, history: history(failed, taken), delivered_at: at + second },
        ...{ last_status_code: 204, last_error_code: null },
      },
      { webhook_id, status: 'failed', history: history(failed), ...last },
      { webhook_id, status: 'cancelled', attempts: 0, due_at: null },
    ])
    const { deliveries } = await readDeliveries(user, webhook_id)
    const shown = (number: number, status_code: number | null, error_code: string | null) => ({
      attempt_number: number,
      started_at: iso(at),
      finished_at: iso(at + second),
      status_code,
      error_code,
    })
    const refused = shown(1, 503, 'http_error')
    const underWay = { attempt_number: 2, started_at: iso(at + 3 * second), finished_at: null }
    const expected = [
      ['pending', 0, iso(at), null, null, null, []],
      ['retrying', 1, iso(at), 503, 'http_error', null, [refused]],
      [
        ...['delivering', 2, null, 503, 'http_error', null],
        [refused, shown(2, null, 'worker_interrupted'), { ...underWay, status_code: null, error_code: null }],
      ],
      ['delivered', 2, null, 204, null, iso(at + second), [refused, shown(2, 204, null)]],
      ['failed', 1, null, 503, 'http_error', null, [refused]],
      ['cancelled', 0, null, null, null, null, []],
    ]
    const read = deliveries.map((delivery: Record<string, unknown>) => [
      ...[delivery.status, delivery.attempts, delivery.next_attempt_at, delivery.last_status_code],
      ...[delivery.last_error_code, delivery.delivered_at, delivery.attempt_history],
    ])
    assert.deepEqual(read.reverse(), expected)
  })

  test('the payload, the URL and the secret are never returned', async () => {
    const user = await instance.newUser()
    const secret = 'a secret to be kept to itself'
    const webhook_id = await createWebhook(user, { secret })
    await insertDeliveries(instance.data, user.id, [{ webhook_id }])
    const text = JSON.stringify(await readDeliveries(user, webhook_id))
    for (const hidden of [hookUrl, secret, 'data-of-the-event', 'lane', 'fence']) assert.ok(!text.includes(hidden))
  })
})
