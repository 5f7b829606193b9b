import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askDuring } from '../../harness/ask-during.ts'
import { onEachInstance } from '../../harness/each-instance.ts'
import {
  codesOf,
  eventsOf,
  jobIn,
  newPublisher,
  readJob,
  readPost,
  schedulePost,
  setJob,
  startAccepting,
  upload,
} from '../../harness/posts.ts'
import { insertAccount, withDatabase } from '../../harness/rows.ts'
import { picture } from '../../media/fixtures.ts'

const jpeg = await picture().jpeg().toBuffer()

const id = '7436512345678901234'

onEachInstance(startAccepting, (instance) => {
  /** A job that waits in the inbox of @Acme. */
  async function inInbox() {
    const user = await newPublisher(instance, { platforms: [] })
    await insertAccount(instance.data, { profile_id: user.profileId, platform: 'tiktok', username: 'Acme' })
    const { publicUrl } = await upload(user, jpeg, 'image/jpeg')
    const post = await schedulePost(user, {
      platforms: ['tiktok'],
      media: [{ url: publicUrl }],
      platform_options: { tiktok: { post_mode: 'MEDIA_UPLOAD' } },
    })
    const [jobId = 0] = post.jobIds
    await setJob(instance.data, jobId, jobIn.finishInApp(), 'processing')
    return { user, postId: post.id, jobId }
  }

  test('a URL that comes while a worker gives the job back is kept', async () => {
    const { user, jobId } = await inInbox()
    const [{ status, text }] = await askDuring(
      instance.data,
      (tx) =>
        tx
          .updateTable('jobs')
          .set((e) => ({ fence: e('fence', '+', 1) }))
          .where('id', '=', jobId)
          .execute(),
      () =>
        user.ask('POST', `/jobs/${jobId}/tiktok-url`, { body: { url: `https://www.tiktok.com/@acme/video/${id}` } }),
    )
    assert.equal(status, 200, text)
  })

  for (const [url, kept] of [
    [`https://www.tiktok.com/@acme/video/${id}`, `https://www.tiktok.com/@acme/video/${id}`],
    [`https://tiktok.com/@ACME/photo/${id}/?is_from_webapp=1`, `https://www.tiktok.com/@ACME/photo/${id}`],
  ] as const)
    test(`${url} completes the job with the URL and its ID, and completes the group too`, async () => {
      const { user, postId, jobId } = await inInbox()
      const { status, body, text } = await user.ask('POST', `/jobs/${jobId}/tiktok-url`, { body: { url } })
      assert.equal(status, 200, text)
      const { job } = body.data
      assert.deepEqual(
        [job.status, job.platform_post_id, job.platform_post_url, job.action_required],
        ['completed', id, kept, null],
      )
      assert.equal(body.job.status, 'completed')
      assert.equal((await readPost(user, postId)).status, 'successful')
      const [last] = (await eventsOf(instance.data, user.id)).slice(-1)
      assert.equal(last?.name, 'post.published')
    })

  test('the metrics of an attached post are due for a read at once', async () => {
    const { user, jobId } = await inInbox()
    const body = { url: `https://www.tiktok.com/@acme/video/${id}` }
    assert.equal((await user.ask('POST', `/jobs/${jobId}/tiktok-url`, { body })).status, 200)
    const { due_at, published_at } = await withDatabase(instance.data, (db) =>
      db.selectFrom('measured_posts').selectAll().where('job_id', '=', jobId).executeTakeFirstOrThrow(),
    )
    assert.equal(due_at, published_at)
  })

  for (const [url, code] of [
    [`https://www.tiktok.com/@acme/live/${id}`, 'wrong_url'],
    [`https://www.tiktok.com/@acme/video/`, 'wrong_url'],
    [`https://www.tiktok.com.example.com/@acme/video/${id}`, 'wrong_url'],
    [`http://www.tiktok.com/@acme/video/${id}`, 'wrong_url'],
    [`https://vm.tiktok.com/ZMabcdef/`, 'wrong_url'],
    [`https://www.tiktok.com/@somebody/video/${id}`, 'wrong_account'],
  ] as const)
    test(`${url} is refused, and the job keeps waiting`, async () => {
      const { user, jobId } = await inInbox()
      const before = await readJob(user, jobId)
      const reply = await user.ask('POST', `/jobs/${jobId}/tiktok-url`, { body: { url } })
      assert.deepEqual(codesOf(reply), { status: 422, code: 'content_rejected', details: [code] })
      assert.deepEqual([reply.body.error.details[0].path, reply.body.error.details[0].platform], ['url', 'tiktok'])
      assert.deepEqual(await readJob(user, jobId), before)
    })

  test('for an account that is no longer connected, only the shape of the URL is checked', async () => {
    const { user, jobId } = await inInbox()
    await withDatabase(instance.data, (db) =>
      db.deleteFrom('accounts').where('profile_id', '=', user.profileId).execute(),
    )
    const body = { url: `https://www.tiktok.com/@renamed/video/${id}` }
    assert.equal((await user.ask('POST', `/jobs/${jobId}/tiktok-url`, { body })).status, 200)
  })

  test('a URL can be attached only to a job that waits for it', async () => {
    const { user, jobId } = await inInbox()
    for (const state of [{ status: 'queued' }, jobIn.processing(), jobIn.outcomeUnknown(), jobIn.failed()]) {
      await setJob(instance.data, jobId, { action: null, ...state })
      const body = { url: `https://www.tiktok.com/@acme/video/${id}` }
      const reply = await user.ask('POST', `/jobs/${jobId}/tiktok-url`, { body })
      assert.deepEqual(codesOf(reply), { status: 409, code: 'wrong_state', details: ['wrong_state'] })
      assert.equal(reply.body.error.details[0].status, state.status)
    }
  })
})
