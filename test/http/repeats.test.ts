import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type ChoosingInstance, startChoosing } from '../harness/choosing.ts'
import type { Client, Reply } from '../harness/client.ts'
import { onEachDatabase } from '../harness/database.ts'
import type { Instance } from '../harness/instance.ts'
import { jobIn, newPublisher, schedulePost, setJob, startAccepting, upload } from '../harness/posts.ts'
import { type PrefillStage, proposed, startPrefilling } from '../harness/prefill.ts'
import { type PublishingInstance, startPublishing } from '../harness/publishing.ts'
import { insertAccount } from '../harness/rows.ts'
import { type SandboxInstance, startSandboxed } from '../harness/sandboxed.ts'
import { acmePage } from '../harness/servers/website.ts'
import { createWebhook, insertDeliveries, readDeliveries } from '../harness/webhooks.ts'
import { picture } from '../media/fixtures.ts'
import { publishOnBoth, scale } from '../operations/refresh-analytics/refreshed.ts'

/** Sends a request twice with a key. The second gets the response of the first, word for word. */
async function twice(ask: Client, method: string, path: string, body?: object): Promise<Reply> {
  const request = { headers: { 'idempotency-key': 'the-same' }, ...(body && { body }) }
  const [first, second] = [await ask(method, path, request), await ask(method, path, request)]
  assert.equal(first.status, 200, first.text)
  assert.deepEqual(
    [first.headers.get('idempotent-replayed'), second.headers.get('idempotent-replayed'), second.text],
    [null, 'true', first.text],
  )
  return first
}

onEachDatabase((kind) => {
  describe('jobs and deliveries', () => {
    let instance: Instance
    before(async () => {
      instance = await startAccepting(kind)
    })
    after(() => instance.stop())

    test('a retry of a job or of a post that is repeated is no second retry', async () => {
      for (const what of ['jobs', 'posts'] as const) {
        const user = await newPublisher(instance)
        const { id, jobIds } = await schedulePost(user)
        const [jobId = 0] = jobIds
        await setJob(instance.data, jobId, jobIn.failed())
        await twice(user.ask, 'POST', `/${what}/${what === 'jobs' ? jobId : id}/retry`)
      }
    })

    test('a deleted post that is brought back twice with one key is one post', async () => {
      const user = await newPublisher(instance)
      const { id } = await schedulePost(user)
      await user.ask('DELETE', `/posts/${id}`)
      await twice(user.ask, 'POST', `/posts/${id}/restore`)
      assert.equal((await user.ask('GET', '/posts')).body.data.meta.total, 1)
    })

    test('an outcome that is reported twice is one outcome', async () => {
      const user = await newPublisher(instance)
      const { jobIds } = await schedulePost(user)
      const [jobId = 0] = jobIds
      await setJob(instance.data, jobId, jobIn.outcomeUnknown(), 'processing')
      const { body } = await twice(user.ask, 'POST', `/jobs/${jobId}/resolve`, {
        published: true,
        url: 'https://x.com/ana/status/1',
      })
      assert.equal(body.data.job.status, 'completed')
    })

    test('a TikTok URL that is attached twice is attached once', async () => {
      const user = await newPublisher(instance, { platforms: [] })
      await insertAccount(instance.data, { profile_id: user.profileId, platform: 'tiktok', username: 'Acme' })
      const { publicUrl } = await upload(user, await picture().jpeg().toBuffer(), 'image/jpeg')
      const { jobIds } = await schedulePost(user, {
        platforms: ['tiktok'],
        media: [{ url: publicUrl }],
        platform_options: { tiktok: { post_mode: 'MEDIA_UPLOAD' } },
      })
      const [jobId = 0] = jobIds
      await setJob(instance.data, jobId, jobIn.finishInApp(), 'processing')
      const url = 'https://www.tiktok.com/@acme/video/7436512345678901234'
      await twice(user.ask, 'POST', `/jobs/${jobId}/tiktok-url`, { url })
    })

    test('a redelivery that is repeated makes one delivery', async () => {
      const user = await instance.newUser()
      const webhook_id = await createWebhook(user)
      await insertDeliveries(instance.data, user.id, [{ webhook_id, event: 'post.failed', status: 'failed' }])
      const [earlier] = (await readDeliveries(user, webhook_id)).deliveries
      await twice(user.ask, 'POST', `/webhooks/${webhook_id}/deliveries/${earlier.id}/redeliver`)
      assert.equal((await readDeliveries(user, webhook_id)).deliveries.length, 2)
    })
  })

  describe('the website of a profile', () => {
    let stage: PrefillStage
    before(async () => {
      stage = await startPrefilling(kind)
      stage.website.show({ '/': acmePage() })
      stage.model.answers(() => ({ said: proposed }))
    })
    after(() => stage.stop())

    test('is read once for a request that is repeated', async () => {
      for (const path of ['/settings/prefill', '/settings/proposals']) {
        const asked = stage.model.asked.length
        const { ask, profileId } = await stage.newOwner()
        await twice(ask, 'POST', path, { profile_id: profileId })
        assert.equal(stage.model.asked.length, asked + 1, path)
      }
    })
  })

  describe('a choice', () => {
    let instance: ChoosingInstance
    before(async () => {
      instance = await startChoosing(kind)
    })
    after(() => instance.stop())

    test('that is made twice is one choice', async () => {
      const user = await instance.newUser()
      const { id } = await instance.signIn(user)
      await twice(user.ask, 'POST', `/connect/${id}/select`, { choice_id: 'page-1' })
    })
  })

  describe('metrics', () => {
    let bench: PublishingInstance
    before(async () => {
      bench = await startPublishing(kind, { scale })
    })
    after(() => bench.stop())

    test('are read once for a refresh that is repeated', async () => {
      const { who, id } = await publishOnBoth(bench)
      await twice(who.ask, 'POST', '/analytics/refresh', { post_id: id })
    })
  })

  describe('the simulated platforms', () => {
    let instance: SandboxInstance
    before(async () => {
      instance = await startSandboxed(kind)
    })
    after(() => instance.stop())

    test('get one fault from a request that is repeated, and forget everything once', async () => {
      const { body } = await twice(instance.owner, 'POST', '/sandbox/x/faults', {
        operation: 'create',
        kind: 'rate_limit',
      })
      assert.equal(body.data.faults.length, 1)
      assert.equal((await instance.owner('GET', '/sandbox/x/faults')).body.data.faults.length, 1)
      const reset = { headers: { 'idempotency-key': 'reset' } }
      assert.equal((await instance.owner('POST', '/sandbox/reset', reset)).status, 200)
      await instance.owner('POST', '/sandbox/x/faults', { body: { operation: 'create', kind: 'rate_limit' } })
      assert.equal((await instance.owner('POST', '/sandbox/reset', reset)).headers.get('idempotent-replayed'), 'true')
      assert.equal((await instance.owner('GET', '/sandbox/x/faults')).body.data.faults.length, 1)
    })
  })
})
