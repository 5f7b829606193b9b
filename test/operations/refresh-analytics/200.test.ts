import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import { pass, readsOf, scheduleOf } from '../../harness/measured.ts'
import { type PublishingInstance, startPublishing } from '../../harness/publishing.ts'
import { publishOnBoth, refresh, scale } from './refreshed.ts'

const minute = 60_000

onEachDatabase((kind) => {
  let bench: PublishingInstance
  before(async () => {
    bench = await startPublishing(kind, { scale })
  })
  after(() => bench.stop())

  test('a post is read at once on all its platforms, and later reads of its analytics return the same', async () => {
    const { who, id, x, bluesky } = await publishOnBoth(bench)
    await bench.simulated.measured('x', x.postId, { impression_count: 50, like_count: 5 })
    await bench.simulated.measured('bluesky', bluesky.postId, { likeCount: 2 })
    const due = (await scheduleOf(bench, x.id)).due_at
    const { status, body, text } = await refresh(who, bluesky.id)
    assert.equal(status, 200, text)
    const { platform_errors, ...analytics } = body.data
    assert.deepEqual(platform_errors, [])
    assert.deepEqual([analytics.totals.likes, analytics.totals.engagement_rate], [7, 0.1])
    assert.deepEqual((await who.ask('GET', `/analytics?post_id=${id}`)).body.data, analytics)
    const schedule = await scheduleOf(bench, x.id)
    assert.equal(schedule.due_at, due, 'the schedule goes on')
    assert.equal((await readsOf(bench, x.id)).at(-1)?.captured_at, schedule.captured_at)
  })

  test('a platform that fails is named, and its earlier metrics stay', async () => {
    const { who, id, x, bluesky } = await publishOnBoth(bench)
    await bench.simulated.measured('x', x.postId, { like_count: 5 })
    assert.equal((await refresh(who, id)).status, 200)
    await pass(bench, who.profileId, 5 * minute)
    await bench.simulated.measured('bluesky', bluesky.postId, { likeCount: 2 })
    await bench.simulated.fault('x', { operation: 'metrics', kind: 'rate_limit' })
    const { status, body, text } = await refresh(who, id)
    assert.equal(status, 200, text)
    const [error, ...others] = body.data.platform_errors
    assert.deepEqual([error.platform, error.post_id, error.code, others], ['x', x.id, 'rate_limited', []])
    assert.equal(body.data.totals.likes, 7)
  })

  test('a platform of the group whose account is no longer connected is named', async () => {
    const { who, id, bluesky } = await publishOnBoth(bench)
    assert.equal((await who.ask('POST', '/disconnect', { body: { platform: 'bluesky' } })).status, 200)
    const { body, text } = await refresh(who, id)
    const codes = body.data?.platform_errors.map((row: { post_id: number; code: string }) => [row.post_id, row.code])
    assert.deepEqual(codes, [[bluesky.id, 'platform_not_connected']], text)
  })
})
