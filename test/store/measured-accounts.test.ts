import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readConfig } from '../../src/app/config.ts'
import { openStore, type Store } from '../../src/app/open-store.ts'
import { noMetrics } from '../../src/domain/metrics.ts'
import {
  claimAccounts,
  type MeasuredAccount,
  makeAccountsDue,
  putAccountBack,
  wakeAccount,
} from '../../src/store/analytics/measured-accounts.ts'
import { listDuePosts, measurePosts, storeRefreshed } from '../../src/store/analytics/measured-posts.ts'
import { latestReads } from '../../src/store/analytics/metric-reads.ts'
import { writeTotals } from '../../src/store/analytics/post-totals.ts'
import { takeIds } from '../../src/store/engine/ids.ts'
import { LostLease, nextDueIn, renewLeases } from '../../src/store/engine/leases.ts'
import { insertJobs } from '../../src/store/jobs/jobs.ts'
import { insertPost } from '../../src/store/posts/posts.ts'
import { systemClock } from '../../src/system/clock.ts'
import { type InstanceData, makeInstanceData, onEachDatabase } from '../harness/database.ts'

const lease = 60_000

onEachDatabase((kind) => {
  let instanceData: InstanceData
  let store: Store
  let owner: { id: number; profile: string }
  before(async () => {
    instanceData = await makeInstanceData(kind, { migrated: true })
    store = await openStore(readConfig(instanceData.env), systemClock, { locks: true, migrates: true })
    const user = await store.database.kysely.selectFrom('users').selectAll().executeTakeFirstOrThrow()
    owner = { id: user.id, profile: user.default_profile_id }
  })
  after(async () => {
    await store.close()
    await instanceData.remove()
  })

  const key = (lane: string) => ({ profile_id: owner.profile, platform: 'x', lane })
  const step: Store['database']['step'] = (work) => store.database.step(work)
  const claim = (): Promise<MeasuredAccount[]> => step((tx) => claimAccounts(tx, { slots: 10, lease }))
  const rowOf = (id: number) =>
    store.database.read.selectFrom('measured_accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  async function claimOne(lane: string): Promise<MeasuredAccount> {
    await step((tx) => makeAccountsDue(tx, [{ ...key(lane), dueIn: 0 }]))
    const claimed = (await claim()).find((one) => one.lane === lane)
    assert.ok(claimed)
    return claimed
  }

  /** A post with one job for each lane. */
  async function addPost(lanes: readonly string[]) {
    return step(async (tx) => {
      const [postId, ...ids] = await takeIds(tx, lanes.length + 1)
      const now = systemClock.now()
      const said = { message: 'Hello.', platforms: ['x'], media: [], comments: [], options: null, warnings: [] }
      const none = { auto_reply_enabled: null, webhook_url: null, scheduled_at: null, scheduled_timezone: null }
      const of = { user_id: owner.id, profile_id: owner.profile, created_at: now }
      const nobody = { created_by: null, updated_by: null }
      const status = { status: 'successful', revision: 1, updated_at: now, source: 'api' } as const
      await insertPost(tx, { id: postId, batch_id: `batch_${postId}`, ...of, ...said, ...none, ...nobody, ...status })
      const jobs = lanes.map((lane, at) => ({
        ...{ id: ids[at] ?? 0, post_id: postId, ...of, platform: 'x', named: 'x', environment: 'sandbox' as const },
        ...{ remote_account_id: '1', lane, scheduled_for: now, warnings: [], needs: 1 },
        content: { postType: 'post', text: '', media: [], comments: [], options: {} },
      }))
      await insertJobs(tx, jobs)
      return { postId, jobs }
    })
  }

  test('one worker holds a due account until the lease ends or the account is given back, and only that worker can renew it', async () => {
    const held = await claimOne('held')
    assert.deepEqual(await claim(), [])
    const { id, fence } = held
    assert.deepEqual(await renewLeases(store.database, 'measured_accounts', [{ id, fence: fence - 1 }], lease), {
      renewed: [],
      busy: [],
    })
    assert.deepEqual(await renewLeases(store.database, 'measured_accounts', [held], -1), { renewed: [id], busy: [] })
    const [again] = await claim()
    assert.equal(again?.id, id)
    await assert.rejects(
      step((tx) => putAccountBack(tx, held, { failures: 0, restFor: null })),
      LostLease,
    )
    await step((tx) => putAccountBack(tx, { id, fence: fence + 1 }, { failures: 3, restFor: lease }))
    const { due_at, failures, held_until } = await rowOf(id)
    assert.deepEqual([failures, held_until], [3, 0])
    assert.ok((due_at ?? 0) > systemClock.now() + lease / 2)
    assert.ok(((await nextDueIn(store.database.read, 'measured_accounts')) ?? 0) > lease / 2)
  })

  test('a worker that finds an account disconnected does not put it to sleep if it is connected in the meantime', async () => {
    const held = await claimOne('connected meanwhile')
    await step((tx) => wakeAccount(tx, key('connected meanwhile'), lease))
    await assert.rejects(
      step((tx) => putAccountBack(tx, held, { failures: 0, restFor: null })),
      LostLease,
    )
    const { due_at, held_until } = await rowOf(held.id)
    assert.notEqual(due_at, null)
    assert.equal(held_until, 0)
  })

  test('a post that is published while its account is given back is not forgotten', async () => {
    for (let round = 0; round < 20; round += 1) {
      const lane = `published ${round}`
      const { jobs } = await addPost([lane])
      const [job] = jobs
      assert.ok(job)
      const held = await claimOne(lane)
      await Promise.all([
        step((tx) => putAccountBack(tx, held, { failures: 0, restFor: 0 })),
        step((tx) => measurePosts(tx, [{ ...job, platformPostId: '1', dueIn: 0 }])),
      ])
      const { due_at } = await rowOf(held.id)
      assert.ok((due_at ?? Number.POSITIVE_INFINITY) <= systemClock.now(), `${due_at}`)
      const [due, ...others] = await listDuePosts(store.database.read, held.id, 10)
      assert.ok(due?.job.id === job.id && others.length === 0)
    }
  })

  test('the post of a job is enrolled once, and one without a known ID is counted and never due', async () => {
    const { jobs } = await addPost(['twice', 'without an ID'])
    const [known, unknown] = jobs
    assert.ok(known && unknown)
    for (const dueIn of [lease, 0]) await step((tx) => measurePosts(tx, [{ ...known, platformPostId: '1', dueIn }]))
    await step((tx) => measurePosts(tx, [{ ...unknown, platformPostId: null, dueIn: 0 }]))
    const rows = await store.database.read
      .selectFrom('measured_posts')
      .select(['job_id', 'due_at', 'published_at'])
      .where('job_id', 'in', [known.id, unknown.id])
      .orderBy('job_id')
      .execute()
    assert.equal(rows.length, 2)
    assert.ok((rows[0]?.due_at ?? 0) >= (rows[0]?.published_at ?? 0) + lease)
    assert.equal(rows[1]?.due_at, null)
  })

  test('if two accounts of a group are read at the same time, its totals contain both', async () => {
    for (let round = 0; round < 20; round += 1) {
      const lanes = [`one ${round}`, `other ${round}`]
      const { postId, jobs } = await addPost(lanes)
      for (const job of jobs) await step((tx) => measurePosts(tx, [{ ...job, platformPostId: '1', dueIn: lease }]))
      await Promise.all(
        jobs.map(({ id }) =>
          step(async (tx) => {
            await storeRefreshed(tx, [{ id, metrics: { ...noMetrics, likes: 2 }, window: 'lifetime' }])
            await writeTotals(tx, [postId])
          }),
        ),
      )
      assert.equal((await latestReads(store.database.read, [postId])).size, 2)
      const { likes } = await store.database.read
        .selectFrom('post_totals')
        .select('likes')
        .where('post_id', '=', postId)
        .executeTakeFirstOrThrow()
      assert.equal(likes, 4)
    }
  })
})
