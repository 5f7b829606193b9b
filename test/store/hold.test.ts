import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { readConfig } from '../../src/app/config.ts'
import { openStore, type Store } from '../../src/app/open-store.ts'
import { shareOf } from '../../src/queue/share.ts'
import { findHold, hold, keepUnpublished, markLost, release } from '../../src/store/hold.ts'
import { claimDueJobs } from '../../src/store/jobs/due-jobs.ts'
import { insertJobs } from '../../src/store/jobs/jobs.ts'
import { insertPost } from '../../src/store/posts/posts.ts'
import { systemClock } from '../../src/system/clock.ts'
import { type InstanceData, makeInstanceData, onEachDatabase } from '../harness/database.ts'

/** More than are marked in one transaction, and more than two times as many. */
const many = 2_500
const longAgo = 1_000

onEachDatabase((kind) => {
  let instanceData: InstanceData
  let store: Store
  before(async () => {
    instanceData = await makeInstanceData(kind, { migrated: true })
    store = await openStore(readConfig(instanceData.env), systemClock, { locks: true, migrates: true })
    await addJobs()
  })
  after(async () => {
    await store.close()
    await instanceData.remove()
  })
  beforeEach(async () => {
    const { kysely } = store.database
    await kysely.updateTable('jobs').set({ lost_since: null }).execute()
    const none = { held_at: null, held_since: null, held_until: null, held_reason: null }
    await kysely.updateTable('instance').set(none).execute()
  })

  /** Each due a millisecond after the one before; some at the same time, where the first part ends. */
  const dueAt = (at: number) => longAgo + Math.min(at, 995) + Math.max(0, at - 1_005)

  async function addJobs(): Promise<void> {
    const user = await store.database.kysely.selectFrom('users').selectAll().executeTakeFirstOrThrow()
    const of = { user_id: user.id, profile_id: user.default_profile_id, created_at: longAgo }
    const said = { message: '', platforms: ['x'], media: [], comments: [], options: null, warnings: [] }
    const none = { auto_reply_enabled: null, webhook_url: null, scheduled_at: null, scheduled_timezone: null }
    const rest = { created_by: null, updated_by: null, status: 'queued', revision: 1, updated_at: longAgo } as const
    const content = { postType: 'post', text: '', media: [], comments: [], options: {} }
    const job = {
      post_id: 1,
      ...of,
      platform: 'x',
      named: 'x',
      environment: 'sandbox' as const,
      content,
      warnings: [],
      needs: 1,
    }
    await store.database.step(async (tx) => {
      await insertPost(tx, { id: 1, batch_id: 'batch_1', source: 'api', ...of, ...said, ...none, ...rest })
      await tx.insertInto('lanes').values({ key: 'lane' }).execute()
      // In the order of the IDs, the last comes first.
      const jobs = Array.from({ length: many }, (_, at) => ({
        ...{ ...job, id: 2 * many - at, remote_account_id: '1', lane: 'lane', scheduled_for: dueAt(at) },
      }))
      while (jobs.length > 0) await insertJobs(tx, jobs.splice(0, 500))
    })
  }

  const lost = async () => {
    const rows = await store.database.kysely.selectFrom('jobs').select('due_at').where('lost_since', '=', 7).execute()
    return rows.map(({ due_at }) => Number(due_at)).sort((one, other) => one - other)
  }
  const all = Array.from({ length: many }, (_, at) => dueAt(at))
  const holdUntil = (until: number) =>
    store.database.step((tx) => hold(tx, { reason: 'It was restored.', since: 7, until }))

  test('of many jobs exactly those are marked that were due in the time that a held database does not know', async () => {
    const until = dueAt(2_200)
    await holdUntil(until)
    assert.equal(await markLost(store.database), until)
    const due = all.filter((at) => at <= until)
    assert.deepEqual(await lost(), due)
    await keepUnpublished(store.database, { after: dueAt(500), until })
    assert.deepEqual(
      await lost(),
      due.filter((at) => at <= dueAt(500)),
    )
  })

  test('a hold that was widened since its jobs were marked is not released', async () => {
    await holdUntil(dueAt(10))
    const until = (await markLost(store.database)) ?? 0
    await holdUntil(dueAt(20))
    assert.equal(await store.database.step((tx) => release(tx, until)), false)
    assert.notEqual(await findHold(store.database.read), null)
    const wider = (await markLost(store.database)) ?? 0
    assert.equal((await lost()).length, 21)
    assert.equal(await store.database.step((tx) => release(tx, wider)), true)
    assert.equal(await findHold(store.database.read), null)
    assert.equal(await markLost(store.database), null)
  })

  if (kind === 'postgres')
    test('a hold takes effect also while a job can’t be marked, and the marking can be repeated', async () => {
      const { kysely, step } = store.database
      await kysely.transaction().execute(async (other) => {
        await sql`select from jobs where due_at = ${dueAt(1_500)} for update`.execute(other)
        await holdUntil(dueAt(many))
        const ask = { slots: 1, lease: 1, thorough: true, except: [], exceptLanes: [], ...shareOf([], 1) }
        assert.deepEqual((await step((tx) => claimDueJobs(tx, ask))).rows, [], 'nothing is claimed any more')
        await assert.rejects(markLost(store.database))
        assert.equal((await lost()).length, 1_000, 'what was marked stays marked')
      })
      await markLost(store.database)
      assert.deepEqual(await lost(), all)
    })
})
