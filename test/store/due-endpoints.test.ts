import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { readConfig } from '../../src/app/config.ts'
import { openStore, type Store } from '../../src/app/open-store.ts'
import { findDelivery } from '../../src/store/deliveries/deliveries.ts'
import { findDueEndpoints, type LeasedEndpoint, takeEndpoints } from '../../src/store/deliveries/due-endpoints.ts'
import { endAttempts } from '../../src/store/deliveries/ended-deliveries.ts'
import {
  type CancelPosition,
  cancelSome,
  cancelWaiting,
  fromStart,
  pruneEndpoints,
  type ReleasedEndpoint,
  releaseEndpoints,
} from '../../src/store/deliveries/endpoints.ts'
import { appendEvents } from '../../src/store/deliveries/events.ts'
import { insertWebhook } from '../../src/store/deliveries/webhooks.ts'
import type { Transaction, Writer } from '../../src/store/engine/database.ts'
import { nextDueIn, renewLeases } from '../../src/store/engine/leases.ts'
import { inOrder } from '../../src/store/engine/listed.ts'
import { systemClock } from '../../src/system/clock.ts'
import { type InstanceData, makeInstanceData, onEachDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { rowsRead, rowsUpdated } from '../harness/rows-read.ts'

const lease = 60_000
/** A lease that has ended. */
const past = -1
const hour = 3_600_000
const success = { status: 'delivered', dueIn: null, statusCode: 204, error: null } as const

onEachDatabase((kind) => {
  let instanceData: InstanceData
  let store: Store
  let userId: number
  let webhookId: number
  let endpointId: number

  before(async () => {
    instanceData = await makeInstanceData(kind, { migrated: true })
    store = await openStore(readConfig(instanceData.env), systemClock, { locks: true, migrates: true })
    const { database, sealer } = store
    userId = (await database.kysely.selectFrom('users').select('id').executeTakeFirstOrThrow()).id
    const webhook = { userId, url: 'https://acme.example/hook', events: ['*'], now: systemClock.now() }
    webhookId = (await database.transaction((tx) => insertWebhook(tx, webhook, 'a secret of theirs', sealer))).id
  })
  after(async () => {
    await store.close()
    await instanceData.remove()
  })
  beforeEach(async () => {
    const { kysely } = store.database
    // Deleted rows keep their place in the table, which changes what PostgreSQL expects.
    if (kind === 'postgres') await sql`truncate deliveries, endpoints`.execute(kysely)
    else for (const table of ['deliveries', 'endpoints'] as const) await kysely.deleteFrom(table).execute()
  })

  /** Deliveries to the one webhook. */
  async function add(count: number): Promise<void> {
    await store.database.transaction((tx) =>
      appendEvents(
        tx,
        { userId, postId: null, now: systemClock.now() },
        Array.from({ length: count }, (_, number) => ({ name: 'post.published', data: { number } })),
      ),
    )
    endpointId = (await endpoint()).id
  }

  const lane = () => `webhook:${webhookId}`
  const endpoint = (of = lane()) =>
    store.database.read.selectFrom('endpoints').selectAll().where('lane', '=', of).executeTakeFirstOrThrow()
  const ids = async () =>
    (await store.database.read.selectFrom('deliveries').select('id').orderBy('id').execute()).map(({ id }) => id)

  const look = () =>
    findDueEndpoints(store.database.read, { responding: 100, unknown: 100, fullUsers: [], fullOfUnknown: [] })

  async function take(slots: number, leaseTime = lease): Promise<LeasedEndpoint> {
    const [one] = await takeEndpoints(store.database, [{ id: endpointId, slots }], leaseTime)
    assert.ok(one)
    return one
  }

  const release = async (held: LeasedEndpoint, how: Partial<ReleasedEndpoint> = {}) => {
    const { id, fence, room, silences } = held
    const row = { id, fence, room, silences, pause: 0, wasIdle: false, cancelledBefore: null, ...how }
    return store.database.step((tx) => releaseEndpoints(tx, [row]))
  }

  /** Ends the lease of an endpoint and of what was taken with it. */
  async function endLease(held: LeasedEndpoint): Promise<void> {
    const { kysely } = store.database
    await kysely.updateTable('endpoints').set({ held_until: 0 }).where('id', '=', held.id).execute()
    await kysely.updateTable('deliveries').set({ held_until: 0 }).where('lane', '=', held.lane).execute()
  }

  const end = (held: LeasedEndpoint) =>
    store.database.step((tx) =>
      endAttempts(
        tx,
        held.deliveries.map(({ id, fence }) => ({ id, fence, ...success, history: [] })),
      ),
    )

  test('an endpoint that is held is not due to others until its lease ends, and stays due', async () => {
    await add(3)
    const held = await take(2)
    assert.equal(held.deliveries.length, 2)
    assert.deepEqual(await look(), [])
    assert.equal(await nextDueIn(store.database.read, 'endpoints', hour), null)
    assert.deepEqual(await takeEndpoints(store.database, [{ id: endpointId, slots: 2 }], lease), [])
    assert.ok(((await endpoint()).due_at ?? lease) <= systemClock.now())
    await endLease(held)
    assert.deepEqual(await look(), [{ id: endpointId, user_id: userId, room: 1 }])
  })

  test('only the holder of an endpoint can renew its lease, take more, and give it back', async () => {
    await add(3)
    const lost = await take(1, past)
    const held = await take(1)
    assert.equal(held.fence, lost.fence + 1)
    assert.deepEqual(await renewLeases(store.database, 'endpoints', [lost], lease), { renewed: [], busy: [] })
    const more = (fence: number) => takeEndpoints(store.database, [{ id: endpointId, slots: 5, fence }], lease)
    assert.deepEqual(await more(lost.fence), [])
    assert.deepEqual(await release(lost), [])
    const [again] = await more(held.fence)
    assert.deepEqual([again?.fence, again?.deliveries.length], [held.fence, 2])
    assert.deepEqual(await renewLeases(store.database, 'endpoints', [held], lease), { renewed: [held.id], busy: [] })
    assert.deepEqual(await release(held), [held.id])
  })

  test('as many as are asked for are taken with an endpoint, the longest due first, each with what its attempt needs', async () => {
    await add(5)
    const taken = inOrder((await take(3)).deliveries)
    assert.deepEqual(
      taken.map(({ id, lane, status, attempts, fence, url, gone, data, history }) => [
        ...[id, lane, status, attempts, fence, url, gone],
        ...[Object.keys(JSON.parse(data)), history],
      ]),
      (await ids())
        .slice(0, 3)
        .map((id) => [id, lane(), 'delivering', 1, 1, 'https://acme.example/hook', null, ['number'], []]),
    )
  })

  test('an attempt that is interrupted again and again is recorded each time, and counts once', async () => {
    await add(1)
    await endLease(await take(1))
    for (const times of [1, 2, 3]) {
      // So that a clock in milliseconds advances.
      await sleep(2)
      const held = await take(1)
      const [again] = held.deliveries
      assert.ok(again)
      assert.equal(again.attempts, 1)
      const stored = await findDelivery(store.database.read, webhookId, again.id)
      assert.deepEqual(
        stored?.history.map(({ number, error }) => [number, error]),
        Array.from({ length: times }, () => [1, 'worker_interrupted']),
      )
      assert.deepEqual(again.history, stored?.history)
      await endLease(held)
    }
  })

  test('what an older version is delivering is not taken, and its endpoint is looked at again in a moment', async () => {
    await add(1)
    await store.database.kysely
      .updateTable('deliveries')
      .set({ status: 'delivering', attempts: 1, held_until: systemClock.now() + hour })
      .execute()
    const held = await take(5)
    assert.deepEqual(held.deliveries, [])
    await release(held, { wasIdle: true })
    assert.deepEqual(await look(), [])
    const wait = await nextDueIn(store.database.read, 'endpoints')
    assert.ok(wait !== null && wait > 0, `${wait}`)
  })

  test('an endpoint that is given back is due with what waits for it: now, later, after its pause, or not at all', async () => {
    const { kysely } = store.database
    await add(2)
    const before = systemClock.now()
    const first = await take(1)
    await end(first)
    await release(first)
    const waiting = await endpoint()
    assert.ok(waiting.due_at !== null && waiting.due_at <= systemClock.now())

    await kysely
      .updateTable('deliveries')
      .set({ due_at: before + hour })
      .where('due_at', 'is not', null)
      .execute()
    const idle = await take(1)
    assert.deepEqual(idle.deliveries, [])
    await release(idle)
    assert.equal((await endpoint()).due_at, before + hour)

    await kysely.updateTable('deliveries').set({ due_at: before }).where('due_at', 'is not', null).execute()
    const silent = await take(1)
    await end(silent)
    await add(1)
    await release(silent, { pause: hour, room: 1, silences: 1 })
    const paused = await endpoint()
    assert.ok(paused.due_at !== null && paused.due_at === paused.paused_until && paused.due_at >= before + hour)
    await add(1)
    assert.equal((await endpoint()).due_at, paused.due_at, 'what is new does not end the pause')

    await kysely.deleteFrom('deliveries').execute()
    await kysely.updateTable('endpoints').set({ due_at: 0, paused_until: 0 }).execute()
    await release(await take(1), { pause: 10 })
    assert.equal((await endpoint()).due_at, null)
    await add(1)
    await eventually('it is due again', async () => (await look()).length === 1)
  })

  test('what waits for an endpoint that is gone is cancelled in parts, except what was created later', async () => {
    const { kysely, read } = store.database
    await add(1_100)
    await kysely.updateTable('deliveries').set({ created_at: 1 }).execute()
    await add(1)
    await store.database.step((tx) => cancelWaiting(tx, lane(), 2))
    assert.deepEqual(await look(), [{ id: endpointId, user_id: userId, room: 0 }])
    const held = await take(0)
    assert.deepEqual([held.cancel_before, held.deliveries], [2, []])
    let parts = 0
    let next: CancelPosition | null = fromStart
    while (next) {
      const after: CancelPosition = next
      next = await store.database.step((tx) => cancelSome(tx, { endpoint: lane(), createdBefore: 2, after }))
      parts += 1
    }
    assert.ok(parts > 2, `${parts} parts`)
    const left = await read.selectFrom('deliveries').select('status').where('due_at', 'is not', null).execute()
    assert.deepEqual(left, [{ status: 'pending' }])
    // In the meantime, more was to be cancelled.
    await store.database.step((tx) => cancelWaiting(tx, lane(), 3))
    await release(held, { cancelledBefore: 2 })
    assert.equal((await endpoint()).cancel_before, 3)
    await release(await take(0), { cancelledBefore: 3 })
    assert.equal((await endpoint()).cancel_before, null)
    assert.deepEqual(
      (await take(5)).deliveries.map(({ status }) => status),
      ['delivering'],
    )
  })

  test('endpoints that nothing was sent to for long are removed, and what comes later makes a new one', async () => {
    await add(1)
    const held = await take(1)
    const prune = (before: number) => store.database.step((tx) => pruneEndpoints(tx, { before, after: 0, limit: 100 }))
    await prune(systemClock.now() + hour)
    assert.equal((await endpoint()).id, endpointId, 'it is held')
    await end(held)
    await release(held)
    await prune(systemClock.now() - hour)
    assert.equal((await endpoint()).id, endpointId, 'it is young')
    await prune(systemClock.now() + hour)
    assert.deepEqual(await store.database.read.selectFrom('endpoints').select('id').execute(), [])
    await add(1)
    assert.notEqual(endpointId, held.id)
    assert.equal((await take(1)).deliveries.length, 1)
  })

  test('ended attempts are stored, except those that another worker has taken in the meantime', async () => {
    await add(3)
    const lost = await take(1)
    await endLease(lost)
    const held = await take(3)
    assert.deepEqual(await end(lost), [])
    const finished = held.deliveries.map(({ id, fence, started_at: deliveredAt }) => {
      const attempt = { number: 1, startedAt: deliveredAt, finishedAt: deliveredAt, statusCode: 204, error: null }
      return { id, fence, ...success, history: [attempt], deliveredAt }
    })
    const endAll = () => store.database.single((writer) => endAttempts(writer, finished))
    assert.deepEqual((await endAll()).sort(), (await ids()).sort())
    for (const { id, deliveredAt, history } of finished) {
      const row = await findDelivery(store.database.read, webhookId, id)
      assert.deepEqual(
        [row?.status, row?.due_at, row?.last_status_code, row?.last_error_code, row?.delivered_at, row?.history],
        ['delivered', null, 204, null, deliveredAt, history],
      )
    }
    assert.deepEqual(await endAll(), [])
  })

  if (kind === 'postgres') {
    const within = (tx: Transaction) => ({
      kind,
      single: <T>(work: (db: Writer) => Promise<T>) => work(tx),
      step: store.database.step,
    })
    const takeIn = (tx: Transaction, slots: number) => takeEndpoints(within(tx), [{ id: endpointId, slots }], lease)

    test('an event that is committed late, while its endpoint runs dry, is delivered at once and not with the next event', async () => {
      const rounds = 20
      for (let round = 0; round < rounds; round += 1) {
        await add(1)
        const held = await take(1)
        const added = Promise.withResolvers<void>()
        const adding = store.database.step(async (tx) => {
          await appendEvents(tx, { userId, postId: null, now: systemClock.now() }, [
            { name: 'post.published', data: {} },
          ])
          added.resolve()
          await sleep(30)
        })
        await added.promise
        await end(held)
        await release(held)
        await adding
        await eventually('it is due', async () => (await look()).length > 0, systemClock.now() + 5_000)
        await end(await take(5))
        await store.database.kysely.deleteFrom('endpoints').execute()
      }
    })

    test('an endpoint that retention removes while something is added to it is made again', async () => {
      await add(1)
      await end(await take(1))
      await store.database.kysely.updateTable('endpoints').set({ due_at: null, held_until: 0 }).execute()
      const removed = Promise.withResolvers<void>()
      const removing = store.database.step(async (tx) => {
        await pruneEndpoints(tx, { before: systemClock.now(), after: 0, limit: 100 })
        removed.resolve()
        await sleep(50)
      })
      await removed.promise
      await Promise.all([removing, add(1)])
      assert.equal((await look()).length, 1)
    })

    test('what waits for one endpoint does not make the claim of another one read more', async () => {
      const other = `callback:${userId}:https://other.example`
      const rowsOf = async () => {
        await add(1)
        let counts: number[] = []
        const undone = new Error('Undone.')
        await store.database
          .step(async (tx) => {
            const read = (table: 'endpoints' | 'deliveries') =>
              rowsRead(tx, table, async () => {
                const due = await findDueEndpoints(tx, {
                  ...{ responding: 100, unknown: 100, fullUsers: [], fullOfUnknown: [] },
                })
                assert.ok(due.some(({ id }) => id === endpointId))
                await takeIn(tx, 1)
              })
            counts = [await read('deliveries')]
            throw undone
          })
          .catch((error) => assert.equal(error, undone))
        return counts
      }
      const alone = await rowsOf()
      await sql`
        insert into deliveries (user_id, url, lane, event_id, event, status, due_at, fence, attempts, history, created_at)
        select ${userId}, 'https://other.example', ${other}, (select id from events limit 1), 'post.published', 'pending', 1, 0, 0, '[]', 1
        from generate_series(1, 100000)`.execute(store.database.kysely)
      assert.deepEqual(await rowsOf(), alone)
    })

    test('a second after a table has grown, a claim and the end of a delivery read only their own rows', async () => {
      await add(1)
      async function rowsOfDelivery(tx: Transaction): Promise<number> {
        await tx.updateTable('deliveries').set({ status: 'pending', due_at: 0 }).execute()
        await tx.updateTable('endpoints').set({ held_until: 0 }).execute()
        return rowsRead(tx, 'deliveries', async () => {
          const [held] = await takeIn(tx, 1)
          const [one] = held?.deliveries ?? []
          assert.ok(held && one)
          const { id, fence, started_at: deliveredAt } = one
          assert.deepEqual(await endAttempts(tx, [{ id, fence, ...success, history: [], deliveredAt }]), [id])
        })
      }
      await store.database.step(async (tx) => {
        for (let times = 0; times < 20; times += 1) await rowsOfDelivery(tx)
      })
      await sleep(1_100)
      const undone = new Error('Undone.')
      const trying = store.database.step(async (tx) => {
        await sql`
          insert into deliveries overriding system value select (jsonb_populate_record(deliveries, jsonb_build_object('id', id + n))).*
          from deliveries, generate_series(1, 3000) as n`.execute(tx)
        const rows = await rowsOfDelivery(tx)
        assert.ok(rows > 0 && rows < 20, `They have read ${rows} of 3,001 rows.`)
        throw undone
      })
      await assert.rejects(trying, undone)
    })

    test('a claim waits for nobody: it takes what is not locked', async () => {
      await add(4)
      const { locked, taken } = await store.database.step(async (tx) => {
        const rows = await tx.selectFrom('deliveries').select('id').orderBy('id').limit(2).forUpdate().execute()
        return { locked: rows.map(({ id }) => id), taken: (await take(4)).deliveries.map(({ id }) => id) }
      })
      assert.deepEqual([...locked, ...taken], await ids())
    })

    test('a claim writes nothing to the indexes', async () => {
      await add(100)
      await store.database.step(async (tx) => {
        let endpoints: unknown
        const rows = await rowsUpdated(tx, 'deliveries', async () => {
          endpoints = await rowsUpdated(tx, 'endpoints', () => takeIn(tx, 100))
        })
        assert.deepEqual(
          [rows, endpoints],
          [
            { all: 100, indexed: 0 },
            { all: 1, indexed: 0 },
          ],
        )
      })
    })

    test('a claim reads only what it takes, although the database has no statistics yet', async () => {
      await add(2_000)
      await readsFew()
    })

    test('a claim reads only what it takes, although nothing was due when the database made its statistics', async () => {
      await add(2_000)
      await makeStatisticsWithoutDue()
      await readsFew()
    })

    test('a claim does not read what is due to other endpoints, although nothing was due when the database made its statistics', async () => {
      await add(2_000)
      const { kysely, read } = store.database
      // Long ones, so that the index by endpoint is the larger one.
      await sql`update deliveries set lane = 'callback:0:https://acme.example/' || repeat('hook', 50) || id % 100`.execute(
        kysely,
      )
      await makeStatisticsWithoutDue()
      const { lane: of } = await read.selectFrom('deliveries').select('lane').limit(1).executeTakeFirstOrThrow()
      endpointId = (await endpoint(of)).id
      await readsFew()
    })

    test('a claim reads only what it takes, although much more is due', async () => {
      await add(2_000)
      await sql`vacuum analyze deliveries, endpoints, events`.execute(store.database.kysely)
      await readsFew()
    })

    test('a claim reads only what it takes, although much more is postponed', async () => {
      await add(2_000)
      await sql`update deliveries set due_at = due_at + 3600000 where id < (select max(id) - 1 from deliveries)`.execute(
        store.database.kysely,
      )
      await readsFew(2)
    })

    async function makeStatisticsWithoutDue(): Promise<void> {
      const { kysely } = store.database
      const due = await kysely.selectFrom('deliveries').select('due_at').limit(1).executeTakeFirstOrThrow()
      await kysely.updateTable('deliveries').set({ due_at: null }).execute()
      await sql`vacuum analyze deliveries, endpoints, events`.execute(kysely)
      await kysely.updateTable('deliveries').set(due).execute()
    }

    async function readsFew(most = 10): Promise<void> {
      await store.database.step(async (tx) => {
        // As it is once the statement has been used a few times.
        await sql`set local plan_cache_mode = force_generic_plan`.execute(tx)
        for (const table of ['deliveries', 'events'] as const) {
          const rows = await rowsRead(tx, table, async () => {
            const [held] = await takeIn(tx, most / 2)
            assert.equal(held?.deliveries.length, most / 2)
          })
          assert.ok(rows > 0 && rows < 100, `It has read ${rows} of 2,000 ${table}.`)
          await tx.updateTable('endpoints').set({ held_until: 0 }).execute()
        }
      })
    }
  }
})
