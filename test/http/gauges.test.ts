import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { makeInstanceData, onEachDatabase } from '../harness/database.ts'
import { type Instance, startInstance } from '../harness/instance.ts'
import { createPost } from '../harness/posts.ts'
import { insertAccount, openRows, type Rows } from '../harness/rows.ts'
import { startDatabaseProxy } from '../harness/servers/database-proxy.ts'
import { createWebhook, disabled, insertDeliveries, setWebhook } from '../harness/webhooks.ts'

const [hour, day] = [3_600_000, 86_400_000]
const apiAlone = { api: true, worker: false }

/** The values of a metric, by its labels as they are written. */
async function valuesOf({ base }: Instance, name: string): Promise<Record<string, number>> {
  const response = await fetch(`${base}/metrics`)
  assert.equal(response.status, 200)
  const found = (await response.text()).matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, 'gm'))
  return Object.fromEntries([...found].map(([, labels = '', value]) => [labels, Number(value)]))
}

onEachDatabase((kind) => {
  let instance: Instance
  let rows: Rows
  before(async () => {
    // The answers of the database are shared for less than a millisecond.
    instance = await startInstance(kind, { env: { POLYPOST_TIME_SCALE: '100000' }, roles: apiAlone })
    rows = await openRows(instance.data)
  })
  after(async () => {
    await rows.close()
    await instance.stop()
  })

  test('metrics count the jobs that are due, under way, and wait for a person', async () => {
    const user = await instance.newUser()
    await insertAccount(instance.data, { profile_id: user.profileId, platform: 'x' })
    const jobs: number[] = []
    for (let at = 0; at < 4; at += 1)
      jobs.push(...(await createPost(user, { message: `Post ${at}`, platforms: ['x'] })).jobIds)
    const [first = 0, second = 0] = jobs
    assert.deepEqual(await valuesOf(instance, 'polypost_jobs'), {
      'state="due"': 4,
      'state="under_way"': 0,
      'state="action_required"': 0,
    })
    await rows.change(async (db) => {
      const until = Date.now() + hour
      await db.updateTable('jobs').set({ status: 'processing', due_at: until }).where('id', '=', first).execute()
      await db.updateTable('lanes').set({ held_until: until, held_by: first }).execute()
      await db.updateTable('jobs').set({ status: 'action_required', due_at: null }).where('id', '=', second).execute()
    })
    assert.deepEqual(await valuesOf(instance, 'polypost_jobs'), {
      'state="due"': 2,
      'state="under_way"': 1,
      'state="action_required"': 1,
    })
  })

  test('metrics count accounts on real platforms by what they need', async () => {
    const soon = Date.now() + day
    const states = [
      {},
      { expires_at: soon, renew_from: Date.now() + hour },
      { expires_at: soon + 30 * day },
      { expires_at: soon },
      { data_access_ends_at: soon },
      { status: 'needs_reconnect' },
      { environment: 'sandbox', status: 'needs_reconnect' },
    ]
    for (const state of states) {
      const { profileId } = await instance.newUser()
      await insertAccount(instance.data, { profile_id: profileId, platform: 'threads', environment: 'live', ...state })
    }
    const of = await valuesOf(instance, 'polypost_accounts')
    assert.deepEqual(
      ['connected', 'ending', 'needs_reconnect'].map((status) => of[`platform="threads",status="${status}"`]),
      [3, 2, 1],
    )
  })

  test('metrics count webhooks in trouble, and say how late the oldest delivery is that only needs a worker', async () => {
    const user = await instance.newUser()
    const ids = [await createWebhook(user), await createWebhook(user), await createWebhook(user)]
    const [waiting = 0, paused = 0, gone = 0] = ids
    await setWebhook(instance.data, waiting, { failing_since: Date.now() })
    await setWebhook(instance.data, gone, disabled())
    const due = (webhook_id: number, hours: number) =>
      ({ webhook_id, status: 'retrying', due_at: Date.now() - hours * hour }) as const
    await insertDeliveries(instance.data, user.id, [due(waiting, 1), due(waiting, 2), due(paused, 5), due(gone, 9)])
    await rows.change(async (db) => {
      const of = (id: number) => db.updateTable('endpoints').where('lane', '=', `webhook:${id}`)
      await of(paused)
        .set({ paused_until: Date.now() + hour })
        .execute()
      await of(gone).set({ cancel_before: Date.now() }).execute()
    })
    assert.deepEqual(await valuesOf(instance, 'polypost_webhooks'), { 'state="failing"': 1, 'state="disabled"': 1 })
    const age = (await valuesOf(instance, 'polypost_oldest_delivery_seconds'))[''] ?? 0
    assert.ok(age >= 7_200 && age < 2 * 7_200, `${age} s`)
  })

  test('metrics say whether the database is held', async () => {
    assert.deepEqual(await valuesOf(instance, 'polypost_held'), { '': 0 })
    const hold = (held_at: number | null) => rows.change((db) => db.updateTable('instance').set({ held_at }).execute())
    await hold(1)
    assert.deepEqual(await valuesOf(instance, 'polypost_held'), { '': 1 })
    await hold(null)
  })

  test('metrics say how much room the disks have, and how connections to a server are used', async () => {
    const free = await valuesOf(instance, 'polypost_disk_free_bytes')
    assert.deepEqual(Object.keys(free), ['place="data"', 'place="media"'])
    assert.ok(Object.values(free).every((bytes) => bytes > 0))
    const connections = Object.keys(await valuesOf(instance, 'polypost_database_connections'))
    assert.deepEqual(connections, kind === 'sqlite' ? [] : ['used', 'idle', 'waiting'].map((name) => `state="${name}"`))
  })

  test('scrapes of some seconds share one look at the database', async () => {
    const calm = await startInstance(kind, { roles: apiAlone })
    try {
      const user = await calm.newUser()
      const ids = [await createWebhook(user), await createWebhook(user)]
      const [first = 0, second = 0] = ids
      await setWebhook(calm.data, first, disabled())
      const before = await valuesOf(calm, 'polypost_webhooks')
      assert.equal(before['state="disabled"'], 1)
      await setWebhook(calm.data, second, disabled())
      assert.deepEqual(await valuesOf(calm, 'polypost_webhooks'), before)
    } finally {
      await calm.stop()
    }
  })
})

test('while the database is away, metrics are still given, without its state', async () => {
  const instanceData = await makeInstanceData('postgres', { migrated: true })
  const proxy = await startDatabaseProxy(instanceData.env.DATABASE_URL ?? '')
  const instance = await startInstance('postgres', {
    data: { ...instanceData, env: { ...instanceData.env, DATABASE_URL: proxy.url } },
    env: { POLYPOST_TIME_SCALE: '100000' },
    roles: apiAlone,
  })
  try {
    assert.deepEqual(await valuesOf(instance, 'polypost_held'), { '': 0 })
    proxy.cut()
    assert.deepEqual(await valuesOf(instance, 'polypost_held'), {})
    assert.ok(Object.keys(await valuesOf(instance, 'polypost_disk_free_bytes')).length > 0)
    proxy.stall()
    assert.deepEqual(await valuesOf(instance, 'polypost_held'), {})
    await proxy.restore()
  } finally {
    await instance.stop()
    proxy.remove()
    await instanceData.remove()
  }
})
