import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import { pass } from '../../harness/measured.ts'
import { type PublishingInstance, startPublishing } from '../../harness/publishing.ts'
import { publishOnBoth, refresh, scale } from './refreshed.ts'

const minute = 60_000

onEachDatabase((kind) => {
  let bench: PublishingInstance
  before(async () => {
    bench = await startPublishing(kind, { scale })
  })
  after(() => bench.stop())

  test('a post is refreshed at most once in five minutes, by any of its IDs, and no platform is asked in between', async () => {
    const { who, id, x } = await publishOnBoth(bench)
    const replies = await Promise.all([refresh(who, id), refresh(who, id), refresh(who, x.id)])
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 429, 429])
    const refused = replies.find(({ status }) => status === 429)
    assert.equal(refused?.body.error.code, 'rate_limited')
    const wait = Number(refused?.headers.get('retry-after'))
    assert.ok(wait > 200 && wait <= 300, `${wait}`)
    const calls = (await bench.simulated.requests('x')).filter(({ query }) => query.includes(x.postId))
    assert.equal(calls.length, 1)
    await pass(bench, who.profileId, 5 * minute)
    assert.equal((await refresh(who, id)).status, 200)
  })
})
