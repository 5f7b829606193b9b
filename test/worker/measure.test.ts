import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { maxAbsences } from '../../src/domain/metric-schedule.ts'
import { onEachDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { pass, publish, readsOf, scheduleOf, untilRead } from '../harness/measured.ts'
import { setJob } from '../harness/posts.ts'
import { type Newcomer, type PublishingInstance, startPublishing } from '../harness/publishing.ts'

/** A minute of this instance is 0.6 seconds. */
const scale = 100
const minute = 60_000 / scale
const hour = 60 * minute
const day = 24 * hour
/** In milliseconds: longer than a due read waits for a worker. */
const aWhile = 400
const longRest = 3_600_000 // milliseconds

onEachDatabase((kind) => {
  let bench: PublishingInstance
  before(async () => {
    bench = await startPublishing(kind, { scale, measures: true })
  })
  after(() => bench.stop())

  const accountOf = (who: Newcomer) =>
    bench.rows.db
      .selectFrom('measured_accounts')
      .selectAll()
      .where('profile_id', '=', who.profileId)
      .executeTakeFirstOrThrow()

  /** Calls to a platform that read posts of this account. */
  const callsAbout = async (platform: string, path: string, postIds: readonly string[]) =>
    (await bench.simulated.requests(platform)).filter(
      (call) => call.path.includes(path) && postIds.some((id) => decodeURIComponent(call.query).includes(id)),
    )

  const setPost = (jobId: number, values: { readonly due_at: number }) =>
    bench.rows.change((db) => db.updateTable('measured_posts').set(values).where('job_id', '=', jobId).execute())

  /** Moves the time to when a post is due, and waits until it was read this often. */
  async function passToRead(who: Newcomer, jobId: number, times: number) {
    const { due_at } = await scheduleOf(bench, jobId)
    await pass(bench, who.profileId, (due_at ?? 0) - Date.now())
    return untilRead(bench, jobId, times)
  }

  test('a post is read 5 and 30 minutes, 2, 6 and 24 hours after publishing, then daily for 90 days, and no read replaces another', async () => {
    const who = await bench.newcomer('x')
    const { jobId } = await publish(bench, who)
    const ages = [5 * minute, 30 * minute, 2 * hour, 6 * hour, day, 2 * day, 3 * day]
    for (const [times, age] of ages.entries()) {
      const { due_at, published_at } = await scheduleOf(bench, jobId)
      assert.ok(Math.abs((due_at ?? 0) - published_at - age) <= 1, `${times}: ${due_at} ${published_at} ${age}`)
      await passToRead(who, jobId, times + 1)
    }
    await pass(bench, who.profileId, 90 * day)
    await untilRead(bench, jobId, ages.length + 1)
    assert.equal((await scheduleOf(bench, jobId)).due_at, null)
  })

  test('metrics are stored as reported: a zero as 0, and what the platform does not provide as null', async () => {
    const who = await bench.newcomer('bluesky')
    const { jobId, postId } = await publish(bench, who)
    await bench.simulated.measured('bluesky', postId, { likeCount: 7 })
    const [read] = await passToRead(who, jobId, 1)
    assert.ok(read)
    const { captured_at, job_id, ...told } = read
    assert.deepEqual(told, {
      ...{ views: null, impressions: null, reach: null, clicks: null },
      ...{ likes: 7, comments: 0, shares: 0, saves: 0, engagement: 7, metric_window: 'lifetime' },
    })
  })

  test('posts of an account that are due about the same time are read in one call', async () => {
    const who = await bench.newcomer('bluesky')
    const posts = await Promise.all([1, 2, 3, 4, 5].map((n) => publish(bench, who, { message: `Post ${n}.` })))
    await pass(bench, who.profileId, 5 * minute)
    for (const { jobId } of posts) await untilRead(bench, jobId, 1)
    const ids = posts.map(({ postId }) => postId)
    const before = (await callsAbout('bluesky', 'getPosts', ids)).length
    // On a busy machine they were published further apart.
    const dues = await Promise.all(posts.map(async ({ jobId }) => (await scheduleOf(bench, jobId)).due_at ?? 0))
    const due = Math.max(...dues)
    for (const [index, { jobId }] of posts.entries()) await setPost(jobId, { due_at: due + index })
    await pass(bench, who.profileId, due - Date.now())
    for (const { jobId } of posts) await untilRead(bench, jobId, 2)
    assert.equal((await callsAbout('bluesky', 'getPosts', ids)).length - before, 1)
    await sleep(aWhile)
    for (const { jobId } of posts) assert.equal((await readsOf(bench, jobId)).length, 2)
  })

  test('only the account that met a rate limit waits for its end, and its publishing continues', async () => {
    const limited = await bench.newcomer('x')
    const other = await bench.newcomer('x')
    const first = await publish(bench, limited)
    await bench.simulated.fault('x', { operation: 'metrics', kind: 'rate_limit' })
    const { due_at } = await scheduleOf(bench, first.jobId)
    await pass(bench, limited.profileId, (due_at ?? 0) - Date.now())
    await eventually('the account has failed once', async () => (await accountOf(limited)).failures === 1)
    // The limit ends in an hour of this machine, however busy it is.
    await bench.rows.change((db) =>
      db
        .updateTable('measured_accounts')
        .set({ due_at: sql<number>`due_at + ${longRest}` })
        .where('profile_id', '=', limited.profileId)
        .execute(),
    )
    const theirs = await publish(bench, other)
    await passToRead(other, theirs.jobId, 1)
    await publish(bench, limited, { message: 'Published meanwhile.' })
    assert.deepEqual(await readsOf(bench, first.jobId), [], 'it waits')
    await pass(bench, limited.profileId, longRest)
    await untilRead(bench, first.jobId, 1)
    await eventually('it counts as well again', async () => (await accountOf(limited)).failures === 0)
  })

  test('a paused account is not read until the pause ends', async () => {
    const who = await bench.newcomer('x')
    const { jobId } = await publish(bench, who)
    const { lane } = await accountOf(who)
    const until = Date.now() + 3_600_000
    await bench.rows.change((db) =>
      db.updateTable('lanes').set({ paused_until: until }).where('key', '=', lane).execute(),
    )
    await pass(bench, who.profileId, 6 * minute)
    await eventually('it waits until then', async () => ((await accountOf(who)).due_at ?? 0) >= until - 1_000)
    assert.equal((await readsOf(bench, jobId)).length, 0)
  })

  test('a post that the platform did not return seven times in a row is not read any more', async () => {
    const who = await bench.newcomer('x')
    const { jobId } = await publish(bench, who)
    await setJob(bench.instance.data, jobId, { platform_post_id: '1' })
    for (let times = 1; times < maxAbsences; times += 1) {
      const { due_at } = await scheduleOf(bench, jobId)
      await pass(bench, who.profileId, (due_at ?? 0) - Date.now())
      await eventually('it is missed once more', async () => (await scheduleOf(bench, jobId)).absences === times)
    }
    const { due_at } = await scheduleOf(bench, jobId)
    assert.notEqual(due_at, null)
    await pass(bench, who.profileId, (due_at ?? 0) - Date.now())
    await eventually('it counts as gone', async () => (await scheduleOf(bench, jobId)).due_at === null)
    assert.deepEqual(await readsOf(bench, jobId), [])
  })

  test('nothing of a disconnected account is read, and its posts are read again when it is reconnected', async () => {
    const who = await bench.newcomer('bluesky')
    const { jobId, postId } = await publish(bench, who)
    assert.equal((await who.ask('POST', '/disconnect', { body: { platform: 'bluesky' } })).status, 200)
    await pass(bench, who.profileId, hour)
    await eventually('it sleeps', async () => (await accountOf(who)).due_at === null)
    const { fence } = await accountOf(who)
    await sleep(aWhile)
    assert.equal((await accountOf(who)).fence, fence)
    assert.deepEqual(await callsAbout('bluesky', 'getPosts', [postId]), [])
    await bench.simulated.connect(who.ask, 'bluesky', who.name)
    await pass(bench, who.profileId, 6 * minute)
    await untilRead(bench, jobId, 1)
  })

  test('an account that needs a new login is not read until it has one', async () => {
    const who = await bench.newcomer('x')
    const { jobId } = await publish(bench, who)
    await bench.simulated.fault('x', { operation: 'metrics', kind: 'token_revoked' })
    await pass(bench, who.profileId, 6 * minute)
    await eventually('it sleeps', async () => (await accountOf(who)).due_at === null)
    const { platform_profiles } = (await who.ask('GET', '/profiles')).body.data.profiles[0]
    assert.equal(platform_profiles.x.status, 'needs_reconnect')
    await bench.simulated.connect(who.ask, 'x', who.name)
    await pass(bench, who.profileId, 6 * minute)
    await untilRead(bench, jobId, 1)
  })

  test('followers are counted once a day, and the latest count of a day is kept', async () => {
    const who = await bench.newcomer('bluesky')
    const { postId } = await publish(bench, who)
    const counts = () =>
      bench.rows.db
        .selectFrom('audience_counts')
        .innerJoin('measured_accounts', 'id', 'account_id')
        .select(['day', 'captured_at', 'followers'])
        .where('profile_id', '=', who.profileId)
        .orderBy('day')
        .execute()
    await pass(bench, who.profileId, 6 * minute)
    await eventually('they are counted', async () => (await counts()).length === 1)
    const { audience_due_at } = await accountOf(who)
    assert.ok(Math.abs(audience_due_at - Date.now() - day) < hour, `${audience_due_at - Date.now()}`)
    await bench.simulated.measured('bluesky', postId, { followersCount: 12 })
    const [first] = await counts()
    await pass(bench, who.profileId, day)
    await eventually('they are counted again', async () => (await counts()).at(-1)?.followers === 12)
    const all = await counts()
    assert.ok(all.length === 1 ? all[0]?.captured_at !== first?.captured_at : all.length === 2)
  })

  test('unexpected failures are retried with growing pauses', async () => {
    const who = await bench.newcomer('bluesky')
    const { jobId } = await publish(bench, who)
    await bench.simulated.fault('bluesky', { operation: 'metrics', kind: 'malformed_json', times: 2 })
    await pass(bench, who.profileId, 6 * minute)
    await untilRead(bench, jobId, 1)
    await eventually('it counts as well again', async () => (await accountOf(who)).failures === 0)
  })
})
