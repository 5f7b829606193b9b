import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import {
  connectOnce,
  createPost,
  eventsOf,
  inDays,
  inMinutes,
  newPublisher,
  readJob,
  readPost,
  schedulePost,
  startAccepting,
  textPost,
} from '../../harness/posts.ts'

onEachInstance(startAccepting, (instance, kind) => {
  test('one job per platform is queued, each without ID and URL, and the post and its jobs have different IDs', async () => {
    const user = await newPublisher(instance)
    const { status, body } = await user.ask('POST', '/post', { body: textPost })
    assert.equal(status, 200)
    assert.match(body.batch_id, /^batch_[A-Za-z0-9]{24}$/)
    const unpublished = { platform_post_id: null, platform_post_url: null }
    const [first, second] = body.jobs
    assert.deepEqual(body, {
      status: 'queued',
      post_id: body.post_id,
      batch_id: body.batch_id,
      profile_id: user.profileId,
      scheduled_at: null,
      jobs: [
        { platform: 'x', jobId: first.jobId, job_id: first.jobId, ...unpublished },
        { platform: 'bluesky', jobId: second.jobId, job_id: second.jobId, ...unpublished },
      ],
      warnings: [],
    })
    assert.equal(new Set([body.post_id, first.jobId, second.jobId]).size, 3)

    const post = await readPost(user, body.post_id)
    assert.deepEqual([post.status, post.scheduled_at, post.posted_at], ['queued', null, null])
    const job = await readJob(user, first.jobId)
    assert.deepEqual([job.status, job.attemptsMade, job.started_at], ['queued', 0, null])
  })

  test('the post is published from the named profile, which must belong to the caller', async () => {
    const user = await newPublisher(instance, { platforms: [] })
    const second = (await user.ask('POST', '/profiles', { body: { name: 'Second' } })).body.data.profile_id
    const other = { ...user, profileId: second }
    await connectOnce(instance, second, ['x'])
    const post = await createPost(other, { platforms: ['x'], profile_id: second })
    assert.equal((await readPost(user, post.id)).profile_id, second)
  })

  test('x and twitter together are one job, under the name that came first, everywhere', async () => {
    const user = await newPublisher(instance)
    for (const [platforms, named] of [
      [['twitter', 'x', 'twitter'], ['twitter']],
      [
        ['bluesky', 'x', 'twitter', 'bluesky'],
        ['bluesky', 'x'],
      ],
    ] as const) {
      const { id, jobIds } = await schedulePost(user, { platforms })
      const post = await readPost(user, id)
      assert.deepEqual(post.platforms, named)
      const jobs = post.jobs.map((job: { platform: string; jobId: number }) => [job.platform, job.jobId])
      assert.deepEqual(
        jobs,
        named.map((name, at) => [name, jobIds[at]]),
      )
      assert.equal((await readJob(user, jobIds[0] ?? 0)).platform, named[0])
      const [event] = (await eventsOf(instance.data, user.id)).slice(-1)
      assert.equal(event?.data.platform, named.length > 1 ? 'multiple' : named[0])
    }
  })

  test('a platform’s own message replaces the common one, under either name of the platform', async () => {
    const user = await newPublisher(instance)
    const long = 'b'.repeat(300)
    for (const key of ['x', 'twitter']) {
      const { jobIds } = await schedulePost(user, { message: long, platform_options: { [key]: { message: 'Short.' } } })
      const [onX, onBluesky] = await Promise.all(jobIds.map((id) => user.ask('GET', `/jobs/${id}`)))
      assert.equal(onX?.body.job.payload.message, 'Short.')
      assert.equal(onBluesky?.body.job.payload.message, long)
    }
  })

  test('a platform’s options reach its job, and options of a platform that is not named have no effect', async () => {
    const user = await newPublisher(instance)
    const options = { bluesky: { languages: ['pl', 'en'] }, youtube: { privacy_status: 'private' } }
    const { id, jobIds } = await schedulePost(user, { platform_options: options })
    assert.deepEqual((await readPost(user, id)).platform_options, options)
    const payloads = await Promise.all(
      jobIds.map(async (job) => (await user.ask('GET', `/jobs/${job}`)).body.job.payload),
    )
    assert.deepEqual(
      payloads.map(({ platform_options }) => platform_options),
      [{}, { languages: ['pl', 'en'] }],
    )
  })

  test('everything that was sent is returned as it was sent', async () => {
    const user = await newPublisher(instance)
    const sent = {
      message: 'Zażółć gęślą jaźń 🚀',
      comments_under_post: ['First.', 'Second.'],
      platform_options: { bluesky: { langs: ['pl'] } },
      auto_reply_enabled: false,
      webhook_url: 'https://hooks.example.com/done?to=me',
      scheduled_at: inDays(1),
    }
    const { id, batchId } = await createPost(user, sent)
    const { platforms, scheduled_timezone, status, source, revision, editable, ...post } = await readPost(user, id)
    for (const [field, value] of Object.entries(sent)) assert.deepEqual(post[field], value, field)
    assert.deepEqual(
      [platforms, scheduled_timezone, status, source, revision, editable],
      [['x', 'bluesky'], null, 'scheduled', 'api', 1, true],
    )
    assert.deepEqual([post.id, post.batch_id], [id, batchId])
    assert.deepEqual([post.results, post.analytics, post.callback_deliveries], [[], null, []])
  })

  test('the header X-Polypost-Client sets the client of the post', async () => {
    const user = await newPublisher(instance)
    for (const [header, source] of [
      ['dashboard', 'dashboard'],
      ['cli', 'cli'],
      ['mcp', 'mcp'],
      ['carrier pigeon', 'api'],
    ] as const) {
      const headers = { 'x-polypost-client': header }
      const { body } = await user.ask('POST', '/post', { body: textPost, headers })
      assert.equal((await readPost(user, body.post_id)).source, source)
    }
  })

  test('a repeat with the same idempotency key gets the first response and creates nothing', async () => {
    const user = await newPublisher(instance)
    const ask = () => user.ask('POST', '/post', { body: textPost, headers: { 'idempotency-key': 'once' } })
    const first = await ask()
    const repeats = await Promise.all([ask(), ask()])
    for (const repeat of repeats) {
      assert.equal(repeat.text, first.text)
      assert.equal(repeat.headers.get('idempotent-replayed'), 'true')
    }
    assert.equal((await user.ask('GET', '/posts')).body.data.meta.total, 1)
  })

  test('a refused post can be corrected and sent again with the same idempotency key', async () => {
    const user = await newPublisher(instance)
    const headers = { 'idempotency-key': 'mended' }
    const refused = await user.ask('POST', '/post', { body: { ...textPost, message: 'a'.repeat(301) }, headers })
    assert.equal(refused.status, 422)
    const taken = await user.ask('POST', '/post', { body: textPost, headers })
    assert.equal(taken.status, 200, taken.text)
    assert.equal(taken.headers.get('idempotent-replayed'), null)
  })

  test('without an idempotency key the same post twice is two posts', async () => {
    const user = await newPublisher(instance)
    const [first, second] = [await createPost(user), await createPost(user)]
    assert.notEqual(first.id, second.id)
    assert.notEqual(first.batchId, second.batchId)
  })

  test('a scheduled post sends a post.scheduled event; an immediate post does not', async () => {
    const user = await newPublisher(instance)
    await createPost(user)
    assert.deepEqual(await eventsOf(instance.data, user.id), [])
    const at = inDays(2)
    const { id, batchId, jobIds } = await createPost(user, { scheduled_at: at })
    const [event, ...more] = await eventsOf(instance.data, user.id)
    assert.deepEqual(more, [])
    assert.equal(event?.name, 'post.scheduled')
    const { jobs, ...data } = event.data
    assert.deepEqual(data, {
      post_id: id,
      batch_id: batchId,
      profile_id: user.profileId,
      platform: 'multiple',
      scheduled_at: at,
      status: 'queued',
    })
    assert.deepEqual(
      jobs.map((job: { jobId: number; status: string }) => [job.jobId, job.status]),
      jobIds.map((jobId) => [jobId, 'queued']),
    )
  })

  test('auto-replies that can’t take effect cause a warning, and the setting is stored', async () => {
    const user = await newPublisher(instance, { plan: 1, platforms: ['x'] })
    const { id, warnings, jobIds } = await schedulePost(user, { platforms: ['x'], auto_reply_enabled: true })
    assert.deepEqual(
      warnings.map(({ platform, code }) => [platform, code]),
      [[null, 'auto_reply_unavailable']],
    )
    assert.equal((await readPost(user, id)).auto_reply_enabled, true)
    const [warning] = (await user.ask('GET', `/jobs/${jobIds[0]}`)).body.data.warnings
    assert.deepEqual([warning.scope, warning.code, warning.platform], ['post', 'auto_reply_unavailable', null])
  })

  test('a plain http callback URL is notified if the instance allows it', async (t) => {
    const lenient = await startAccepting(kind, { POLYPOST_ALLOW_HTTP_WEBHOOKS: 'true' })
    t.after(lenient.stop)
    const user = await newPublisher(lenient)
    const webhook_url = 'http://hooks.example.com/done'
    const { id } = await createPost(user, { webhook_url })
    assert.equal((await readPost(user, id)).webhook_url, webhook_url)
  })

  test('a month accepts as many jobs as its allowance, and jobs of other months do not count', async (t) => {
    const limited = await startAccepting(kind, { POLYPOST_POSTING_ALLOWANCES: '2,2,2,2' })
    t.after(limited.stop)
    const user = await newPublisher(limited)
    await createPost(user)
    await createPost(user, { scheduled_at: inDays(32) })
    assert.equal((await user.ask('GET', '/usage')).body.data.posting_allowance.used, 2)
  })

  test('a time up to a minute ago means now', async () => {
    const user = await newPublisher(instance)
    const { id } = await createPost(user, { scheduled_at: inMinutes(-0.9) })
    assert.equal((await readPost(user, id)).status, 'queued')
    assert.deepEqual(await eventsOf(instance.data, user.id), [])
  })
})
