import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { FaultKind } from '../../src/sandbox/shared/simulator.ts'
import { onEachDatabase } from '../harness/database.ts'
import { codesOf, inDays } from '../harness/posts.ts'
import { type Newcomer, type PublishingInstance, startPublishing } from '../harness/publishing.ts'
import { insertFile } from '../harness/rows.ts'

/** The response to a post with a video that X accepts only from some accounts. */
type Answer = 'taken' | 'content_rejected' | 'platform_error' | 'reconnect_required'

/** By the account's status at connection; then the check at X meets a fault. */
const answers: Readonly<Record<FaultKind, readonly [premium: Answer, standard: Answer]>> = {
  // An earlier answer of X is better than none; without one, nothing is assumed.
  rate_limit: ['taken', 'platform_error'],
  server_error: ['taken', 'platform_error'],
  timeout_before: ['taken', 'platform_error'],
  timeout_after: ['taken', 'platform_error'],
  server_error_after: ['taken', 'platform_error'],
  reset: ['taken', 'platform_error'],
  malformed_json: ['taken', 'platform_error'],
  permission_missing: ['taken', 'platform_error'],
  duplicate: ['taken', 'platform_error'],
  media_rejected: ['taken', 'platform_error'],
  daily_quota: ['taken', 'platform_error'],
  token_expired: ['taken', 'content_rejected'],
  token_revoked: ['reconnect_required', 'reconnect_required'],
  slow_processing: ['taken', 'content_rejected'],
  processing_failed: ['taken', 'content_rejected'],
  list_lag: ['taken', 'content_rejected'],
}

const statuses = { taken: 200, content_rejected: 422, reconnect_required: 422, platform_error: 502 } as const

onEachDatabase((kind) => {
  let bench: PublishingInstance
  before(async () => {
    bench = await startPublishing(kind, { roles: { api: true, worker: false } })
  })
  after(() => bench.stop())

  const postLong = async (who: Newcomer) => {
    const storageKey = await insertFile(bench.rows.db, who.id, { contentType: 'video/mp4', seconds: 30 * 60 })
    const body = { message: 'Half an hour.', platforms: ['x'], media: [{ storageKey }], scheduled_at: inDays(30) }
    return codesOf(await who.ask('POST', '/post', { body }))
  }

  for (const [fault, [premium, standard]] of Object.entries(answers))
    test(`X: a long video, with ${fault} when the account is checked: ${premium}, or ${standard}`, async () => {
      for (const [prefix, answer] of [
        ['premium', premium],
        ['', standard],
      ] as const) {
        const who = await bench.newcomer('x', prefix)
        // The keys of the table are the kinds. A read that is reset is sent again once.
        const times = fault === 'reset' ? 2 : 1
        await bench.simulated.fault('x', { operation: 'account', kind: fault as FaultKind, times })
        const { status, code } = await postLong(who)
        assert.deepEqual([status, code ?? 'taken'], [statuses[answer], answer], prefix)
        const posts = (await who.ask('GET', '/posts')).body.data.posts
        assert.equal(posts.length, answer === 'taken' ? 1 : 0)
        await bench.simulated.clear('x')
        // It leaves no effect, except that an ended login has ended.
        const again = answer === 'reconnect_required' ? answer : prefix === '' ? 'content_rejected' : 'taken'
        assert.equal((await postLong(who)).code ?? 'taken', again)
      }
    })
})
