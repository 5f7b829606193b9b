import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listOf, publishCommented } from '../../harness/commented.ts'
import { onEachDatabase } from '../../harness/database.ts'
import { codesOf } from '../../harness/posts.ts'
import { type PublishingInstance, startPublishing } from '../../harness/publishing.ts'

onEachDatabase((kind) => {
  let bench: PublishingInstance
  before(async () => {
    bench = await startPublishing(kind)
  })
  after(() => bench.stop())

  test('a disconnected account, and another account in its place, are reported as not connected', async () => {
    const post = await publishCommented(bench, ['threads'])
    await post.who.ask('POST', '/disconnect', { body: { platform: 'threads' } })
    const expected = { status: 422, code: 'platform_not_connected', details: ['platform_not_connected'] }
    assert.deepEqual(codesOf(await listOf(post)), expected)
    await bench.simulated.connect(post.who.ask, 'threads', `${post.who.name} two`)
    assert.deepEqual(codesOf(await listOf(post)), expected)
    await bench.simulated.connect(post.who.ask, 'threads', post.who.name)
    assert.equal((await listOf(post)).status, 200)
  })

  test('an ended login needs a new one, and until then the platform is not asked again', async () => {
    const post = await publishCommented(bench, ['threads'])
    await bench.simulated.fault('threads', { operation: 'read', kind: 'token_revoked' })
    const expected = (detail: string) => ({ status: 422, code: 'reconnect_required', details: [detail] })
    assert.deepEqual(codesOf(await listOf(post)), expected('reconnect_required'))
    const asked = (await bench.simulated.requests('threads')).length
    assert.deepEqual(codesOf(await listOf(post)), expected('reconnect_required'))
    assert.equal((await bench.simulated.requests('threads')).length, asked)
  })
})
