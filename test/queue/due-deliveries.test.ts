import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readConfig } from '../../src/app/config.ts'
import { openStore, type Store } from '../../src/app/open-store.ts'
import { deliverySlots, dueDeliveriesOf } from '../../src/queue/due-deliveries.ts'
import { createEndpointRoom, type EndpointRoom } from '../../src/queue/endpoint-room.ts'
import { type ClaimedDelivery, dueDeliveries } from '../../src/store/due-deliveries.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { appendEvents } from '../../src/store/events.ts'
import { insertWebhook } from '../../src/store/webhooks.ts'
import { systemClock } from '../../src/system/clock.ts'
import { makePlace, onEachDatabase, type Place } from '../harness/database.ts'

const roomOfEach = 16
const endpoints = 5
/** More than a look reads. */
const crowd = 1_100

onEachDatabase((kind) => {
  let place: Place
  let store: Store
  let userId: number
  const hour = 3_600_000

  before(async () => {
    place = await makePlace(kind)
    store = await openStore(readConfig(place.env), systemClock, { locks: true, migrates: true })
    const { database, sealer } = store
    const now = systemClock.now()
    userId = (await database.kysely.selectFrom('users').select('id').executeTakeFirstOrThrow()).id
    await database.transaction(async (tx) => {
      for (let at = 0; at < endpoints; at += 1)
        await insertWebhook(
          tx,
          { userId, url: `https://acme.example/${at}`, events: ['*'], now },
          `secret ${at}`,
          sealer,
        )
      const events = Array.from({ length: crowd / endpoints }, () => ({ name: 'post.published', data: {} }))
      await appendEvents(tx, { userId, postId: null, now }, events)
    })
  })
  after(async () => {
    await store.close()
    await place.remove()
  })

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
    const begun = { user_id: userId, lane: 'webhook:0' } as ClaimedDelivery
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
