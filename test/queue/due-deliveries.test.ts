import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../src/app/config.ts'
import { openStore } from '../../src/app/open-store.ts'
import { deliverySlots, dueDeliveriesOf } from '../../src/queue/due-deliveries.ts'
import { createEndpointRoom, type EndpointRoom } from '../../src/queue/endpoint-room.ts'
import { type ClaimedDelivery, dueDeliveries } from '../../src/store/due-deliveries.ts'
import type { Database, DatabaseKind } from '../../src/store/engine/database.ts'
import { appendEvents } from '../../src/store/events.ts'
import { insertWebhook } from '../../src/store/webhooks.ts'
import { systemClock } from '../../src/system/clock.ts'
import { makePlace, onEachDatabase } from '../harness/database.ts'

const roomOfEach = 16
const endpoints = 5
/** More than a look reads. */
const crowd = 1_100

const hour = 3_600_000
const minute = 60_000

/** A store with one user. */
async function openEmpty(kind: DatabaseKind) {
  const place = await makePlace(kind, { migrated: true })
  const store = await openStore(readConfig(place.env), systemClock, { locks: true, migrates: true })
  const { database, sealer } = store
  const userId = (await database.kysely.selectFrom('users').select('id').executeTakeFirstOrThrow()).id
  const now = systemClock.now()
  return {
    database,
    userId,
    addWebhook: (url: string) =>
      database.transaction((tx) => insertWebhook(tx, { userId, url, events: ['*'], now }, `secret of ${url}`, sealer)),
    /** Each event is due to all endpoints. */
    addEvents: (count: number) =>
      database.transaction(async (tx) => {
        const events = Array.from({ length: count }, () => ({ name: 'post.published', data: {} }))
        await appendEvents(tx, { userId, postId: null, now }, events)
      }),
    close: async () => {
      await store.close()
      await place.remove()
    },
  }
}

onEachDatabase((kind) => {
  let store: Awaited<ReturnType<typeof openEmpty>>

  before(async () => {
    store = await openEmpty(kind)
    for (let at = 0; at < endpoints; at += 1) await store.addWebhook(`https://acme.example/${at}`)
    await store.addEvents(crowd / endpoints)
  })
  after(() => store.close())

  /** Endpoints that respond have all of their room. */
  async function knownRoom(): Promise<EndpointRoom> {
    const room = createEndpointRoom(deliverySlots)
    const { due } = await dueDeliveries(store.database.read, { limit: crowd, except: [] })
    for (const lane of new Set(due.map(({ lane }) => lane)))
      for (let times = 0; times < roomOfEach; times += 1) room.begin(lane).answered(1)
    return room
  }

  test('a look counts what has begun while it was reading', async () => {
    const source = dueDeliveriesOf(store.database, await knownRoom(), () => hour)
    const running: ClaimedDelivery[] = []
    const claiming = source.claim({ slots: 100, lease: hour, running: () => running })
    const begun = { user_id: store.userId, lane: 'webhook:0' } as ClaimedDelivery
    running.push(...Array.from({ length: 70 }, () => begun))
    // A user has three quarters of the slots.
    assert.equal((await claiming).rows.length, 5)
  })

  if (kind === 'postgres')
    test('claims that are under way at the same time take no more than endpoints have room for and users have a share of', async () => {
      const { database } = store
      let answered = Promise.resolve()
      const slow: Database = {
        ...database,
        single: async (work) => {
          await answered
          return database.single(work)
        },
      }
      const source = dueDeliveriesOf(slow, await knownRoom(), () => hour)
      const ask = (slots: number) => ({ slots, lease: hour, running: () => [] })
      const claim = async (slots: number) => (await source.claim(ask(slots))).rows
      const beside = async (slots: number) => ((await source.claimBeside?.(ask(slots))) ?? { rows: [] }).rows

      // After a look, a walk and a claim in turns, all endpoints are known to be behind.
      for (let times = 0; times < 3; times += 1) await claim(100)

      const { promise, resolve } = Promise.withResolvers<void>()
      answered = promise
      // A user has three quarters of the slots: 40, and 70 with those.
      const both = Promise.all([claim(54), beside(94)])
      resolve()
      const [first, second] = await both
      const ofLane = Map.groupBy([...first, ...second], ({ lane }) => lane)
      const most = Math.max(...[...ofLane.values()].map((rows) => rows.length))
      assert.deepEqual([first.length, second.length, most], [40, 30, roomOfEach])
    })
})

onEachDatabase((kind) => {
  let store: Awaited<ReturnType<typeof openEmpty>>
  let room: EndpointRoom
  let running: { work: ClaimedDelivery; turn: ReturnType<EndpointRoom['begin']> }[]
  let source: ReturnType<typeof dueDeliveriesOf>

  beforeEach(async () => {
    store = await openEmpty(kind)
    room = createEndpointRoom(deliverySlots)
    running = []
    source = dueDeliveriesOf(store.database, room, () => hour)
  })
  afterEach(() => store.close())

  /** Begins what it finds, and returns how many there are. */
  async function claim(slots = deliverySlots): Promise<number> {
    const { rows } = await source.claim({ slots, lease: hour, running: () => running.map(({ work }) => work) })
    running.push(...rows.map((work) => ({ work, turn: room.begin(work.lane) })))
    return rows.length
  }

  /** Ends the first delivery with a response. */
  const answer = () => running.shift()?.turn.answered(1)

  /** Deliveries to a new endpoint that have been due for hours. */
  async function addLate(count: number, hours = 10): Promise<string> {
    const { id } = await store.addWebhook(`https://acme.example/${count}`)
    await store.addEvents(count)
    const lane = `webhook:${id}`
    await store.database.kysely
      .updateTable('deliveries')
      .set(({ eb }) => ({ due_at: eb('due_at', '-', hours * hour) }))
      .where('lane', '=', lane)
      .execute()
    return lane
  }

  const learn = (lane: string) => {
    for (let times = 0; times < roomOfEach; times += 1) room.begin(lane).answered(1)
  }

  test('a claim reads once what waits for an endpoint that does not respond, and then only what has become due lately', async () => {
    await addLate(3)
    assert.deepEqual([await claim(), await claim()], [1, 0])
    await addLate(1)
    assert.equal(await claim(), 0, 'due for hours')
    await store.addWebhook('https://acme.example/now')
    await store.addEvents(1)
    assert.equal(await claim(), 2, 'due now, to the two endpoints that have room')
  })

  test('what waits for an endpoint is claimed when its delivery has ended, although claims have passed over it', async () => {
    await addLate(3)
    assert.deepEqual([await claim(), await claim()], [1, 0])
    answer()
    assert.equal(await claim(), 2)
  })

  test('what becomes due is claimed at once although more waits for an endpoint that does not respond than a look reads', async () => {
    await addLate(crowd)
    // A look at all, and a walk.
    assert.deepEqual([await claim(), await claim()], [1, 0])
    await store.addWebhook('https://acme.example/now')
    await store.addEvents(1)
    assert.equal(await claim(), 1)
  })

  test('an endpoint is found behind more that waits for another one than a look reads', async () => {
    await addLate(crowd)
    await addLate(1, 5)
    assert.deepEqual([await claim(), await claim()], [1, 1])
  })

  test('what waits for an endpoint that responds is claimed when it has room', async () => {
    learn(await addLate(roomOfEach + 2))
    assert.deepEqual([await claim(), await claim()], [roomOfEach, 0])
    answer()
    assert.equal(await claim(), 1)
  })

  test('what waits for slots is claimed when slots are free', async () => {
    learn(await addLate(roomOfEach))
    // A user has three quarters of the slots.
    assert.deepEqual([await claim(4), await claim(4)], [3, 0])
    assert.equal(await claim(), roomOfEach - 3)
  })

  test('what was due long before it was committed is claimed soon', { timeout: minute }, async () => {
    source = dueDeliveriesOf(store.database, room, () => 20)
    await addLate(2)
    assert.deepEqual([await claim(), await claim()], [1, 0])
    await addLate(1)
    while ((await claim()) === 0) await sleep(1)
  })
})
