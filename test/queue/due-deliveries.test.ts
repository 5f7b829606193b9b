import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../src/app/config.ts'
import { openStore } from '../../src/app/open-store.ts'
import { deliverySlots, dueDeliveriesOf } from '../../src/queue/due-deliveries.ts'
import { createEndpointRoom } from '../../src/queue/endpoint-room.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { appendEvents } from '../../src/store/events.ts'
import { insertWebhook } from '../../src/store/webhooks.ts'
import { systemClock } from '../../src/system/clock.ts'
import { makePlace, onEachDatabase } from '../harness/database.ts'

const roomOfEach = 16
const endpoints = 5
/** More than a look reads. */
const crowd = 1_100

onEachDatabase((kind) => {
  if (kind === 'sqlite') return
  test('claims that are under way at the same time take no more than endpoints have room for and users have a share of', async (t) => {
    const place = await makePlace(kind)
    const { database, sealer, close } = await openStore(readConfig(place.env), systemClock, {
      locks: true,
      migrates: true,
    })
    t.after(async () => {
      await close()
      await place.remove()
    })
    const now = systemClock.now()
    const userId = (await database.kysely.selectFrom('users').select('id').executeTakeFirstOrThrow()).id
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

    let answered = Promise.resolve()
    const slow: Database = {
      ...database,
      single: async (work) => {
        await answered
        return database.single(work)
      },
      step: async (work) => {
        await answered
        return database.step(work)
      },
    }
    const room = createEndpointRoom(deliverySlots)
    const hour = 3_600_000
    const source = dueDeliveriesOf(slow, room, () => hour)
    const ask = (slots: number) => ({ slots, lease: hour, running: () => [] })
    const claim = async (slots: number) => (await source.claim(ask(slots))).rows
    const beside = async (slots: number) => ((await source.claimBeside?.(ask(slots))) ?? { rows: [] }).rows

    // They respond, so each of them has all of its room. After a look, a walk and a claim in turns they are known to be behind.
    for (const { lane } of await claim(100))
      for (let times = 0; times < roomOfEach; times += 1) room.begin(lane).answered(1)
    await claim(100)
    await claim(100)

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
