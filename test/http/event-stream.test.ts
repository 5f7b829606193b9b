import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { requestHead } from '../harness/connection.ts'
import { onEachDatabase } from '../harness/database.ts'
import { type EventReader, readEvents } from '../harness/event-stream.ts'
import { eventually } from '../harness/eventually.ts'
import { type Instance, startInstance, type User } from '../harness/instance.ts'
import { newPublisher, schedulePost } from '../harness/posts.ts'
import { openRows, type Rows } from '../harness/rows.ts'

const maxStreams = 10

/** Less than the grace period of a stopping process, and far more than an idle process needs. */
const patience = 15_000

onEachDatabase((kind) => {
  let instance: Instance
  let rows: Rows
  const env = { POLYPOST_TIME_SCALE: '50', POLYPOST_RATE_LIMITS: '100,100,100,1000000' }
  const readers: EventReader[] = []

  before(async () => {
    instance = await startInstance(kind, { env })
    rows = await openRows(instance.data)
  })
  after(async () => {
    for (const reader of readers) reader.drop()
    await rows.close()
    await instance.stop()
  })

  async function follow({ key }: User, headers = {}): Promise<EventReader> {
    const reader = await readEvents(instance.base, key, headers)
    readers.push(reader)
    return reader
  }

  /** As the operator sees it. */
  async function openStreams(): Promise<number> {
    const metrics = await (await fetch(`${instance.base}/metrics`)).text()
    return Number(/^polypost_event_streams (\d+)$/m.exec(metrics)?.[1])
  }

  const allClosed = () => eventually('no stream is open', async () => (await openStreams()) === 0)

  test('an idle stream sends keep-alive messages, and lasts longer than any request may take', async () => {
    // A busy machine takes a while to answer the calls before it.
    const longest = 5_000
    const limits = { headersTimeout: longest, requestTimeout: longest, keepAliveTimeout: 100, checkInterval: 50 }
    const strict = await startInstance(kind, { env, limits, ...(kind === 'postgres' && { data: instance.data }) })
    try {
      const reader = await readEvents(strict.base, (await strict.newUser()).key)
      await sleep(2 * longest)
      const before = reader.heartbeats()
      await eventually('it goes on', () => reader.heartbeats() > before)
      assert.ok(before > 0)
      assert.deepEqual(reader.events, [])
      reader.drop()
    } finally {
      await strict.stop()
    }
  })

  test('a stream ends when its key is revoked, and others of the same user go on', async () => {
    const user = await newPublisher(instance)
    const made = await instance.owner('POST', `/admin/users/${user.id}/keys`, { body: { name: 'second' } })
    const [kept, ending] = [await follow(user), await follow({ ...user, key: made.body.data.key })]
    await instance.owner('DELETE', `/admin/keys/${made.body.data.id}`)
    assert.equal(await ending.ended(), 'whole')
    await schedulePost(user)
    await kept.until(3)
    assert.deepEqual(ending.events, [])
    kept.drop()
    await allClosed()
  })

  test('a user has at most 10 streams; closing one makes room again, and other users are not affected', async () => {
    const [user, other] = [await instance.newUser(), await instance.newUser()]
    const open = await Promise.all(Array.from({ length: maxStreams }, () => follow(user)))
    const { status, body } = await user.ask('GET', '/events/stream')
    assert.deepEqual([status, body.error.code], [403, 'limit_reached'])
    assert.equal(body.error.details[0].limit, maxStreams)
    const beside = await follow(other)
    open[0]?.drop()
    await eventually('there is room again', () => follow(user).catch(() => null))
    await eventually('the other one goes on', () => beside.heartbeats() > 0)
    for (const reader of readers) reader.drop()
    await allClosed()
  })

  test('however long a stream is open, it counts as one request', async () => {
    const user = await instance.newUser(1)
    const reader = await follow(user)
    await eventually('it was said three times', () => reader.heartbeats() >= 3)
    assert.equal((await user.ask('GET', '/usage')).headers.get('x-ratelimit-remaining'), '98')
    reader.drop()
    await allClosed()
  })

  test('HEAD opens no stream', async () => {
    const { status, headers } = await (await instance.newUser()).ask('HEAD', '/events/stream')
    assert.deepEqual([status, headers.get('content-type')], [200, 'text/event-stream; charset=utf-8'])
    assert.equal(await openStreams(), 0)
  })

  test('a client that does not read is disconnected and can resume later, and others get all events in the meantime', async () => {
    const user = await newPublisher(instance, { platforms: ['x'] })
    const reader = await follow(user)
    const slow = connect(Number(new URL(instance.base).port), '127.0.0.1')
    slow.write(requestHead('GET', '/api/v1/events/stream', { authorization: `Bearer ${user.key}` }))
    await eventually('both are open', async () => (await openStreams()) === 2)
    const { jobIds } = await schedulePost(user, { platforms: ['x'] })
    const count = 2 + (await addChanges(jobIds[0] ?? 0))
    await eventually('one was cut', async () => (await openStreams()) === 1)
    await reader.until(count)

    slow.on('error', () => {})
    const taken = await takeRest(slow)
    const ids = [...taken.matchAll(/^id: (\d+)\nevent: \w+\ndata: \{.*\}$/gm)].map(([, id]) => Number(id))
    assert.ok(ids.length > 0 && ids.length < count, `${ids.length} of ${count}`)
    const again = await follow(user, { 'last-event-id': String(ids.at(-1)) })
    await again.until(count - ids.length)
    assert.deepEqual(
      [...ids, ...again.events.map(({ id }) => id)],
      reader.events.map(({ id }) => id),
    )
    for (const one of [reader, again]) one.drop()
    await allClosed()
  })

  /** More than the system buffers for a connection; returns the number of bytes. */
  async function addChanges(jobId: number, { change } = rows): Promise<number> {
    await change((db) =>
      db
        .updateTable('jobs')
        .set({ named: 'a name of a platform '.repeat(100) })
        .where('id', '=', jobId)
        .execute(),
    )
    const doublings = 13
    const columns = ['user_id', 'kind', 'post_id', 'job_id', 'status', 'at'] as const
    for (let times = 0; times < doublings; times++)
      await change((db) =>
        db
          .insertInto('status_log')
          .columns(columns)
          .expression((e) => e.selectFrom('status_log').select(columns).where('job_id', '=', jobId))
          .execute(),
      )
    return 2 ** doublings - 1
  }

  /** The data that arrived before the connection was cut. */
  async function takeRest(socket: ReturnType<typeof connect>): Promise<string> {
    let taken = ''
    socket.setEncoding('utf8').on('data', (piece) => (taken += piece))
    await once(socket, 'close')
    // Without the chunk sizes.
    return taken.replace(/\r\n[0-9a-f]+\r\n/g, '')
  }

  test('a client that does not read does not delay the end of the process', async () => {
    // In real time, so that no heartbeat notices it earlier.
    const other = await startInstance(kind, kind === 'postgres' ? { data: instance.data } : {})
    const user = await newPublisher(other, { platforms: ['x'] })
    const slow = connect(Number(new URL(other.base).port), '127.0.0.1')
    slow.on('error', () => {})
    slow.write(requestHead('GET', '/api/v1/events/stream', { authorization: `Bearer ${user.key}` }))
    const reader = await readEvents(other.base, user.key)
    const { jobIds } = await schedulePost(user, { platforms: ['x'] })
    const own = await openRows(other.data)
    await reader.until(2 + (await addChanges(jobIds[0] ?? 0, own)))
    await own.close()
    const stopped = other.stop().then(() => true)
    assert.ok(await Promise.race([stopped, sleep(patience, false, { ref: false })]), 'it waits for the reader')
    await takeRest(slow)
  })

  test('when the process stops, streams end completely without delaying it, and no new one is opened', async () => {
    const other = await startInstance(kind, { env, ...(kind === 'postgres' && { data: instance.data }) })
    const user = await newPublisher(other, { platforms: ['x'] })
    const reader = await readEvents(other.base, user.key)
    await schedulePost(user, { platforms: ['x'] })
    await reader.until(2)
    const stopped = other.stop()
    assert.equal(await reader.ended(), 'whole')
    await stopped
    assert.equal(reader.events.length, 2)
  })
})
