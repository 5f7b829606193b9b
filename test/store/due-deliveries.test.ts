import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { readConfig } from '../../src/app/config.ts'
import { openStore, type Store } from '../../src/app/open-store.ts'
import { findDelivery } from '../../src/store/deliveries.ts'
import {
  type ClaimedDelivery,
  claimInterrupted,
  claimOfEach,
  dueDeliveries,
  waitedFor,
} from '../../src/store/due-deliveries.ts'
import { type EndedAttempt, endAttempts } from '../../src/store/ended-deliveries.ts'
import type { Transaction, Writer } from '../../src/store/engine/database.ts'
import { nextDueIn, renewLeases } from '../../src/store/engine/leases.ts'
import { inOrder } from '../../src/store/engine/listed.ts'
import { appendEvents } from '../../src/store/events.ts'
import { insertWebhook } from '../../src/store/webhooks.ts'
import { systemClock } from '../../src/system/clock.ts'
import { makePlace, onEachDatabase, type Place } from '../harness/database.ts'
import { rowsRead, rowsUpdated } from '../harness/rows-read.ts'

const lease = 60_000
const success = { status: 'delivered', dueIn: null, statusCode: 204, error: null } as const

onEachDatabase((kind) => {
  let place: Place
  let store: Store
  let userId: number
  let webhookId: number

  before(async () => {
    place = await makePlace(kind, { migrated: true })
    store = await openStore(readConfig(place.env), systemClock, { locks: true, migrates: true })
    const { database, sealer } = store
    userId = (await database.kysely.selectFrom('users').select('id').executeTakeFirstOrThrow()).id
    const webhook = { userId, url: 'https://acme.example/hook', events: ['*'], now: systemClock.now() }
    webhookId = (await database.transaction((tx) => insertWebhook(tx, webhook, 'a secret of theirs', sealer))).id
  })
  after(async () => {
    await store.close()
    await place.remove()
  })
  beforeEach(async () => {
    const { kysely } = store.database
    // What was deleted keeps its place in the table, which changes what PostgreSQL expects.
    if (kind === 'postgres') await sql`truncate deliveries`.execute(kysely)
    else await kysely.deleteFrom('deliveries').execute()
  })

  const add = (count: number) =>
    store.database.transaction((tx) =>
      appendEvents(
        tx,
        { userId, postId: null, now: systemClock.now() },
        Array.from({ length: count }, (_, number) => ({ name: 'post.published', data: { number } })),
      ),
    )

  const dueNow = async () => (await dueDeliveries(store.database.read, { limit: 100, except: [] })).due

  async function claim(leaseTime = lease): Promise<ClaimedDelivery[]> {
    const due = await dueNow()
    const [interrupted, waiting] = [true, false].map((is) =>
      due.filter(({ status }) => (status === 'delivering') === is),
    )
    const lanes = new Set(waiting?.map(({ lane }) => lane))
    return [
      ...(await claimOfEach(
        store.database,
        [...lanes].map((lane) => ({ lane, room: 100 })),
        leaseTime,
      )),
      ...(await claimInterrupted(store.database, interrupted?.map(({ id }) => id) ?? [], leaseTime)),
    ]
  }

  async function claimOne(leaseTime?: number): Promise<ClaimedDelivery> {
    const [one, ...others] = await claim(leaseTime)
    assert.ok(one && others.length === 0)
    return one
  }

  /** A lease that has ended. */
  const past = -1

  test('a claimed delivery is not due to others until its lease ends', async () => {
    await add(3)
    assert.equal((await claim()).length, 3)
    assert.deepEqual(await claim(), [])
    assert.ok(((await nextDueIn(store.database.read, 'deliveries', 2 * lease)) ?? lease) > lease / 2)
    assert.deepEqual(await renewLeases(store.database, 'deliveries', [], lease), { renewed: [], busy: [] })
  })

  test('only the holder of a lease can renew it, and no worker with an older fence', async () => {
    await add(2)
    const [first, second] = await claim(past)
    assert.ok(first && second)
    const late = { id: second.id, fence: second.fence - 1 }
    assert.deepEqual(await renewLeases(store.database, 'deliveries', [first, late], lease), {
      renewed: [first.id],
      busy: [],
    })
    assert.deepEqual(
      (await claim()).map(({ id }) => id),
      [second.id],
    )
  })

  test('a delivery that was taken for interrupted is left to its worker, if that has renewed its lease', async () => {
    await add(1)
    const held = await claimOne(past)
    assert.equal((await dueNow()).length, 1)
    await renewLeases(store.database, 'deliveries', [held], lease)
    assert.deepEqual(await dueNow(), [])
    assert.deepEqual(await claimInterrupted(store.database, [held.id], lease), [])
  })

  const laneOf = async () => {
    const [one] = await dueNow()
    assert.ok(one)
    return one.lane
  }

  test('a claim takes as many as each endpoint has room for, the longest due first, and leaves out what was interrupted', async () => {
    await add(5)
    const ids = (await store.database.kysely.selectFrom('deliveries').select('id').orderBy('id').execute()).map(
      ({ id }) => id,
    )
    const lane = await laneOf()
    const [interrupted] = await claimOfEach(store.database, [{ lane, room: 1 }], past)
    const asks = [
      { lane, room: 3 },
      { lane: 'webhook:0', room: 5 },
    ]
    const taken = await claimOfEach(store.database, asks, lease)
    assert.deepEqual(
      inOrder(taken).map(({ lane, data, ...one }) => [
        one.id,
        lane,
        one.status,
        one.attempts,
        one.fence,
        ...Object.keys(JSON.parse(data)),
      ]),
      ids.slice(1, 4).map((id) => [id, lane, 'delivering', 1, 1, 'number']),
    )
    const rest = await claimOfEach(store.database, [{ lane, room: 5 }], lease)
    assert.deepEqual(
      rest.map(({ id }) => id),
      [ids[4]],
    )
    assert.deepEqual(
      (await dueNow()).map(({ id, status }) => [id, status]),
      [[interrupted?.id, 'delivering']],
    )
  })

  test('endpoints for which something waits are found in parts, with their users if something is due', async () => {
    await add(6)
    const { kysely, read } = store.database
    const ids = (await kysely.selectFrom('deliveries').select('id').orderBy('id').execute()).map(({ id }) => id)
    for (const [at, change] of [
      { lane: 'a' },
      { lane: 'b', due_at: null },
      { lane: 'c', due_at: Date.now() + 60_000 },
    ].entries())
      await kysely
        .updateTable('deliveries')
        .set(change)
        .where('id', '=', ids[at] ?? 0)
        .execute()
    await kysely.updateTable('deliveries').set({ lane: 'd' }).where('lane', 'not in', ['a', 'b', 'c']).execute()
    assert.deepEqual(await waitedFor(read, { after: '', limit: 2, except: [] }), [
      { lane: 'a', user_id: userId },
      { lane: 'c', user_id: null },
    ])
    assert.deepEqual(await waitedFor(read, { after: 'c', limit: 2, except: [] }), [{ lane: 'd', user_id: userId }])
    assert.deepEqual(await waitedFor(read, { after: 'c', limit: 2, except: ['d'] }), [{ lane: 'd', user_id: null }])
    assert.deepEqual(await waitedFor(read, { after: 'd', limit: 2, except: [] }), [])
  })

  if (kind === 'postgres') {
    test('a second after a table has grown, a claim and the end of a delivery read only their own rows', async () => {
      await add(1)
      const lane = await laneOf()
      async function rowsOfDelivery(tx: Transaction): Promise<number> {
        const within = { kind, single: <T>(work: (db: Writer) => Promise<T>) => work(tx), step: store.database.step }
        await tx.updateTable('deliveries').set({ status: 'pending', due_at: 0 }).execute()
        return rowsRead(tx, 'deliveries', async () => {
          const [one] = await claimOfEach(within, [{ lane, room: 1 }], lease)
          assert.ok(one)
          const { id, fence, started_at: deliveredAt } = one
          const ended = { id, fence, ...success, history: [], deliveredAt }
          assert.deepEqual(await endAttempts(tx, [ended]), [id])
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

    test('a claim waits for no other worker: it takes the next ones', async () => {
      await add(4)
      const lane = await laneOf()
      const { database } = store
      const ids = await database.step(async (tx) => {
        const locked = await tx
          .selectFrom('deliveries')
          .select('id')
          .orderBy('due_at')
          .orderBy('id')
          .limit(2)
          .forUpdate()
          .execute()
        const taken = await claimOfEach(database, [{ lane, room: 4 }], lease)
        return { locked: locked.map(({ id }) => id), taken: taken.map(({ id }) => id) }
      })
      assert.equal(ids.taken.length, 2)
      assert.deepEqual(
        ids.taken.filter((id) => ids.locked.includes(id)),
        [],
      )
    })

    test('a claim writes nothing to the indexes', async () => {
      await add(100)
      const lane = await laneOf()
      await store.database.step(async (tx) => {
        const within = { kind, single: <T>(work: (db: Writer) => Promise<T>) => work(tx), step: store.database.step }
        const rows = await rowsUpdated(tx, 'deliveries', () => claimOfEach(within, [{ lane, room: 100 }], lease))
        assert.deepEqual(rows, { all: 100, indexed: 0 })
      })
    })

    test('a claim reads only what it takes, although the database has no statistics yet', async () => {
      await add(2_000)
      await readsFew(await laneOf())
    })

    test('a claim reads only what it takes, although nothing was due when the database made its statistics', async () => {
      await add(2_000)
      const { kysely } = store.database
      const due = await kysely.selectFrom('deliveries').select('due_at').limit(1).executeTakeFirstOrThrow()
      await kysely.updateTable('deliveries').set({ due_at: null }).execute()
      await sql`vacuum analyze deliveries, events`.execute(kysely)
      await kysely.updateTable('deliveries').set(due).execute()
      await readsFew(await laneOf())
    })

    test('a claim does not read what is due to other endpoints, although nothing was due when the database made its statistics', async () => {
      await add(2_000)
      const { kysely } = store.database
      // Long ones, so that the index by endpoint is the larger one.
      await sql`update deliveries set lane = 'callback:0:https://acme.example/' || repeat('hook', 50) || id % 100`.execute(
        kysely,
      )
      const due = await kysely.selectFrom('deliveries').select('due_at').limit(1).executeTakeFirstOrThrow()
      await kysely.updateTable('deliveries').set({ due_at: null }).execute()
      await sql`analyze deliveries, events`.execute(kysely)
      await kysely.updateTable('deliveries').set(due).execute()
      await readsFew(await laneOf())
    })

    test('a claim reads only what it takes, although much more is due', async () => {
      await add(2_000)
      await sql`vacuum analyze deliveries, events`.execute(store.database.kysely)
      await readsFew(await laneOf())
    })

    test('a claim reads only what it takes, although much more is postponed', async () => {
      await add(2_000)
      const { kysely } = store.database
      await sql`update deliveries set due_at = due_at + 3600000 where id < (select max(id) - 1 from deliveries)`.execute(
        kysely,
      )
      await readsFew(await laneOf(), 2)
    })
  }

  async function readsFew(lane: string, most = 10): Promise<void> {
    await store.database.step(async (tx) => {
      // As it is once the statement has been used a few times.
      await sql`set local plan_cache_mode = force_generic_plan`.execute(tx)
      for (const table of ['deliveries', 'events'] as const) {
        const rows = await rowsRead(tx, table, async () => {
          const single = <T>(work: (db: Writer) => Promise<T>) => work(tx)
          const claimed = await claimOfEach(
            { kind, single, step: store.database.step },
            [{ lane, room: most / 2 }],
            lease,
          )
          assert.equal(claimed.length, most / 2)
        })
        assert.ok(rows > 0 && rows < 100, `It has read ${rows} of 2,000 ${table}.`)
      }
    })
  }

  test('several successful deliveries are written together, except those that another worker has claimed in the meantime', async () => {
    await add(3)
    const claimed = await claim(past)
    const [lost, ...held] = claimed
    assert.ok(lost)
    await claimInterrupted(store.database, [lost.id], lease)
    const end = (ended: readonly EndedAttempt[]) => store.database.single((writer) => endAttempts(writer, ended))
    const ended = claimed.map(({ id, fence, started_at }) => {
      const attempt = { number: 1, startedAt: started_at, finishedAt: started_at + 7, statusCode: 204, error: null }
      return { id, fence, ...success, history: [attempt], deliveredAt: started_at + 7 }
    })
    const written = await end(ended)
    assert.deepEqual(written.sort(), held.map(({ id }) => id).sort())
    for (const { id, started_at } of held) {
      const row = await findDelivery(store.database.read, webhookId, id)
      assert.deepEqual(
        [row?.status, row?.due_at, row?.last_status_code, row?.last_error_code, row?.delivered_at],
        ['delivered', null, 204, null, started_at + 7],
      )
      assert.deepEqual(row?.history, ended.find((one) => one.id === id)?.history)
    }
    assert.equal((await findDelivery(store.database.read, webhookId, lost.id))?.status, 'delivering')
    assert.deepEqual(await end(ended), [])
  })

  test('an attempt that is interrupted again and again is recorded each time, and counts once', async () => {
    await add(1)
    await claim(past)
    for (const times of [1, 2, 3]) {
      // So that a clock in milliseconds advances.
      await sleep(2)
      const again = await claimOne(past)
      assert.equal(again.attempts, 1)
      const stored = await findDelivery(store.database.read, webhookId, again.id)
      assert.deepEqual(
        stored?.history.map(({ number, error }) => [number, error]),
        Array.from({ length: times }, () => [1, 'worker_interrupted']),
      )
      assert.deepEqual(again.history, stored?.history)
    }
  })
})
