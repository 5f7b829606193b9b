import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readConfig } from '../../src/app/config.ts'
import { openStore, type Store } from '../../src/app/open-store.ts'
import { findDelivery } from '../../src/store/deliveries.ts'
import { type ClaimedDelivery, claimInterrupted, claimOfEach } from '../../src/store/due-deliveries.ts'
import { appendEvents } from '../../src/store/events.ts'
import { findWebhook, insertWebhook } from '../../src/store/webhooks.ts'
import { systemClock } from '../../src/system/clock.ts'
import { type Answer, endTogether } from '../../src/worker/delivering/end-attempts.ts'
import { makePlace, onEachDatabase, type Place } from '../harness/database.ts'

const lease = 60_000
const [works, hangs, gone] = [
  { status: 204, error: null },
  { status: null, error: 'timeout' },
  { status: 410, error: 'http_error' },
] as const satisfies Answer[]

onEachDatabase((kind) => {
  let place: Place
  let store: Store
  let userId: number

  before(async () => {
    place = await makePlace(kind, { migrated: true })
    store = await openStore(readConfig(place.env), systemClock, { locks: true, migrates: true })
    userId = (await store.database.kysely.selectFrom('users').select('id').executeTakeFirstOrThrow()).id
  })
  after(async () => {
    await store.close()
    await place.remove()
  })

  /** Webhooks with these names, and two events for each. */
  async function makeWebhooks<Name extends string>(names: readonly Name[]): Promise<Record<Name, number>> {
    const { database, sealer } = store
    const ids = {} as Record<Name, number>
    for (const name of names) {
      const webhook = { userId, url: `https://${name}.example/hook`, events: ['*'], now: systemClock.now() }
      ids[name] = (await database.transaction((tx) => insertWebhook(tx, webhook, 'a secret of theirs', sealer))).id
    }
    const events = ['first', 'second'].map((text) => ({ name: 'post.published', data: { text } }))
    await database.transaction((tx) => appendEvents(tx, { userId, postId: null, now: systemClock.now() }, events))
    return ids
  }

  const ended = (delivery: ClaimedDelivery, answer: Answer) => {
    const { id, fence, started_at } = delivery
    return { id, fence, delivery, answer, finishedAt: started_at + 5 }
  }

  test('attempts that end at the same time are stored as if each had ended alone', async () => {
    const { database } = store
    const names = ['recovered', 'hanging', 'leaving', 'moved', 'taken'] as const
    const ids = await makeWebhooks(names)
    const ofWebhook = (id: number) => database.kysely.updateTable('webhooks').where('id', '=', id)
    await ofWebhook(ids.recovered).set({ failing_since: 1 }).execute()

    // The second delivery for the endpoint that leaves waits.
    const asks = names.map((name) => ({ lane: `webhook:${ids[name]}`, room: name === 'leaving' ? 1 : 2 }))
    const claimed = await claimOfEach(database, asks, lease)
    assert.equal(claimed.length, 9)
    const of = (name: keyof typeof ids) => claimed.filter(({ webhook_id }) => webhook_id === ids[name])
    await ofWebhook(ids.moved).set({ url: 'https://elsewhere.example/hook' }).execute()
    const taken = of('taken').map(({ id }) => id)
    await database.kysely.updateTable('deliveries').set({ due_at: 0, held_until: 0 }).where('id', 'in', taken).execute()
    await claimInterrupted(database, taken, lease)

    const answers: Record<keyof typeof ids, Answer> = {
      recovered: works,
      hanging: hangs,
      leaving: gone,
      moved: hangs,
      taken: works,
    }
    const attempts = names.flatMap((name) => of(name).map((delivery) => ended(delivery, answers[name])))
    const held = await database.step((tx) => endTogether(tx, (ms) => ms, attempts))
    assert.deepEqual(new Set(held), new Set(claimed.map(({ id }) => id).filter((id) => !taken.includes(id))))

    const states = async (name: keyof typeof ids) => {
      const rows = await Promise.all(of(name).map(({ id }) => findDelivery(database.read, ids[name], id)))
      return rows.map((row) => [row?.status, row?.last_status_code, row?.last_error_code, row?.history.length])
    }
    assert.deepEqual(await states('recovered'), Array(2).fill(['delivered', 204, null, 1]))
    assert.deepEqual(await states('hanging'), Array(2).fill(['retrying', null, 'timeout', 1]))
    assert.deepEqual(await states('leaving'), [['cancelled', 410, 'http_error', 1]])
    assert.deepEqual(await states('moved'), Array(2).fill(['retrying', null, 'timeout', 1]))
    assert.deepEqual(await states('taken'), Array(2).fill(['delivering', null, null, 1]))

    const endpoint = async (name: keyof typeof ids) => {
      const row = await findWebhook(database.read, userId, ids[name])
      return [row?.failing_since ?? null, row?.disabled_reason ?? null]
    }
    const finished = (name: keyof typeof ids) => of(name).map((delivery) => ended(delivery, answers[name]).finishedAt)
    assert.deepEqual(await endpoint('recovered'), [null, null])
    assert.deepEqual(await endpoint('hanging'), [finished('hanging').at(-1), null])
    assert.deepEqual(await endpoint('leaving'), [finished('leaving')[0], 'gone'])
    assert.deepEqual(await endpoint('moved'), [null, null])
    const left = await database.read
      .selectFrom('deliveries')
      .select(['status', 'due_at'])
      .where('webhook_id', '=', ids.leaving)
      .execute()
    assert.deepEqual(left, Array(2).fill({ status: 'cancelled', due_at: null }))
  })

  test('two workers that store a failure and a success each, at the same webhooks, do not wait for each other in a circle', async () => {
    const { database } = store
    const ids = await makeWebhooks(['one', 'other'])
    const asks = Object.values(ids).map((id) => ({ lane: `webhook:${id}`, room: 2 }))
    const claimed = await claimOfEach(database, asks, lease)
    const of = (id: number) => claimed.filter(({ webhook_id }) => webhook_id === id)
    const [[first, second], [third, fourth]] = [of(ids.one), of(ids.other)]
    assert.ok(first && second && third && fourth)
    const ofWorkers = [
      [ended(first, hangs), ended(third, works)],
      [ended(second, works), ended(fourth, hangs)],
    ]
    const rounds = 20
    let transactions = 0
    for (let round = 0; round < rounds; round += 1)
      await Promise.all(
        ofWorkers.map((attempts) =>
          database.step((tx) => {
            transactions += 1
            return endTogether(tx, (ms) => ms, attempts)
          }),
        ),
      )
    // A circle is a conflict, and what conflicts runs again.
    assert.equal(transactions, rounds * ofWorkers.length)
  })

  test('an endpoint that answers “gone” is disabled, even if another attempt at it succeeds at the same time', async () => {
    const { database } = store
    const { leaving } = await makeWebhooks(['leaving'])
    const claimed = await claimOfEach(database, [{ lane: `webhook:${leaving}`, room: 2 }], lease)
    const attempts = claimed.map((delivery, at) => ended(delivery, at === 0 ? works : gone))
    assert.equal(attempts.length, 2)
    await database.step((tx) => endTogether(tx, (ms) => ms, attempts))
    assert.equal((await findWebhook(database.read, userId, leaving))?.disabled_reason, 'gone')
  })
})
