import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import {
  isAtRest,
  type Newcomer,
  type PlatformName,
  type PublishingInstance,
  startPublishing,
} from '../harness/publishing.ts'
import type { SeenRequest } from '../harness/simulated.ts'
import { tested } from '../platforms/index.ts'

/** The time when the platform accepts requests again, in milliseconds since 1970. */
function resetOf(platform: PlatformName, refused: SeenRequest): number {
  const read = tested[platform].resetOf ?? assert.fail(`${platform} names no time`)
  return read(refused)
}

onEachDatabase((kind) => {
  let bench: PublishingInstance
  before(async () => {
    // A rate limit of the platforms ends after some seconds.
    bench = await startPublishing(kind, { platformScale: 100 })
  })
  after(() => bench.stop())

  const creates = async (platform: PlatformName, ...texts: readonly string[]) =>
    (await bench.simulated.requests(platform)).filter(
      ({ method, path, body }) =>
        method === 'POST' && tested[platform].creates.test(path) && texts.some((text) => body?.includes(text)),
    )

  const publishedBy = async (who: Newcomer, ...messages: readonly string[]) => {
    const jobs = []
    for (const message of messages) jobs.push((await who.post({ message })).jobIds[0] ?? 0)
    return jobs
  }

  for (const platform of ['bluesky', 'x'] as const) {
    test(`${platform}: an account that met a rate limit waits until the platform’s time, another does not`, async () => {
      const [refused, other] = [await bench.newcomer(platform), await bench.newcomer(platform)]
      const texts = [
        `${refused.accountId} 1 [[sandbox:rate_limit]]`,
        `${refused.accountId} 2`,
        `${refused.accountId} 3`,
      ]
      const [first = 0, ...later] = await publishedBy(refused, ...texts)
      await bench.until('it is refused', first, ({ status }) => status === 'retrying')
      const [elsewhere = 0] = await publishedBy(other, `${other.accountId} 1`)
      await bench.until('the other is published', elsewhere, isAtRest)
      for (const job of [first, ...later]) await bench.until('it is published', job, isAtRest)

      // On a busy machine the first may be tried again for another reason, and a later one comes before it.
      const seen = await creates(platform, ...texts)
      const refusal = seen.find(({ status }) => status === 429)
      assert.ok(refusal)
      const reset = resetOf(platform, refusal)
      const others = seen.slice(seen.indexOf(refusal) + 1)
      assert.equal(seen.length, texts.length + 1)
      assert.ok(others.length > 0)
      // Not by the clock: on a busy machine the other may be published after that time.
      const [unhindered] = await creates(platform, `${other.accountId} 1`)
      assert.ok(Date.parse(unhindered?.at ?? '') <= Math.min(...others.map(({ at }) => Date.parse(at))))
      for (const { at } of others)
        assert.ok(Date.parse(at) >= reset, `${at} is before ${new Date(reset).toISOString()}`)
    })
  }

  test('Bluesky: if the login may be renewed only later, the whole account waits', async () => {
    const who = await bench.newcomer('bluesky')
    await bench.simulated.fault('bluesky', { operation: 'token', kind: 'rate_limit' })
    const texts = [1, 2, 3].map((one) => `${who.accountId} ${one} [[sandbox:token_expired]]`)
    const jobs = await publishedBy(who, ...texts)
    for (const job of jobs) await bench.until('it is published', job, isAtRest)
    const renewals = (await bench.simulated.requests('bluesky')).filter(({ path }) => path.endsWith('.refreshSession'))
    const [refusal, ...others] = renewals
    assert.equal(refusal?.status, 429)
    const reset = resetOf('bluesky', refusal)
    for (const { at } of others) assert.ok(Date.parse(at) >= reset)
    const after429 = (await creates('bluesky', who.accountId)).filter(({ at }) => at > refusal.at)
    for (const { at } of after429) assert.ok(Date.parse(at) >= reset)
  })

  test('the platform is not asked about a post in doubt before its rate limit ends', async () => {
    const who = await bench.newcomer('x')
    await bench.simulated.fault('x', { operation: 'read', kind: 'rate_limit' })
    const [job = 0] = await publishedBy(who, `${who.accountId} [[sandbox:server_error_after]]`)
    await bench.until('it is published', job, isAtRest)
    const reads = (await bench.simulated.requests('x')).filter(({ path }) =>
      path.endsWith(`/users/${who.accountId}/tweets`),
    )
    const [refusal, ...others] = reads
    assert.equal(refusal?.status, 429)
    for (const { at } of others) assert.ok(Date.parse(at) >= resetOf('x', refusal))
    assert.equal((await who.published()).length, 1)
  })

  test('a scheduled post starts when it is due, not before, and nothing is late', async () => {
    const who = await bench.newcomer('x')
    const dueAt = Date.now() + 700
    const scheduled_at = new Date(dueAt).toISOString()
    const { id, jobIds } = await who.post({ message: `${who.accountId} later`, scheduled_at })
    assert.equal((await who.ask('GET', `/posts/${id}`)).body.data.status, 'scheduled')
    const job = await bench.until('it is published', jobIds[0] ?? 0, isAtRest)
    assert.ok(Number(job.started_at) >= dueAt)
    const [create] = await creates('x', `${who.accountId} later`)
    assert.ok(Date.parse(create?.at ?? '') >= dueAt)
    const names = (await who.events()).map(({ name, data }) => [name, data.status])
    assert.deepEqual(names, [
      ['post.scheduled', 'queued'],
      ['post.published', 'completed'],
    ])
  })

  test('each other post of a paused account is reported as late once', async () => {
    const who = await bench.newcomer('x')
    const [first = 0, second = 0] = await publishedBy(
      who,
      `${who.accountId} 1 [[sandbox:daily_quota]]`,
      `${who.accountId} 2`,
    )
    await bench.until('it is refused', first, ({ status }) => status === 'retrying')
    const told = async () =>
      (await who.events()).filter(({ name }) => name === 'post.delayed').map(({ data }) => [data.job_id, data.status])
    const expected = [
      [first, 'retrying'],
      [second, 'queued'],
    ]
    await eventually('the second is told of', async () => (await told()).length >= expected.length)
    // The watchdog checks several more times.
    await bench.until('it is looked for', second, ({ due_at }) => Number(due_at) > Date.now())
    assert.deepEqual(await told(), expected)
    assert.deepEqual(await who.published(), [])
  })
})
