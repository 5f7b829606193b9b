import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createClient } from '../harness/client.ts'
import { type InstanceData, makeInstanceData, onEachDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { startInstance } from '../harness/instance.ts'
import { withDatabase } from '../harness/rows.ts'
import { receiverEnv, startReceiver } from '../harness/servers/receiver.ts'
import { createWebhook, insertDeliveries, readDeliveries } from '../harness/webhooks.ts'

/** More than there are slots for endpoints that have not answered yet. */
const hanging = 600
/** An even share of the same slots is fewer than two more for each of so many users. */
const crowd = 49
const hangingEach = 3
const farOff = 3_600_000 // milliseconds
/** More than a process sends at once. */
const waiting = 1_200

onEachDatabase((kind) => {
  async function place(t: TestContext): Promise<InstanceData> {
    const made = await makeInstanceData(kind, { migrated: true })
    t.after(made.remove)
    return made
  }

  /** An instance that stores webhooks and deliveries, and delivers nothing. */
  const storing = (at: InstanceData, env: Readonly<Record<string, string>> = {}) =>
    startInstance(kind, { data: at, env: { ...receiverEnv, ...env }, roles: { api: true, worker: false } })

  test('a user with hundreds of endpoints that hang does not delay the first delivery of another user', async (t) => {
    const at = await place(t)
    const ended: string[] = []
    const receiver = await startReceiver((response, { path }) => {
      response.once('close', () => ended.push(path))
      if (!path.includes('hanging')) response.writeHead(204).end()
    })
    const before = await storing(at)
    const [greedy, other] = [await before.newUser(), await before.newUser()]
    const webhook = await createWebhook(other, { url: `${receiver.url}/other` })
    await before.stop()
    const due = { status: 'pending', attempts: 0 }
    await insertDeliveries(
      at,
      greedy.id,
      Array.from({ length: hanging }, (_, number) => {
        const url = `${receiver.url}/hanging/${number}`
        return { ...due, post_id: 1, url, lane: `callback:${greedy.id}:${url}`, due_at: Date.now() - 60_000 }
      }),
    )
    await insertDeliveries(at, other.id, [
      { ...due, webhook_id: webhook, url: `${receiver.url}/other`, due_at: Date.now() - 1_000 },
    ])
    const instance = await startInstance(kind, { data: at, env: receiverEnv })
    try {
      await eventually('the other is told', () => ended.some((path) => path.endsWith('/other')))
      assert.deepEqual(
        ended.filter((path) => path.includes('hanging')),
        [],
        'none of those that hang has ended',
      )
    } finally {
      await receiver.stop()
      await instance.stop()
    }
  })

  test('endpoints that hang do not delay the new endpoints of their own users while slots are free', async (t) => {
    const at = await place(t)
    const ended: string[] = []
    const receiver = await startReceiver((response, { path }) => {
      response.once('close', () => ended.push(path))
      if (!path.includes('hanging')) response.writeHead(204).end()
    })
    const before = await storing(at)
    const users = await Promise.all(Array.from({ length: crowd }, () => before.newUser()))
    await before.stop()
    const healthy: number[] = []
    for (const { id } of users) {
      const due = { status: 'pending' as const, attempts: 0, post_id: 1 }
      const to = (path: string) => ({ ...due, url: `${receiver.url}/${path}`, lane: `callback:${id}:${path}` })
      const those = Array.from({ length: hangingEach }, (_, number) => to(`hanging/${id}-${number}`))
      await insertDeliveries(
        at,
        id,
        those.map((one) => ({ ...one, due_at: Date.now() })),
      )
      healthy.push(...(await insertDeliveries(at, id, [{ ...to(`healthy/${id}`), due_at: Date.now() + farOff }])))
    }
    const instance = await startInstance(kind, { data: at, env: receiverEnv })
    const endedOf = (manner: string) => ended.filter((path) => path.includes(manner)).length
    try {
      await eventually('all that hang are at work', () => receiver.received.length === crowd * hangingEach)
      await withDatabase(at, (db) =>
        db.updateTable('deliveries').set({ due_at: Date.now() }).where('id', 'in', healthy).execute(),
      )
      await eventually('all that answer are told', () => endedOf('healthy') === crowd || endedOf('hanging') > 0)
      // A busy machine may not tell all of them before the first that hangs has ended.
      assert.ok(endedOf('healthy') > crowd / 2, `${endedOf('healthy')} of ${crowd} were told before`)
    } finally {
      await receiver.stop()
      await instance.stop()
    }
  })

  test('an endpoint is told although thousands that wait for another one are due before', async (t) => {
    const at = await place(t)
    const ended: string[] = []
    const receiver = await startReceiver((response, { path }) => {
      response.once('close', () => ended.push(path))
      if (!path.endsWith('/hanging')) response.writeHead(204).end()
    })
    const before = await storing(at)
    const [greedy, other] = [await before.newUser(), await before.newUser()]
    const hangs = await createWebhook(greedy, { url: `${receiver.url}/hanging` })
    const responds = await createWebhook(other, { url: `${receiver.url}/other` })
    await before.stop()
    const due = { status: 'pending' as const, attempts: 0, due_at: Date.now() }
    const many = { ...due, webhook_id: hangs, url: `${receiver.url}/hanging`, due_at: due.due_at - 60_000 }
    await insertDeliveries(
      at,
      greedy.id,
      Array.from({ length: waiting }, () => many),
    )
    await insertDeliveries(at, other.id, [{ ...due, webhook_id: responds, url: `${receiver.url}/other` }])
    const instance = await startInstance(kind, { data: at, env: receiverEnv })
    try {
      await eventually('one has ended', () => ended.length > 0)
      assert.match(ended[0] ?? '', /\/other$/, 'the other is told before the one that hangs has ended')
    } finally {
      await receiver.stop()
      await instance.stop()
    }
  })

  test('an endpoint that does not answer is left alone with all that waits for it, however much it is', async (t) => {
    const at = await place(t)
    const receiver = await startReceiver(() => {})
    const before = await storing(at)
    const user = await before.newUser()
    const id = await createWebhook(user, { url: receiver.url })
    await before.stop()
    const start = Date.now()
    await insertDeliveries(
      at,
      user.id,
      Array.from({ length: waiting }, () => ({
        ...{ webhook_id: id, url: receiver.url, status: 'pending', attempts: 0, due_at: start - 1_000 },
      })),
    )
    const instance = await startInstance(kind, { data: at, env: { ...receiverEnv, POLYPOST_TIME_SCALE: '7' } })
    try {
      const endpoint = () => withDatabase(at, (db) => db.selectFrom('endpoints').selectAll().executeTakeFirstOrThrow())
      await eventually('it is left alone for a long time', async () => (await endpoint()).silences > 1)
      const { due_at, paused_until } = await endpoint()
      assert.ok(due_at !== null && due_at >= paused_until && paused_until > start)
      assert.ok(receiver.received.length < 10)
    } finally {
      await receiver.stop()
      await instance.stop()
    }
  })

  test('http addresses that were stored before the operator forbade http are no longer told', async (t) => {
    const at = await place(t)
    const receiver = await startReceiver()
    const before = await storing(at)
    const user = await before.newUser()
    const id = await createWebhook(user, { url: receiver.url })
    await before.stop()
    const due = { url: receiver.url, status: 'pending', attempts: 0, due_at: Date.now() }
    await insertDeliveries(at, user.id, [
      { ...due, webhook_id: id },
      { ...due, webhook_id: id },
      { ...due, post_id: 1 },
    ])
    const instance = await startInstance(kind, {
      data: at,
      env: { ...receiverEnv, POLYPOST_ALLOW_HTTP_WEBHOOKS: 'false' },
    })
    try {
      const statuses = () =>
        withDatabase(at, (db) => db.selectFrom('deliveries').select(['status', 'due_at']).execute())
      await eventually('all are cancelled', async () =>
        (await statuses()).every(({ status, due_at }) => status === 'cancelled' && due_at === null),
      )
      assert.deepEqual(receiver.received, [])
      const ask = createClient(instance.base, user.key)
      const [webhook] = (await ask('GET', '/webhooks')).body.data.webhooks
      assert.equal(webhook.disabled_reason, 'http_forbidden')
      const [warning] = (await ask('GET', '/settings')).body.data.warnings
      assert.match(warning.message, /its address is not https, and the operator allows only https now/)
      const enabled = await ask('POST', `/webhooks/${id}/enable`)
      assert.deepEqual([enabled.status, enabled.body.error.code], [422, 'forbidden_address'])
      assert.equal((await readDeliveries({ ask }, id)).deliveries.length, 2)
    } finally {
      await instance.stop()
      await receiver.stop()
    }
  })
})
