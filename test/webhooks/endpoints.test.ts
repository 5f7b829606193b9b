import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { type Client, createClient } from '../harness/client.ts'
import { makeInstanceData, onEachDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { type Instance, startInstance, type User } from '../harness/instance.ts'
import { openRows, type Rows } from '../harness/rows.ts'
import { receiverEnv, startReceiver, status } from '../harness/servers/receiver.ts'
import { createWebhook, insertDeliveries, readDeliveries } from '../harness/webhooks.ts'

/** The most requests at once to one endpoint. */
const mostAtOnce = 16
const backlog = 100_000

onEachDatabase((kind) => {
  /** A stage for deliveries. All of it ends with the test, the receiver first: instances wait for its responses. */
  async function stage(t: TestContext) {
    const instanceData = await makeInstanceData(kind, { migrated: true })
    const receiver = await startReceiver()
    let running: Instance[] = []
    async function start(worker: boolean, env: Readonly<Record<string, string>> = {}): Promise<Instance> {
      const instance = await startInstance(kind, {
        data: instanceData,
        env: { ...receiverEnv, ...env },
        roles: { api: true, worker },
      })
      running.push(instance)
      return instance
    }
    async function stop(): Promise<void> {
      await Promise.all(running.map((instance) => instance.stop()))
      running = []
    }
    // Nothing is delivered yet.
    const api = await start(false)
    const [user, other] = [await api.newUser(), await api.newUser()]
    const rows = await openRows(instanceData)
    t.after(async () => {
      await receiver.stop()
      await stop()
      await rows.close()
      await instanceData.remove()
    })
    /** Calls the instance that was started last. */
    const askAs =
      ({ key }: User): Client =>
      (...call) =>
        createClient(running.at(-1)?.base ?? '', key)(...call)
    return {
      ...{ place: instanceData, rows, receiver, stop },
      user: { id: user.id, ask: askAs(user) },
      other: { id: other.id, ask: askAs(other) },
      /** Starts a process that delivers. On SQLite it takes the place of the one before. */
      deliver: async (env?: Readonly<Record<string, string>>) => {
        if (kind === 'sqlite') await stop()
        await start(true, env)
      },
    }
  }

  const due = { status: 'pending', attempts: 0, due_at: 1 }
  const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one)

  /** Deliveries that wait for a webhook, by the thousands. */
  const pile = (rows: Rows, user: Pick<User, 'id'>, webhook: number, url: string, count = backlog) =>
    rows.change(async (db) => {
      const event = randomUUID()
      await db
        .insertInto('events')
        .values({ id: event, user_id: user.id, name: 'post.published', data: '{}', created_at: 1 })
        .execute()
      await sql`
        insert into deliveries (user_id, webhook_id, url, lane, event_id, event, status, due_at, fence, attempts, history, created_at)
        with recursive counted(n) as (select 1 union all select n + 1 from counted where n < ${count})
        select ${user.id}, ${webhook}, ${url}, ${`webhook:${webhook}`}, ${event}, 'post.published', 'pending', 1, 0, 0, '[]', 1 from counted`.execute(
        db,
      )
    })

  const openOf = (rows: Rows, webhook: number) =>
    rows.db
      .selectFrom('deliveries')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('webhook_id', '=', webhook)
      .where('due_at', 'is not', null)
      .executeTakeFirstOrThrow()
      .then(({ count }) => Number(count))

  if (kind === 'postgres')
    test('two processes never have more requests open at an endpoint than it has room for', async (t) => {
      const { place: instanceData, receiver, user, deliver } = await stage(t)
      let [open, most, answered] = [0, 0, 0]
      receiver.answer((response) => {
        open += 1
        most = Math.max(most, open)
        setTimeout(() => {
          open -= 1
          answered += 1
          response.writeHead(204).end()
        }, 10)
      })
      const count = 400
      const webhook = await createWebhook(user, { url: receiver.url })
      await insertDeliveries(instanceData, user.id, times(count, { ...due, webhook_id: webhook, url: receiver.url }))
      await Promise.all([deliver(), deliver()])
      await eventually('all are delivered', () => answered === count)
      assert.ok(most > 1 && most <= mostAtOnce, `${most} at once`)
      assert.equal(new Set(receiver.received.map(({ body }) => body.event_id)).size, count)
    })

  if (kind === 'postgres')
    test('events that come one by one while two processes deliver are each delivered once, and none is left', async (t) => {
      const { rows, receiver, user, deliver } = await stage(t)
      const webhooks = await Promise.all(
        times(5, 0).map((_, at) => createWebhook(user, { url: `${receiver.url}/${at}` })),
      )
      await Promise.all([deliver(), deliver()])
      const ids: string[] = []
      const add = async (webhook: number) => {
        for (let count = 0; count < 40; count += 1) {
          const { status, text, body } = await user.ask('POST', `/webhooks/${webhook}/test`)
          assert.equal(status, 200, text)
          ids.push(body.data.delivery.event_id)
        }
      }
      await Promise.all([...webhooks, ...webhooks].map(add))
      // Nothing comes any more that would wake an endpoint.
      for (const webhook of webhooks)
        await eventually('all are delivered', async () => (await openOf(rows, webhook)) === 0)
      assert.deepEqual(receiver.received.map(({ body }) => body.event_id).sort(), ids.sort())
      await eventually('no endpoint is due', async () => {
        const left = await rows.db.selectFrom('endpoints').select('id').where('due_at', 'is not', null).execute()
        return left.length === 0
      })
    })

  test('however much waits for an endpoint that answers “gone”, it is disabled at once, and its user’s other endpoints go on', async (t) => {
    const { rows, receiver, user, deliver } = await stage(t)
    receiver.answer((response, { path }) => response.writeHead(path.endsWith('/gone') ? 410 : 204).end())
    const [gone, healthy] = [`${receiver.url}/gone`, `${receiver.url}/healthy`]
    const webhook = await createWebhook(user, { url: gone })
    const other = await createWebhook(user, { url: healthy })
    await pile(rows, user, webhook, gone)
    await deliver()
    const { ask } = user
    await eventually('it is disabled', async () => {
      const [one] = (await ask('GET', '/webhooks')).body.data.webhooks
      return one.disabled_reason === 'gone'
    })
    const sent = receiver.received.length
    assert.equal((await ask('POST', `/webhooks/${other}/test`)).status, 200)
    const shown = async () => (await readDeliveries({ ask }, webhook)).deliveries
    assert.ok(
      (await shown()).every((one: { status: string }) => one.status === 'cancelled'),
      'all are shown cancelled',
    )
    await eventually('the other endpoint is told', () =>
      receiver.received.some(({ path }) => path.endsWith('/healthy')),
    )
    await eventually('all are cancelled', async () => (await openOf(rows, webhook)) === 0)
    const late = receiver.received.slice(sent).filter(({ path }) => path.endsWith('/gone'))
    assert.deepEqual(late, [], 'nothing more was sent')
  })

  test('deleting a webhook changes none of the deliveries that wait for it; they are shown as cancelled, and are in the end', async (t) => {
    const { rows, receiver, user, deliver } = await stage(t)
    const webhook = await createWebhook(user, { url: receiver.url })
    await pile(rows, user, webhook, receiver.url)
    assert.equal((await user.ask('DELETE', `/webhooks/${webhook}`)).status, 200)
    assert.equal(await openOf(rows, webhook), backlog)
    const [shown] = (await readDeliveries(user, webhook)).deliveries
    assert.deepEqual(
      [shown.status, shown.last_error_code, shown.next_attempt_at],
      ['cancelled', 'endpoint_removed', null],
    )
    await deliver()
    await eventually('all are cancelled', async () => (await openOf(rows, webhook)) === 0)
    assert.deepEqual(receiver.received, [])
    const codes = await rows.db
      .selectFrom('deliveries')
      .select(['status', 'last_error_code'])
      .distinct()
      .where('webhook_id', '=', webhook)
      .execute()
    assert.deepEqual(codes, [{ status: 'cancelled', last_error_code: 'endpoint_removed' }])
  })

  test('a webhook that is enabled again while its old deliveries are being cancelled gets the new ones, and none of the old', async (t) => {
    const { rows, receiver, user, deliver } = await stage(t)
    receiver.answer(status(410))
    const webhook = await createWebhook(user, { url: receiver.url })
    await pile(rows, user, webhook, receiver.url, 20_000)
    await deliver()
    const { ask } = user
    await eventually('it is disabled', async () => (await ask('POST', `/webhooks/${webhook}/test`)).status === 409)
    receiver.answer(status(204))
    const sent = receiver.received.length
    assert.equal((await ask('POST', `/webhooks/${webhook}/enable`)).status, 200)
    const { id } = (await ask('POST', `/webhooks/${webhook}/test`)).body.data.delivery
    await eventually('the new one is delivered', async () =>
      (await readDeliveries({ ask }, webhook)).deliveries.some(
        (one: { id: number; status: string }) => one.id === id && one.status === 'delivered',
      ),
    )
    await eventually('the old ones are cancelled', async () => (await openOf(rows, webhook)) === 0)
    assert.equal(receiver.received.length, sent + 1)
  })

  test('a delivery that cannot be read is put aside as it is, and stops nothing else', async (t) => {
    const { place: instanceData, rows, receiver, user, other, deliver } = await stage(t)
    const [webhook, theirs] = [
      await createWebhook(user, { url: receiver.url }),
      await createWebhook(other, { url: receiver.url }),
    ]
    const of = (id: number) => ({ ...due, webhook_id: id, url: receiver.url })
    const broken = [
      { ...of(webhook), status: 'retrying', attempts: 1, last_error_code: 'tls_error' },
      { ...of(webhook), history: '[{"number":' },
      { ...of(webhook), status: 'delivering', attempts: 2, history: 'no list', started_at: 1 },
    ] as const
    const parked = await insertDeliveries(instanceData, user.id, broken)
    await insertDeliveries(instanceData, user.id, times(5, of(webhook)))
    await insertDeliveries(instanceData, other.id, times(5, of(theirs)))
    await deliver()
    await eventually('all others are delivered', () => receiver.received.length === 10)
    const left = () =>
      rows.db
        .selectFrom('deliveries')
        .select(['status', 'attempts', 'history', 'last_error_code', 'due_at'])
        .where('id', 'in', parked)
        .orderBy('id')
        .execute()
    await eventually('they are put aside', async () => (await left()).every((row) => Number(row.due_at) > Date.now()))
    assert.deepEqual(
      (await left()).map(({ due_at: _, ...row }) => row),
      broken.map(({ status, attempts, ...one }) => ({
        ...{ status, attempts },
        history: 'history' in one ? one.history : '[]',
        last_error_code: 'last_error_code' in one ? one.last_error_code : null,
      })),
    )
    await eventually('the others are stored', async () => (await openOf(rows, webhook)) === broken.length)
  })

  test('an answer that is late delays neither the others that were sent with it nor what waits', async (t) => {
    const { place: instanceData, rows, receiver, user, deliver } = await stage(t)
    const late: (() => void)[] = []
    const webhook = await createWebhook(user, { url: receiver.url })
    const send = (count: number) =>
      insertDeliveries(instanceData, user.id, times(count, { ...due, webhook_id: webhook, url: receiver.url }))
    const stored = async () => (await openOf(rows, webhook)) === 0
    await send(40)
    await deliver()
    await eventually('the endpoint has all of its room', stored)
    receiver.answer((response) => {
      if (late.length === 0) late.push(() => response.writeHead(204).end())
      else response.writeHead(204).end()
    })
    await send(60)
    await eventually('all but one are stored', async () => (await openOf(rows, webhook)) === 1)
    assert.equal(late.length, 1)
    late[0]?.()
    await eventually('the last one is stored', stored)
  })

  test('an endpoint that does not respond is left alone, also by new events and after a restart, but not at a new address, or if somebody asks for a test', async (t) => {
    const { place: instanceData, rows, receiver, user, stop, deliver } = await stage(t)
    receiver.answer(() => {})
    const webhook = await createWebhook(user, { url: `${receiver.url}/hanging` })
    await insertDeliveries(instanceData, user.id, times(3, { ...due, webhook_id: webhook, url: receiver.url }))
    await deliver({ POLYPOST_TIME_SCALE: '7' })
    const endpoint = rows.db.selectFrom('endpoints').selectAll().where('lane', '=', `webhook:${webhook}`)
    await eventually('it is paused', async () => ((await endpoint.executeTakeFirst())?.silences ?? 0) > 0)
    const far = Date.now() + 3_600_000
    await rows.change((db) => db.updateTable('endpoints').set({ paused_until: far, due_at: far }).execute())
    await stop()
    receiver.answer(status(204))
    const sent = receiver.received.length
    await deliver()
    await insertDeliveries(instanceData, user.id, [{ ...due, webhook_id: webhook, url: receiver.url }])
    const [shown] = (await readDeliveries(user, webhook)).deliveries
    assert.equal(shown.next_attempt_at, new Date(far).toISOString())
    // Others are told meanwhile.
    const other = await createWebhook(user, { url: `${receiver.url}/other` })
    await user.ask('POST', `/webhooks/${other}/test`)
    await eventually('the other is told', () => receiver.received.length > sent)
    assert.equal((await endpoint.executeTakeFirstOrThrow()).paused_until, far)
    assert.equal(receiver.received.length, sent + 1)
    const changed = await user.ask('PATCH', `/webhooks/${webhook}`, { body: { url: `${receiver.url}/new` } })
    assert.equal(changed.status, 200, changed.text)
    await eventually('the new address is told', () => receiver.received.some(({ path }) => path.endsWith('/new')))
    await eventually('all are delivered', async () => (await openOf(rows, webhook)) === 0)
    await rows.change((db) => db.updateTable('endpoints').set({ paused_until: far }).execute())
    const { next_attempt_at } = (await user.ask('POST', `/webhooks/${webhook}/test`)).body.data.delivery
    assert.ok(Date.parse(next_attempt_at) < far, 'who asks for a delivery gets it now')
  })
})
