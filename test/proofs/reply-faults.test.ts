import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { FaultKind } from '../../src/sandbox/shared/simulator.ts'
import { publishCommented, repliesOf, resolved } from '../harness/commented.ts'
import { onEachDatabase } from '../harness/database.ts'
import { codesOf } from '../harness/posts.ts'
import { type PublishingInstance, startPublishing } from '../harness/publishing.ts'
import { commentedPlatforms } from '../platforms/needs.ts'

/** The fault that a reply meets, and how often the reply is visible afterwards. */
const faults = {
  timeout_after: 1,
  server_error_after: 1,
  timeout_before: 0,
  reset: 0,
  server_error: 0,
  rate_limit: 0,
  media_rejected: 0,
} as const satisfies Partial<Record<FaultKind, 0 | 1>>

/** The platform certainly did not accept it. */
const refused: readonly string[] = ['rate_limit', 'media_rejected']

onEachDatabase((kind) => {
  let bench: PublishingInstance
  before(async () => {
    bench = await startPublishing(kind, { scale: 60 })
  })
  after(() => bench.stop())

  const cases = commentedPlatforms
    // The database makes no difference to a platform.
    .filter((platform) => kind === 'sqlite' || platform === 'threads')
    .flatMap((platform) => Object.entries(faults).map(([fault, visible]) => ({ platform, fault, visible })))
  describe('whatever happens to a reply, sending it again makes it visible once', { concurrency: 8 }, () => {
    for (const { platform, fault, visible } of cases)
      test(`${platform}, ${fault}`, async () => {
        const post = await publishCommented(bench, [platform])
        const message = `Met by ${post.who.name}. [[sandbox:${fault}]]`
        const body = { post_id: post.postId, comment_id: await post.comment(platform, 'Hi?'), message }
        const send = () => post.who.ask('POST', '/comments/reply', { body })
        const first = await send()
        if (refused.includes(fault))
          assert.deepEqual([first.status, codesOf(first).code], [502, 'platform_error'], first.text)
        else assert.ok(first.status === 200 || first.status === 502, first.text)
        await resolved(bench, message)
        assert.equal((await repliesOf(post, message)).length, visible)
        const again = await send()
        assert.equal(again.status, 200, again.text)
        const [reply, ...others] = await repliesOf(post, message)
        assert.deepEqual([again.body.data.reply_id, others], [reply?.id, []])
      })
  })
})
