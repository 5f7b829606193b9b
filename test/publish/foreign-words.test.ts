import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { SimulatedReply, Simulator } from '../../src/sandbox/shared/simulator.ts'
import { onEachDatabase } from '../harness/database.ts'
import { readJob } from '../harness/posts.ts'
import { isAtRest, type PublishingInstance, startPublishing } from '../harness/publishing.ts'

const halfPair = '\ud83d'

/** Characters that no database stores as they are, within other text. */
const odd = `one\0two${halfPair}three`
const stored = 'onetwo\ufffdthree'

onEachDatabase((kind) => {
  /** Answers of the platform to posts with these texts. */
  const answers = new Map<string, SimulatedReply>()
  const answering = (simulator: Simulator): Simulator => ({
    ...simulator,
    routes: simulator.routes.map((route) => ({
      ...route,
      handle: (request, world) => answers.get(route.text?.(request, world) ?? '') ?? route.handle(request, world),
    })),
  })
  let bench: PublishingInstance
  before(async () => {
    bench = await startPublishing(kind, { change: answering })
  })
  after(() => bench.stop())

  async function publish(reply: SimulatedReply) {
    const who = await bench.newcomer('bluesky')
    const message = `Of ${who.name}.`
    answers.set(message, reply)
    const [jobId = 0] = (await who.post({ message })).jobIds
    await bench.until('it is at rest', jobId, isAtRest)
    return { who, job: await readJob(who, jobId) }
  }

  test('a refusal stays a refusal if the platform’s words are so long that an emoji is where they are cut', async () => {
    const words = `${'x'.repeat(299)}😀 and more`
    const { job } = await publish({ status: 400, body: { error: 'InvalidRequest', message: words } })
    const failedReason = `Bluesky refused the request. Bluesky says: “${'x'.repeat(299)}😀”`
    assert.deepEqual([job.status, job.error, job.failedReason], ['failed', 'content_rejected', failedReason])
  })

  test('a refusal stays a refusal if the platform’s words contain NUL and half a character', async () => {
    const { job } = await publish({ status: 400, body: { error: 'InvalidRequest', message: odd } })
    const failedReason = `Bluesky refused the request. Bluesky says: “${stored}”`
    assert.deepEqual([job.status, job.error, job.failedReason], ['failed', 'content_rejected', failedReason])
  })

  test('a published post is not in doubt if the platform’s ID contains NUL and half a character', async () => {
    const { who, job } = await publish({ status: 200, body: { uri: `at://did/app.bsky.feed.post/${odd}`, cid: odd } })
    assert.deepEqual([job.status, job.platform_post_id], ['completed', `at://did/app.bsky.feed.post/${stored}`])
    assert.ok(job.platform_post_url.endsWith(`/profile/${who.accountId}/post/${stored}`), job.platform_post_url)
  })

  test('an account that has to be connected again says so if the platform’s words contain NUL and half a character', async () => {
    const { who, job } = await publish({ status: 400, body: { error: 'AccountTakedown', message: odd } })
    assert.deepEqual([job.status, job.error], ['failed', 'reconnect_required'])
    const [profile] = (await who.ask('GET', '/profiles')).body.data.profiles
    const { warnings } = (await who.ask('GET', `/settings?profile_id=${profile.id}`)).body.data
    const [{ details }] = warnings.filter(({ code }: { code: string }) => code === 'reconnect_required')
    assert.ok(details.reason.includes(stored), details.reason)
  })
})
