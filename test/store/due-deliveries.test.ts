import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { readConfig } from '../../src/app/config.ts'
import { openStore, type Store } from '../../src/app/open-store.ts'
import { endDelivered } from '../../src/store/delivered.ts'
import { findDelivery } from '../../src/store/deliveries.ts'
import { type ClaimedDelivery, claimDeliveries, dueDeliveries } from '../../src/store/due-deliveries.ts'
import { renewLeases } from '../../src/store/engine/leases.ts'
import { appendEvents } from '../../src/store/events.ts'
import { insertWebhook } from '../../src/store/webhooks.ts'
import { systemClock } from '../../src/system/clock.ts'
import { makePlace, onEachDatabase, type Place } from '../harness/database.ts'
import { rowsRead } from '../harness/rows-read.ts'

const lease = 60_000
const everything = { limit: 100, except: [], exceptUsers: [], only: null }

onEachDatabase((kind) => {
  let place: Place
  let store: Store
  let userId: number
  let webhookId: number

  before(async () => {
    place = await makePlace(kind)
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
    await store.database.kysely.deleteFrom('deliveries').execute()
  })

  const add = (count: number) =>
    store.database.transaction((tx) =>
      appendEvents(
        tx,
        { userId, postId: null, now: systemClock.now() },
        Array.from({ length: count }, (_, number) => ({ name: 'post.published', data: { number } })),
      ),
    )

  const claim = (leaseTime = lease): Promise<ClaimedDelivery[]> =>
    store.database.step(async (tx) => {
      const ids = (await dueDeliveries(tx, everything)).map(({ id }) => id)
      return claimDeliveries(tx, ids, leaseTime)
    })

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
    assert.deepEqual(await renewLeases(store.database, 'deliveries', [], lease), { renewed: [], busy: [] })
  })

  test('only the holder of a lease can renew it, and no worker with an older fence', async () => {
    await add(2)
    const [first, second] = await claim()
    assert.ok(first && second)
    const late = { id: second.id, fence: second.fence - 1 }
    assert.deepEqual(await renewLeases(store.database, 'deliveries', [first, late], past), {
      renewed: [first.id],
      busy: [],
    })
    assert.deepEqual(
      (await claim()).map(({ id }) => id),
      [first.id],
    )
  })

  if (kind === 'postgres') {
    test('a claim stops reading when it has enough, although the database has no statistics yet', async () => {
      await add(2_000)
      const [one] = await store.database.step((tx) => dueDeliveries(tx, everything))
      assert.ok(one)
      await store.database.step(async (tx) => {
        const rows = await rowsRead(tx, 'deliveries', async () => {
          const found = await dueDeliveries(tx, { ...everything, limit: 10, only: [one.lane] })
          assert.equal(found.length, 10)
        })
        assert.ok(rows > 0 && rows < 100, `It has read ${rows} of 2,000 rows.`)
      })
    })

    test('a claim reads only what it takes, although nothing was due when the database made its statistics', async () => {
      await add(2_000)
      const { kysely } = store.database
      const due = await kysely.selectFrom('deliveries').select('due_at').limit(1).executeTakeFirstOrThrow()
      await kysely.updateTable('deliveries').set({ due_at: null }).execute()
      await sql`vacuum analyze deliveries`.execute(kysely)
      await kysely.updateTable('deliveries').set(due).execute()
      await store.database.step(async (tx) => {
        const ids = (await dueDeliveries(tx, { ...everything, limit: 10 })).map(({ id }) => id)
        const rows = await rowsRead(tx, 'deliveries', async () =>
          assert.equal((await claimDeliveries(tx, ids, lease)).length, 10),
        )
        assert.ok(rows > 0 && rows < 100, `It has read ${rows} of 2,000 rows.`)
      })
    })
  }

  test('several successful deliveries are written together, except those that another worker has claimed in the meantime', async () => {
    await add(3)
    const claimed = await claim(past)
    const [lost, ...held] = claimed
    assert.ok(lost)
    await store.database.step((tx) => claimDeliveries(tx, [lost.id], lease))
    const ended = claimed.map(({ id, fence, started_at }) => {
      const attempt = { number: 1, startedAt: started_at, finishedAt: started_at + 7, statusCode: 204, error: null }
      return { id, fence, statusCode: 204, history: [attempt], deliveredAt: started_at + 7 }
    })
    const written = await endDelivered(store.database, ended)
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
    assert.deepEqual(await endDelivered(store.database, ended), [])
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
