import assert from 'node:assert/strict'
import { readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { filesOf } from '../harness/media.ts'
import { createPost, inDays, readJob, readPost, upload } from '../harness/posts.ts'
import { isAtRest, type Newcomer, type PublishingInstance, startPublishing } from '../harness/publishing.ts'
import { png } from '../harness/small-media.ts'

onEachDatabase((kind) => {
  let bench: PublishingInstance
  before(async () => {
    bench = await startPublishing(kind)
  })
  after(() => bench.stop())

  const atRest = (jobId = 0) => bench.until('it is at rest', jobId, isAtRest)
  const image = async (who: Newcomer) => [{ url: (await upload(who, png, 'image/png')).publicUrl }]
  const names = async (who: Newcomer) => (await who.events()).map(({ name }) => name)

  /** A post on X in permanent doubt, because it has media and the response to its commit was lost. */
  async function inDoubt(who: Newcomer) {
    const body = { message: `${who.accountId} [[sandbox:server_error]]`, media: await image(who) }
    const { id, jobIds } = await who.post(body)
    const [jobId = 0] = jobIds
    assert.equal((await atRest(jobId)).status, 'action_required')
    return { id, jobId }
  }

  test('a post that a person reports as not published is then published once', async () => {
    const who = await bench.newcomer('x')
    const { id, jobId } = await inDoubt(who)
    const { status, body } = await who.ask('POST', `/jobs/${jobId}/resolve`, { body: { published: false } })
    assert.deepEqual([status, body.data.job.status], [200, 'queued'])
    assert.equal((await atRest(jobId)).status, 'completed')
    assert.equal((await who.published()).length, 1)
    assert.equal((await readPost(who, id)).status, 'successful')
    assert.deepEqual(await names(who), ['post.delayed', 'post.published'])
  })

  test('a post that a person reports as published is never sent again', async () => {
    const who = await bench.newcomer('x')
    const { id, jobId } = await inDoubt(who)
    const creates = async () =>
      (await bench.simulated.requests('x')).filter(({ path }) => path.endsWith('/2/tweets')).length
    const before = await creates()
    const [timeline] = (await readJob(who, jobId)).action_required.look_at
    const url = `${timeline}/status/1234567890123456789`
    const { body } = await who.ask('POST', `/jobs/${jobId}/resolve`, { body: { published: true, url } })
    assert.deepEqual([body.data.job.status, body.data.job.platform_post_url], ['completed', url])
    assert.equal((await atRest(jobId)).status, 'completed')
    assert.equal((await readPost(who, id)).status, 'successful')
    assert.equal(await creates(), before)
    assert.deepEqual(await names(who), ['post.delayed', 'post.published'])
  })

  test('a post in doubt that meets a rate limit when it is repeated stays in doubt, and is not reported as failed', async () => {
    const who = await bench.newcomer('x')
    const { jobIds } = await who.post({ message: `${who.accountId} [[sandbox:server_error]] [[sandbox:rate_limit:9]]` })
    const [jobId = 0] = jobIds
    assert.equal((await atRest(jobId)).status, 'action_required')
    assert.deepEqual(await names(who), ['post.delayed'])
    const log = await bench.rows.db.selectFrom('status_log').select('status').where('job_id', '=', jobId).execute()
    assert.deepEqual(new Set(log.map(({ status }) => status)), new Set(['queued', 'processing', 'action_required']))
  })

  test('a post in doubt is not taken for an earlier one with the same text', async () => {
    const who = await bench.newcomer('x')
    const body = { message: `Twice of ${who.accountId}` }
    const [firstId = 0] = (await who.post(body)).jobIds
    const first = await atRest(firstId)
    assert.equal(first.status, 'completed')
    // The call does not arrive, and nobody can know that.
    await bench.simulated.fault('x', { operation: 'create', kind: 'reset' })
    const [secondId = 0] = (await who.post(body)).jobIds
    const second = await atRest(secondId)
    assert.deepEqual([second.status, second.error, second.platform_post_id], ['failed', 'duplicate_content', null])
    assert.equal((await who.published()).length, 1)
  })

  test('a post whose response never arrives is found on the platform, and not sent again', async () => {
    const who = await bench.newcomer('x')
    const message = `Unanswered of ${who.accountId}`
    await bench.simulated.fault('x', { operation: 'create', kind: 'timeout_after' })
    const job = await atRest((await who.post({ message })).jobIds[0])
    const [post] = await who.published()
    assert.deepEqual([job.status, job.platform_post_id], ['completed', post?.id])
    const sent = (await bench.simulated.requests('x')).filter(
      ({ path, body }) => path.endsWith('/2/tweets') && body?.includes(message),
    )
    assert.equal(sent.length, 1)
  })

  test('a post in doubt whose repetition is refused as a duplicate stays in doubt until the platform lists it', async () => {
    const who = await bench.newcomer('x')
    const message = `Listed late of ${who.accountId}`
    await bench.simulated.fault('x', { operation: 'create', kind: 'server_error_after' })
    await bench.simulated.fault('x', { operation: 'read', kind: 'list_lag', times: 1_000 })
    const [jobId = 0] = (await who.post({ message })).jobIds
    await eventually('the repetition is refused', async () => {
      const requests = await bench.simulated.requests('x')
      return requests.filter(({ path, body }) => path.endsWith('/2/tweets') && body?.includes(message)).length > 1
    })
    await bench.simulated.clear('x')
    const job = await atRest(jobId)
    const [post] = await who.published()
    assert.deepEqual([job.status, job.platform_post_id], ['completed', post?.id])
  })

  for (const [what, retry] of [
    ['job', (_: number, jobId: number) => `/jobs/${jobId}/retry`],
    ['post', (id: number, _: number) => `/posts/${id}/retry`],
  ] as const)
    test(`the retry of a failed ${what} publishes it once, with fresh attempts`, async () => {
      const who = await bench.newcomer('bluesky')
      const { id, jobIds } = await who.post({ message: `${who.accountId} [[sandbox:media_rejected]]` })
      const [jobId = 0] = jobIds
      assert.equal((await atRest(jobId)).status, 'failed')
      assert.equal((await who.ask('POST', retry(id, jobId))).status, 200)
      const job = await atRest(jobId)
      assert.deepEqual([job.status, job.attempts, job.error, job.failed_reason], ['completed', 1, null, null])
      assert.equal((await who.published()).length, 1)
      assert.deepEqual(await names(who), ['post.job_failed', 'post.failed', 'post.published'])
    })

  test('a post that fails on one of two platforms is partial; the retry publishes only to the failed one', async () => {
    const who = await bench.newcomer('x')
    await bench.simulated.connect(who.ask, 'bluesky', who.name)
    const message = `Both of ${who.accountId}`
    const { id, jobIds } = await createPost(who, {
      platforms: ['x', 'bluesky'],
      message,
      platform_options: { x: { message: `${message} [[sandbox:duplicate]]` } },
    })
    const onX = await atRest(jobIds[0])
    const onBluesky = await atRest(jobIds[1])
    assert.deepEqual([onX.status, onX.error, onBluesky.status], ['failed', 'duplicate_content', 'completed'])
    const post = await readPost(who, id)
    assert.equal(post.status, 'partial')
    assert.notEqual(post.posted_at, null)
    assert.equal((await who.ask('POST', `/posts/${id}/retry`)).status, 200)
    assert.equal((await atRest(jobIds[0])).status, 'completed')
    assert.equal((await readPost(who, id)).status, 'successful')
    const told = await names(who)
    assert.deepEqual(told.toSorted(), ['post.job_failed', 'post.partial', 'post.published'])
    assert.equal(told.at(-1), 'post.published')
    for (const platform of ['x', 'bluesky'])
      assert.equal((await bench.simulated.posts(platform)).filter(({ text }) => text.startsWith(message)).length, 1)
  })

  test('a post that is edited before it starts is published with its new content and platforms, and nothing else', async () => {
    const who = await bench.newcomer('x')
    await bench.simulated.connect(who.ask, 'bluesky', who.name)
    const made = await createPost(who, {
      platforms: ['x'],
      message: `Old of ${who.accountId}`,
      comments_under_post: ['Old comment.'],
      scheduled_at: inDays(30),
    })
    const edit = (body: object) => who.ask('PATCH', `/posts/${made.id}`, { body })
    const words = { message: `New of ${who.accountId}`, comments_under_post: [`New comment of ${who.accountId}`] }
    assert.equal((await edit({ expected_revision: 1, ...words })).status, 200)
    const { status, body } = await edit({ expected_revision: 2, platforms: ['bluesky'], scheduled_at: null })
    assert.equal(status, 200)
    const [job] = body.data.jobs
    assert.equal((await atRest(job.jobId)).status, 'completed')
    const texts = (await bench.simulated.posts('bluesky'))
      .map(({ text }) => text)
      .filter((text) => text.includes(who.accountId))
    assert.deepEqual(texts, [words.message, ...words.comments_under_post])
    assert.deepEqual(await who.published(), [])
    assert.equal((await readJob(who, made.jobIds[0] ?? 0)).status, 'cancelled')
  })

  test('a post whose media no longer exists fails with that reason; nothing is published without it', async () => {
    for (const platform of ['x', 'bluesky', 'pinterest'] as const) {
      const who = await bench.newcomer(platform)
      const media = await image(who)
      const { jobIds } = await who.post({ message: 'With an image.', media, scheduled_at: inDays(30) })
      for (const file of await filesOf(bench.instance.data)) await rm(file)
      const now = Date.now()
      await bench.rows.change((db) =>
        db
          .updateTable('jobs')
          .set({ due_at: now, scheduled_for: now })
          .where('id', '=', jobIds[0] ?? 0)
          .execute(),
      )
      const job = await atRest(jobIds[0])
      assert.deepEqual([job.status, job.error, job.attempts], ['failed', 'media_unavailable', 1])
      assert.match(job.failed_reason ?? '', /no longer exists on the media host/)
      assert.deepEqual(await who.published(), [])
    }
  })

  test('an image that can’t be read for a while leaves nothing in doubt, although it belongs to the commit', async () => {
    const who = await bench.newcomer('pinterest')
    const media = await image(who)
    const files = await filesOf(bench.instance.data)
    const kept = await Promise.all(files.map(async (file) => ({ file, bytes: await readFile(file) })))
    for (const file of files) await truncate(file)
    const { jobIds } = await who.post({ message: 'With an image.', media })
    const [jobId = 0] = jobIds
    await bench.until('it is tried again later', jobId, ({ status }) => status === 'retrying')
    for (const { file, bytes } of kept) await writeFile(file, bytes)
    assert.equal((await atRest(jobId)).status, 'completed')
    assert.equal((await who.published()).length, 1)
  })
})
