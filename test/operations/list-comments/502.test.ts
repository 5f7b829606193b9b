import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listOf, publishCommented } from '../../harness/commented.ts'
import { onEachDatabase } from '../../harness/database.ts'
import { codesOf } from '../../harness/posts.ts'
import { type PublishingInstance, startPublishing } from '../../harness/publishing.ts'

const faults = {
  rate_limit: 'rate_limited',
  server_error: 'platform_unavailable',
  timeout_before: 'platform_unavailable',
  reset: 'platform_unavailable',
  malformed_json: 'platform_unavailable',
} as const

onEachDatabase((kind) => {
  let bench: PublishingInstance
  before(async () => {
    bench = await startPublishing(kind)
  })
  after(() => bench.stop())

  for (const platform of ['facebook', 'bluesky'] as const)
    test(`${platform}: for one platform, its refusal is the response, and the next request reads again`, async () => {
      const post = await publishCommented(bench, [platform])
      await post.comment(platform, 'Hello.')
      for (const [fault, error] of Object.entries(faults)) {
        // A read that is reset is sent again once.
        await bench.simulated.fault(platform, { operation: 'read', kind: fault as keyof typeof faults, times: 2 })
        const { status, body } = await listOf(post)
        await bench.simulated.clear(platform)
        assert.deepEqual([fault, status, body.error.code], [fault, 502, 'platform_error'])
        const [detail] = body.error.details
        assert.deepEqual([fault, detail.platform, detail.code], [fault, platform, error])
        assert.equal((await listOf(post)).body.data.comments.length, 1)
      }
    })

  test('the readable comments are listed, a failed page is reported, and the cursor continues there', async () => {
    const post = await publishCommented(bench, ['instagram'])
    // Instagram returns fifty at once.
    for (let at = 0; at < 53; at += 1) await post.comment('instagram', `No. ${at}`)
    await bench.simulated.fault('instagram', { operation: 'read', kind: 'server_error', after: 1 })
    const first = (await listOf(post, { limit: 100 })).body.data
    assert.deepEqual([first.comments.length, first.platform_errors.length], [50, 1])
    await bench.simulated.fault('instagram', { operation: 'read', kind: 'server_error' })
    const refused = await listOf(post, { limit: 100, cursor: first.next_cursor })
    assert.deepEqual(codesOf(refused), { status: 502, code: 'platform_error', details: ['platform_unavailable'] })
    const rest = (await listOf(post, { limit: 100, cursor: first.next_cursor })).body.data
    assert.deepEqual([rest.comments.length, rest.platform_errors, rest.next_cursor], [3, [], null])
    const all = [...first.comments, ...rest.comments].map(({ message }: { message: string }) => message)
    assert.deepEqual(new Set(all), new Set(Array.from({ length: 53 }, (_, at) => `No. ${at}`)))
  })
})
