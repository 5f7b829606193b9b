import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readConfig } from '../../src/app/config.ts'
import { openStore, type Store } from '../../src/app/open-store.ts'
import { findDelivery } from '../../src/store/deliveries/deliveries.ts'
import { type LeasedEndpoint, takeEndpoints } from '../../src/store/deliveries/due-endpoints.ts'
import { appendEvents } from '../../src/store/deliveries/events.ts'
import { findWebhook, insertWebhook } from '../../src/store/deliveries/webhooks.ts'
import { systemClock } from '../../src/system/clock.ts'
import { type Answer, endParts, type Part } from '../../src/worker/delivering/end-parts.ts'
import { type InstanceData, makeInstanceData, onEachDatabase } from '../harness/database.ts'

const lease = 60_000
const [works, hangs, gone] = [
  { status: 204, error: null },
  { status: null, error: 'timeout' },
  { status: 410, error: 'http_error' },
] as const satisfies Answer[]

onEachDatabase((kind) => {
  let instanceData: InstanceData
  let store: Store
  let userId: number

  before(async () => {
    instanceData = await makeInstanceData(kind, { migrated: true })
    store = await openStore(readConfig(instanceData.env), systemClock, { locks: true, migrates: true })
    userId = (await store.database.kysely.selectFrom('users').select('id').executeTakeFirstOrThrow()).id
  })
  after(async () => {
    await store.close()
    await instanceData.remove()
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

  /** Takes the endpoint of each webhook, with its deliveries. */
  async function takeAll<Name extends string>(
    ids: Record<Name, number>,
    room = 2,
  ): Promise<Record<Name, LeasedEndpoint>> {
    const { database } = store
    const taken = {} as Record<Name, LeasedEndpoint>
    // Each key of the record is a name.
    for (const name of Object.keys(ids) as Name[]) {
      const lane = `webhook:${ids[name]}`
      const { id } = await database.read
        .selectFrom('endpoints')
        .select('id')
        .where('lane', '=', lane)
        .executeTakeFirstOrThrow()
      const [held] = await takeEndpoints(database, [{ id, slots: room }], lease)
      assert.ok(held)
      taken[name] = held
    }
    return taken
  }

  /** All deliveries of an endpoint have ended, with these answers. */
  function ended(endpoint: LeasedEndpoint, ...answers: readonly Answer[]): Part {
    const attempts = endpoint.deliveries.flatMap((delivery, at) => {
      const answer = answers[at] ?? answers.at(-1)
      return answer ? [{ delivery, answer, finishedAt: delivery.started_at + 5 }] : []
    })
    const isSilent = attempts.some(({ answer }) => answer.error === 'timeout')
    const released = { attempts: attempts.length, isSilent, isSlow: false, cancelledBefore: null }
    return { ...endpoint, attempts, refused: [], unreadable: [], released }
  }

  const end = async (parts: readonly Part[]) =>
    (await store.database.step((tx) => endParts(tx, (ms) => ms, parts))).leased

  const endpointOf = (id: number) =>
    store.database.read.selectFrom('endpoints').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  test('what was done with several endpoints is stored as if each had ended alone', async () => {
    const { database } = store
    const ids = await makeWebhooks(['recovered', 'hanging', 'leaving', 'moved', 'taken'])
    const ofWebhook = (id: number) => database.kysely.updateTable('webhooks').where('id', '=', id)
    await ofWebhook(ids.recovered).set({ failing_since: 1 }).execute()
    await database.kysely
      .updateTable('endpoints')
      .set({ room: 8 })
      .where('lane', '=', `webhook:${ids.hanging}`)
      .execute()
    const { leaving: id, ...others } = ids
    // The second delivery for the endpoint that leaves waits.
    const held = { ...(await takeAll(others)), ...(await takeAll({ leaving: id }, 1)) }
    await ofWebhook(ids.moved).set({ url: 'https://elsewhere.example/hook' }).execute()
    await database.kysely.updateTable('endpoints').set({ held_until: 0 }).where('id', '=', held.taken.id).execute()
    await database.kysely.updateTable('deliveries').set({ held_until: 0 }).where('lane', '=', held.taken.lane).execute()
    await takeAll({ taken: ids.taken })

    const answers = { recovered: works, hanging: hangs, leaving: gone, moved: hangs, taken: works }
    type Name = keyof typeof answers
    const names = Object.keys(answers) as Name[]
    const parts = Object.fromEntries(names.map((name) => [name, ended(held[name], answers[name])])) as Record<
      Name,
      Part
    >
    const released = await end(names.map((name) => parts[name]))
    assert.deepEqual(
      new Set(released),
      new Set(names.flatMap((name) => (name === 'taken' ? [] : [held[name].id]))),
      'the one that another worker has taken is not given back',
    )

    const states = async (name: Name) => {
      const rows = await Promise.all(held[name].deliveries.map(({ id }) => findDelivery(database.read, ids[name], id)))
      return rows.map((row) => [row?.status, row?.last_status_code, row?.last_error_code, row?.history.length])
    }
    assert.deepEqual(await states('recovered'), Array(2).fill(['delivered', 204, null, 1]))
    assert.deepEqual(await states('hanging'), Array(2).fill(['retrying', null, 'timeout', 1]))
    assert.deepEqual(await states('leaving'), [['cancelled', 410, 'http_error', 1]])
    assert.deepEqual(await states('moved'), Array(2).fill(['retrying', null, 'timeout', 1]))
    assert.deepEqual(await states('taken'), Array(2).fill(['delivering', null, null, 1]))

    const webhook = async (name: Name) => {
      const row = await findWebhook(database.read, userId, ids[name])
      return [row?.failing_since ?? null, row?.disabled_reason ?? null]
    }
    const finished = (name: Name) => parts[name].attempts.map(({ finishedAt }) => finishedAt)
    assert.deepEqual(await webhook('recovered'), [null, null])
    assert.deepEqual(await webhook('hanging'), [finished('hanging').at(-1), null])
    assert.deepEqual(await webhook('leaving'), [finished('leaving')[0], 'gone'])
    assert.deepEqual(await webhook('moved'), [null, null])

    const [recovered, hanging, leaving] = await Promise.all(
      (['recovered', 'hanging', 'leaving'] as const).map((name) => endpointOf(held[name].id)),
    )
    assert.deepEqual([recovered?.room, recovered?.silences, recovered?.due_at], [3, 0, null])
    assert.deepEqual([hanging?.room, hanging?.silences], [1, 1])
    assert.ok(hanging && (hanging.due_at ?? 0) >= hanging.paused_until && hanging.paused_until > systemClock.now())
    // One row says that nothing more is sent; what waits is cancelled by who takes the endpoint.
    assert.ok(leaving && leaving.cancel_before !== null && (leaving.due_at ?? lease) <= systemClock.now())
  })

  test('a worker that has lost its lease stores what it has heard, and does not give the endpoint back', async () => {
    const { database } = store
    const ids = await makeWebhooks(['lost'])
    const { lost } = await takeAll(ids)
    await database.kysely.updateTable('endpoints').set({ held_until: 0 }).execute()
    const { lost: again } = await takeAll(ids)
    assert.deepEqual(again.deliveries, [])
    assert.deepEqual(await end([ended(lost, works)]), [])
    const rows = await Promise.all(lost.deliveries.map(({ id }) => findDelivery(database.read, ids.lost, id)))
    assert.deepEqual(
      rows.map((row) => row?.status),
      ['delivered', 'delivered'],
    )
    const { fence, held_until } = await endpointOf(lost.id)
    assert.deepEqual([fence, held_until > systemClock.now()], [again.fence, true])
  })

  test('two workers that store a failure and a success each, at the same webhooks, do not wait for each other in a circle', async () => {
    const ids = await makeWebhooks(['one', 'other'])
    const { one, other } = await takeAll(ids)
    const of = (endpoint: LeasedEndpoint, at: number): LeasedEndpoint => ({
      ...endpoint,
      deliveries: endpoint.deliveries.slice(at, at + 1),
    })
    const ofWorkers = [
      [ended(of(one, 0), hangs), ended(of(other, 0), works)],
      [ended(of(one, 1), works), ended(of(other, 1), hangs)],
    ]
    const rounds = 20
    let transactions = 0
    for (let round = 0; round < rounds; round += 1)
      await Promise.all(
        ofWorkers.map((parts) =>
          store.database.step((tx) => {
            transactions += 1
            // The endpoints stay held: two workers never give back the same one.
            return endParts(
              tx,
              (ms) => ms,
              parts.map((part) => ({ ...part, released: null })),
            )
          }),
        ),
      )
    // A circle is a conflict, and what conflicts runs again.
    assert.equal(transactions, rounds * ofWorkers.length)
  })

  test('an endpoint that answers “gone” is disabled, even if another attempt at it succeeds at the same time', async () => {
    const ids = await makeWebhooks(['leaving'])
    const { leaving } = await takeAll(ids)
    assert.equal(leaving.deliveries.length, 2)
    await end([ended(leaving, works, gone)])
    assert.equal((await findWebhook(store.database.read, userId, ids.leaving))?.disabled_reason, 'gone')
  })
})
