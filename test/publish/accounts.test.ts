import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../harness/database.ts'
import { startMediaInstance } from '../harness/media.ts'
import { codesOf, inDays, readJob, readPost } from '../harness/posts.ts'
import { isAtRest, type Newcomer, type PublishingInstance, startPublishing } from '../harness/publishing.ts'

onEachDatabase((kind) => {
  let bench: PublishingInstance
  before(async () => {
    bench = await startPublishing(kind)
  })
  after(() => bench.stop())

  /** A post in the far future; the test moves its time. */
  async function scheduled(who: Newcomer) {
    const { id, jobIds } = await who.post({ message: `By ${who.accountId}.`, scheduled_at: inDays(30) })
    const [jobId = 0] = jobIds
    const due = async () => {
      const now = Date.now()
      await bench.rows.change((db) =>
        db.updateTable('jobs').set({ due_at: now, scheduled_for: now }).where('id', '=', jobId).execute(),
      )
      return bench.until('it is at rest', jobId, isAtRest)
    }
    return { id, jobId, due }
  }

  const disconnect = async ({ ask, platform }: Newcomer) =>
    assert.equal((await ask('POST', '/disconnect', { body: { platform } })).status, 200)

  for (const platform of ['bluesky', 'x'] as const) {
    test(`${platform}: a post whose account was disconnected fails, and can be published when the same account is back`, async () => {
      const who = await bench.newcomer(platform, 'left')
      const { id, jobId, due } = await scheduled(who)
      await disconnect(who)
      const job = await due()
      assert.deepEqual([job.status, job.error], ['failed', 'account_disconnected'])
      assert.match(job.failed_reason ?? '', /Connect it again/)
      assert.deepEqual(await who.published(), [])
      assert.deepEqual(
        (await who.events()).map(({ name }) => name),
        ['post.scheduled', 'post.job_failed', 'post.failed'],
      )
      assert.deepEqual(codesOf(await who.ask('POST', '/post', { body: { message: 'New.', platforms: [platform] } })), {
        status: 422,
        code: 'platform_not_connected',
        details: ['platform_not_connected'],
      })

      await bench.simulated.connect(who.ask, platform, who.name)
      assert.equal((await who.ask('POST', `/jobs/${jobId}/retry`)).status, 200)
      assert.equal((await bench.until('it is at rest', jobId, isAtRest)).status, 'completed')
      assert.equal((await readPost(who, id)).status, 'successful')
      assert.equal((await who.published()).length, 1)
    })

    test(`${platform}: a post is never published by another account that has replaced its own`, async () => {
      const who = await bench.newcomer(platform, 'replaced')
      const { due } = await scheduled(who)
      await bench.simulated.connect(who.ask, platform, `other of ${who.name}`)
      const job = await due()
      assert.deepEqual([job.status, job.error], ['failed', 'account_disconnected'])
      const texts = (await bench.simulated.posts(platform)).map(({ text }) => text)
      assert.ok(!texts.includes(`By ${who.accountId}.`))
    })

    test(`${platform}: a post is published by its account after that was disconnected and connected again`, async () => {
      const who = await bench.newcomer(platform, 'back')
      const { due } = await scheduled(who)
      await disconnect(who)
      await bench.simulated.connect(who.ask, platform, who.name)
      assert.equal((await due()).status, 'completed')
      assert.equal((await who.published()).length, 1)
    })
  }

  test('X: an expired login is reported, fails due posts, rejects new ones, and is repaired by a new sign-in', async () => {
    const who = await bench.newcomer('x', 'revoked')
    const waiting = await scheduled(who)
    const first = await who.post({ message: `${who.accountId} [[sandbox:token_revoked]]` })
    const [firstId = 0] = first.jobIds
    await bench.until('it is at rest', firstId, isAtRest)
    const { warnings } = (await who.ask('GET', '/settings')).body.data
    assert.deepEqual(
      // biome-ignore lint/suspicious/noExplicitAny: tests read any part of a response.
      warnings.map((one: any) => [one.scope, one.platform, one.code, one.severity, one.details.account_id]),
      [['account', 'x', 'reconnect_required', 'warning', who.accountId]],
    )

    const requests = async () => (await bench.simulated.requests('x')).length
    const before = await requests()
    const job = await waiting.due()
    assert.deepEqual([job.status, job.error, job.attempts], ['failed', 'reconnect_required', 1])
    assert.equal(await requests(), before, 'nobody asks a platform that has ended the login')
    assert.deepEqual(codesOf(await who.ask('POST', '/post', { body: { message: 'New.', platforms: ['x'] } })), {
      status: 422,
      code: 'reconnect_required',
      details: ['reconnect_required'],
    })

    await bench.simulated.connect(who.ask, 'x', who.name)
    assert.deepEqual((await who.ask('GET', '/settings')).body.data.warnings, [])
    for (const jobId of [firstId, waiting.jobId]) {
      assert.equal((await who.ask('POST', `/jobs/${jobId}/retry`)).status, 200)
      assert.equal((await bench.until('it is at rest', jobId, isAtRest)).status, 'completed')
    }
    assert.equal((await who.published()).length, 2)
  })

  test('X: a comment uses the login that its post has renewed', async () => {
    const who = await bench.newcomer('x', 'commenting')
    const calls = async () =>
      (await bench.simulated.requests('x')).filter(
        ({ method, path, body }) => method === 'POST' && path.endsWith('/2/tweets') && body?.includes(who.accountId),
      ).length
    const message = `${who.accountId} [[sandbox:token_expired]]`
    const { jobIds } = await who.post({ message, comments_under_post: [`A comment of ${who.accountId}`] })
    const job = await bench.until('it is at rest', jobIds[0] ?? 0, isAtRest)
    assert.deepEqual([job.status, job.warnings], ['completed', '[]'])
    // The post twice, since its first call was refused.
    assert.equal(await calls(), 3)
  })

  test('X: twenty posts of an account with an expired token renew it once, over two processes', async () => {
    const instanceData = bench.instance.data
    // An embedded database has one process.
    const other =
      kind === 'postgres'
        ? await startMediaInstance(kind, {
            env: { ...bench.simulated.env, POLYPOST_TIME_SCALE: '20' },
            data: instanceData,
          })
        : null
    const who = await bench.newcomer('x', 'renewed')
    const renewals = async () =>
      (await bench.simulated.requests('x')).filter(
        ({ path, body }) => path.endsWith('/2/oauth2/token') && body?.includes('grant_type=refresh_token'),
      ).length
    const before = await renewals()
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        who.post({ message: `${who.accountId} ${index} ${index === 0 ? '[[sandbox:token_expired]]' : ''}`.trim() }),
      ),
    )
    for (const { jobIds } of made) {
      const job = await bench.until('it is at rest', jobIds[0] ?? 0, isAtRest)
      assert.deepEqual([job.status, job.attempts], ['completed', 1])
    }
    await other?.stop()
    assert.equal((await renewals()) - before, 1)
    assert.equal((await who.published()).length, made.length)
    assert.deepEqual((await readJob(who, made[0]?.jobIds[0] ?? 0)).status, 'completed')
  })
})
