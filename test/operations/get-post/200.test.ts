import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import {
  connectOnce,
  createPost,
  jobIn,
  newPublisher,
  readPost,
  schedulePost,
  setJob,
  startAccepting,
} from '../../harness/posts.ts'
import { createWebhook, hookUrl, insertDeliveries } from '../../harness/webhooks.ts'

onEachInstance(startAccepting, (instance) => {
  test('a post is read by its own ID and by the ID of any of its jobs', async () => {
    const user = await newPublisher(instance)
    const { id, jobIds } = await createPost(user)
    const own = await readPost(user, id)
    for (const jobId of jobIds) assert.deepEqual(await readPost(user, jobId), own)
  })

  test('a post is also read by the ID of a job that an edit removed', async () => {
    const user = await newPublisher(instance)
    const { id, jobIds } = await schedulePost(user)
    await user.ask('PATCH', `/posts/${id}`, { body: { expected_revision: 1, platforms: ['x'] } })
    const post = await readPost(user, jobIds[1] ?? 0)
    assert.deepEqual([post.id, post.jobs.length], [id, 1])
  })

  test('the profile may be named if it is the post’s own', async () => {
    const user = await newPublisher(instance)
    const { id } = await createPost(user)
    assert.equal((await user.ask('GET', `/posts/${id}?profile_id=${user.profileId}`)).status, 200)
  })

  test('the post returns the deliveries to its callback URL, and none to webhooks', async () => {
    const user = await newPublisher(instance)
    const webhook_id = await createWebhook(user)
    const { id } = await createPost(user, { webhook_url: hookUrl })
    const other = await createPost(user, { webhook_url: hookUrl })
    assert.deepEqual((await readPost(user, id)).callback_deliveries, [])
    const [first, , second, ofOther] = await insertDeliveries(instance.data, user.id, [
      { post_id: id, event: 'post.partial', status: 'failed', attempts: 8, last_error_code: 'timeout' },
      { webhook_id },
      { post_id: id, last_status_code: 204 },
      { post_id: other.id },
    ])
    const post = await readPost(user, id)
    const short = post.callback_deliveries.map((one: Record<string, unknown>) => [one.id, one.event, one.status])
    assert.deepEqual(short, [
      [first, 'post.partial', 'failed'],
      [second, 'post.published', 'delivered'],
    ])
    const listed = (await user.ask('GET', '/posts')).body.data.posts
    assert.deepEqual(
      listed.map(({ callback_deliveries }: { callback_deliveries: { id: number }[] }) =>
        callback_deliveries.map((one) => one.id),
      ),
      [[ofOther], [first, second]],
    )
    assert.deepEqual(listed[1], post)
  })

  test('results exist only for the jobs that have ended', async () => {
    const user = await newPublisher(instance, { platforms: ['x', 'bluesky', 'threads', 'reddit'] })
    const platform_options = { reddit: { subreddit: 'polypost' } }
    const { id, jobIds } = await createPost(user, {
      platforms: ['x', 'bluesky', 'threads', 'reddit'],
      platform_options,
    })
    const [onX = 0, onBluesky = 0, onThreads = 0] = jobIds
    await setJob(instance.data, onX, jobIn.completed('77'))
    await setJob(instance.data, onBluesky, jobIn.failed())
    await user.ask('POST', `/jobs/${onThreads}/cancel`)
    const post = await readPost(user, id)
    const short = post.results.map(
      (result: { platform: string; success: boolean; platform_post_id: string; error_message: string }) => [
        result.platform,
        result.success,
        result.platform_post_id,
        result.error_message,
      ],
    )
    assert.deepEqual(short, [
      ['x', true, '77', null],
      ['bluesky', false, null, 'The platform said no.'],
      ['threads', false, null, 'Cancelled before it was published.'],
    ])
    assert.deepEqual(
      post.jobs.map((job: { status: string; environment: string; platform_post_url: string }) => [
        job.status,
        job.environment,
        job.platform_post_url,
      ]),
      [
        ['completed', 'sandbox', 'https://example.com/77'],
        ['failed', 'sandbox', null],
        ['cancelled', 'sandbox', null],
        ['queued', 'sandbox', null],
      ],
    )
  })

  test('a post can be edited until a destination starts, and not if all jobs are cancelled', async () => {
    const user = await newPublisher(instance)
    const editable = async (id: number) => (await readPost(user, id)).editable
    for (const [state, expected] of [
      [{}, true],
      [jobIn.processing(), false],
      [jobIn.retrying(), false],
      [jobIn.completed(), false],
      [jobIn.failed(), false],
      [jobIn.outcomeUnknown(), false],
      [{ started_at: 1 }, false],
      [{ status: 'cancelled', due_at: null }, true],
    ] as const) {
      const { id, jobIds } = await schedulePost(user)
      if (Object.keys(state).length > 0) await setJob(instance.data, jobIds[0] ?? 0, state)
      assert.equal(await editable(id), expected, JSON.stringify(state))
    }
    const { id, jobIds } = await schedulePost(user)
    for (const jobId of jobIds) await user.ask('POST', `/jobs/${jobId}/cancel`)
    assert.equal(await editable(id), false)
  })

  test('a post of a deleted profile stays readable', async () => {
    const user = await newPublisher(instance, { platforms: [] })
    const profile = (await user.ask('POST', '/profiles', { body: { name: 'Going' } })).body.data.profile_id
    await connectOnce(instance, profile, ['x'])
    const { id, jobIds } = await schedulePost(user, { platforms: ['x'], profile_id: profile })
    await user.ask('POST', `/jobs/${jobIds[0]}/cancel`)
    assert.equal((await user.ask('DELETE', `/profiles/${profile}`)).status, 200)
    const post = await readPost(user, id)
    assert.deepEqual([post.profile_id, post.status], [profile, 'cancelled'])
  })
})
