import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import { publish, readsOf } from '../../harness/measured.ts'
import { codesOf } from '../../harness/posts.ts'
import { type PublishingInstance, startPublishing } from '../../harness/publishing.ts'
import { refresh, scale } from './refreshed.ts'

onEachDatabase((kind) => {
  let bench: PublishingInstance
  before(async () => {
    bench = await startPublishing(kind, { scale })
  })
  after(() => bench.stop())

  for (const [fault, code] of [
    ['server_error', 'platform_unavailable'],
    ['rate_limit', 'rate_limited'],
    ['malformed_json', 'platform_unavailable'],
  ] as const)
    test(`if the only platform fails with ${fault}, the request fails, and the earlier metrics stay`, async () => {
      const who = await bench.newcomer('x')
      const { id, jobId } = await publish(bench, who)
      await bench.simulated.fault('x', { operation: 'metrics', kind: fault })
      assert.deepEqual(codesOf(await refresh(who, id)), { status: 502, code: 'platform_error', details: [code] })
      assert.deepEqual(await readsOf(bench, jobId), [])
    })
})
