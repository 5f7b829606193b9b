import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import { pass, publish, untilRead } from '../../harness/measured.ts'
import { readPost } from '../../harness/posts.ts'
import { type Newcomer, type PublishingInstance, startPublishing } from '../../harness/publishing.ts'

const scale = 50
const minute = 60_000 / scale

const read = async ({ ask }: Pick<Newcomer, 'ask'>, query: string) => {
  const { status, body, text } = await ask('GET', `/analytics?${query}`)
  assert.equal(status, 200, text)
  return body.data
}

onEachDatabase((kind) => {
  let bench: PublishingInstance
  before(async () => {
    bench = await startPublishing(kind, { scale, measures: true })
  })
  after(() => bench.stop())

  /** A user who has published one post on X and on Bluesky. */
  async function publishOnBoth() {
    const who = await bench.newcomer('x')
    await bench.simulated.connect(who.ask, 'bluesky', who.name)
    const { id, jobs } = await publish(bench, who, { platforms: ['twitter', 'bluesky'] })
    return { who, id, jobs }
  }

  test('before the first read a post has empty rows, no history and no totals', async () => {
    const { who, id, jobs } = await publishOnBoth()
    const data = await read(who, `post_id=${id}`)
    assert.deepEqual([data.post_id, data.profile_id], [id, who.profileId])
    assert.match(data.batch_id, /^batch_/)
    const { captured_at, metric_window, views, views_available, engagement_rate } = data.totals
    assert.deepEqual(
      [captured_at, metric_window, views, views_available, engagement_rate],
      [null, null, null, false, null],
    )
    assert.deepEqual(
      data.platform_metrics.map(({ platform, job_id, platform_post_id, likes, history, captured_at: at }: Row) => [
        ...[platform, job_id, platform_post_id, likes, history, at],
      ]),
      jobs.map((job) => [job.named, job.id, job.platform_post_id, null, [], null]),
    )
    assert.equal((await readPost(who, id)).analytics, null)
  })

  test('a post’s latest metrics have totals, rates and growth, by any of its IDs', async () => {
    const { who, id, jobs } = await publishOnBoth()
    const [x, bluesky] = jobs
    assert.ok(x?.platform_post_id && bluesky?.platform_post_id)
    await bench.simulated.measured('x', x.platform_post_id, { impression_count: 100, like_count: 3 })
    await bench.simulated.measured('bluesky', bluesky.platform_post_id, { likeCount: 4 })
    await pass(bench, who.profileId, 6 * minute)
    for (const job of jobs) await untilRead(bench, job.id, 1)
    await bench.simulated.measured('x', x.platform_post_id, { impression_count: 200, like_count: 10 })
    await pass(bench, who.profileId, 25 * minute)
    for (const job of jobs) await untilRead(bench, job.id, 2)

    const data = await read(who, `post_id=${x.id}`)
    assert.deepEqual(data, await read(who, `post_id=${id}&profile_id=${who.profileId}`))
    const [ofX, ofBluesky] = data.platform_metrics
    assert.deepEqual(
      [ofX.impressions, ofX.views, ofX.display_views, ofX.likes, ofX.engagement],
      [200, null, 200, 10, 10],
    )
    assert.deepEqual(
      [ofX.engagement_rate, ofX.engagement_rate_base, ofX.engagement_rate_base_count, ofX.metric_window],
      [0.05, 'impressions', 200, 'lifetime'],
    )
    assert.deepEqual(
      ofX.history.map(({ likes, impressions }: Row) => [likes, impressions]),
      [
        [3, 100],
        [10, 200],
      ],
    )
    assert.ok(ofX.history[0].captured_at < ofX.history[1].captured_at)
    assert.equal(ofX.history[1].captured_at, ofX.captured_at)
    assert.deepEqual(
      [ofBluesky.likes, ofBluesky.impressions, ofBluesky.engagement_rate, ofBluesky.engagement_rate_base],
      [4, null, null, null],
    )
    const { totals } = data
    assert.deepEqual([totals.likes, totals.likes_available, totals.likes_partial], [14, true, false])
    assert.deepEqual([totals.impressions, totals.impressions_available, totals.impressions_partial], [200, true, true])
    assert.deepEqual([totals.reach, totals.reach_available, totals.reach_partial], [null, false, false])
    assert.deepEqual(
      [totals.engagement_rate, totals.engagement_rate_sample_count, totals.engagement_rate_partial],
      [0.05, 1, true],
    )
    assert.deepEqual([totals.engagement_rate_denominator, totals.metric_window], ['impressions', 'lifetime'])
    assert.deepEqual((await readPost(who, id)).analytics, totals)
  })

  test('without a post, the recent posts of a profile are summed up per platform', async () => {
    const { who, jobs } = await publishOnBoth()
    const [x] = jobs
    assert.ok(x?.platform_post_id)
    await bench.simulated.measured('x', x.platform_post_id, { impression_count: 100, like_count: 5 })
    await pass(bench, who.profileId, 6 * minute)
    for (const job of jobs) await untilRead(bench, job.id, 1)
    await publish(bench, who, { message: 'Not read yet.', platforms: ['x'] })

    const data = await read(who, '')
    assert.deepEqual([data.profile_id, data.days], [who.profileId, 30])
    const sums = new Map<string, Row>(data.platforms.map((row: Row) => [row.platform, row]))
    assert.deepEqual([...sums.keys()].sort(), ['bluesky', 'x'])
    const ofX = sums.get('x')
    assert.deepEqual(
      [ofX?.posts, ofX?.measured_posts, ofX?.impressions, ofX?.likes, ofX?.engagement_rate],
      [2, 1, 100, 5, 0.05],
    )
    assert.deepEqual([sums.get('bluesky')?.posts, sums.get('bluesky')?.likes], [1, 0])

    await pass(bench, who.profileId, 8 * 24 * 3_600_000)
    assert.deepEqual((await read(who, 'days=7')).platforms, [])
    assert.equal((await read(who, `days=90&profile_id=${who.profileId}`)).platforms.length, 2)
  })

  test('the metrics of a deleted profile stay readable', async () => {
    const who = await bench.newcomer('x')
    const made = (await who.ask('POST', '/profiles', { body: { name: 'Passing' } })).body.data.profile_id
    await bench.simulated.connect(who.ask, 'x', `${who.name}2`, made)
    const { id } = await publish(bench, who, { profile_id: made })
    assert.equal((await who.ask('DELETE', `/profiles/${made}`)).status, 200)
    assert.equal((await read(who, `post_id=${id}`)).profile_id, null)
  })
})

// biome-ignore lint/suspicious/noExplicitAny: tests read any part of a response.
type Row = any
