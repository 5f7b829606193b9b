import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import { askToSubmit, editDraft, finished, readDraft, saveDraft, submitDraft } from '../../harness/drafts.ts'
import type { Instance } from '../../harness/instance.ts'
import { eventsOf, inDays, newPublisher, readPost, startAccepting, upload } from '../../harness/posts.ts'
import { withDatabase } from '../../harness/rows.ts'
import { png } from '../../harness/small-media.ts'
import { picture } from '../../media/fixtures.ts'

const photo = await picture().resize(640).png().toBuffer()

onEachDatabase((kind) => {
  let instance: Instance
  before(async () => {
    instance = await startAccepting(kind, { POLYPOST_POSTING_ALLOWANCES: '2,2,2,0' })
  })
  after(() => instance.stop())

  /** Submits a draft for that time. */
  const backdate = (id: string, at: number) =>
    withDatabase(instance.data, async (db) => {
      const { submission } = await db
        .selectFrom('drafts')
        .select('submission')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const { schedule, ...rest } = JSON.parse(submission ?? '')
      const changed = JSON.stringify({ ...rest, schedule: { ...schedule, at } })
      await db.updateTable('drafts').set({ submission: changed }).where('id', '=', id).execute()
    })

  test('a submitted draft is a post with a job for each platform, and every read shows it', async () => {
    const user = await newPublisher(instance)
    const draft = await saveDraft(user, finished)
    const submitted = await submitDraft(user, draft.id)
    const { updated_at, submission } = submitted
    assert.deepEqual(submitted, { ...draft, status: 'submitted', updated_at, submission })
    assert.deepEqual(await readDraft(user, draft.id), submitted)
    const post = await readPost(user, submission.post_id)
    assert.deepEqual(submission, {
      status: 'queued',
      post_id: post.id,
      batch_id: post.batch_id,
      profile_id: user.profileId,
      scheduled_at: null,
      jobs: post.jobs.map(({ status: _, environment: __, ...job }: { status: string; environment: string }) => job),
      warnings: [],
    })
    assert.deepEqual([post.message, post.platforms, post.status], ['We are live.', ['x', 'bluesky'], 'queued'])
  })

  test('the post has everything of the draft’s last revision', async () => {
    const user = await newPublisher(instance)
    const { publicUrl, storageKey } = await upload(user, png, 'image/png')
    const { id } = await saveDraft(user, { message: 'First.' })
    const said = {
      ...finished,
      media: [{ storageKey, alt_text: 'A dot.' }],
      comments_under_post: ['One.', { message: 'Two.' }],
      platform_options: { bluesky: { langs: ['en'] }, x: { message: 'On X.' } },
      auto_reply_enabled: false,
    }
    await editDraft(user, id, said)
    const webhook_url = 'https://hooks.example.com/done'
    const { submission } = await submitDraft(user, id, { expected_revision: 2, webhook_url })
    const post = await readPost(user, submission.post_id)
    assert.deepEqual(post, {
      ...post,
      ...said,
      webhook_url,
      media: [{ ...post.media[0], url: publicUrl, alt_text: 'A dot.', thumbnail_url: null }],
      comments_under_post: ['One.', 'Two.'],
    })
  })

  test('a word for several platforms means each of them, and a repeated platform counts once', async () => {
    const user = await newPublisher(instance, { platforms: ['facebook', 'instagram', 'x'] })
    const { storageKey } = await upload(user, photo, 'image/png')
    const platforms = ['instagram', 'meta', 'twitter', 'x']
    const { id } = await saveDraft(user, { ...finished, platforms, media: [{ storageKey }] })
    const { submission, ...draft } = await submitDraft(user, id)
    const named = submission.jobs.map(({ platform }: { platform: string }) => platform)
    assert.deepEqual(named, ['instagram', 'facebook', 'twitter'])
    assert.deepEqual((await readPost(user, submission.post_id)).platforms, named)
    assert.deepEqual(draft.platforms, platforms)
  })

  test('a draft is scheduled in a time zone, with the same event as for a post', async () => {
    const user = await newPublisher(instance)
    const { id } = await saveDraft(user, finished)
    const day = inDays(20).slice(0, 10)
    const schedule = { scheduled_at: `${day}T09:00:00`, scheduled_timezone: 'Asia/Tokyo' }
    const { submission } = await submitDraft(user, id, schedule)
    const post = await readPost(user, submission.post_id)
    assert.deepEqual(
      [post.scheduled_at, post.scheduled_timezone, post.status],
      [`${day}T00:00:00.000Z`, 'Asia/Tokyo', 'scheduled'],
    )
    const events = await eventsOf(instance.data, user.id)
    assert.deepEqual(
      events.map(({ name, postId }) => [name, postId]),
      [['post.scheduled', post.id]],
    )
  })

  test('warnings are returned with the submit and stored', async () => {
    const user = await newPublisher(instance, { plan: 1 })
    const { id } = await saveDraft(user, { ...finished, auto_reply_enabled: true })
    const { submission } = await submitDraft(user, id)
    assert.deepEqual(
      submission.warnings.map(({ code }: { code: string }) => code),
      ['auto_reply_unavailable'],
    )
    assert.deepEqual((await readDraft(user, id)).submission, submission)
  })

  test('the post has the client that submits', async () => {
    const user = await newPublisher(instance)
    const { id } = await saveDraft(user, finished)
    const headers = { 'x-polypost-client': 'dashboard' }
    const body = { expected_revision: 1 }
    const { submission } = (await user.ask('POST', `/drafts/${id}/submit`, { body, headers })).body.data
    assert.equal((await readPost(user, submission.post_id)).source, 'dashboard')
  })

  test('the same submit again returns the same jobs, even with the allowance used up and the accounts disconnected', async () => {
    const user = await newPublisher(instance, { plan: 1 })
    const { id } = await saveDraft(user, finished)
    const submitted = await submitDraft(user, id)
    const refused = await user.ask('POST', '/post', { body: finished })
    assert.equal(refused.body.error.code, 'posting_allowance_used_up')
    await user.ask('POST', '/disconnect', { body: { platform: 'x' } })
    assert.deepEqual(await submitDraft(user, id, { profile_id: user.profileId }), submitted)
    assert.equal((await user.ask('GET', '/posts')).body.data.meta.total, 1)
  })

  test('many concurrent equal submits create one post, even if the allowance has room for only one', async () => {
    const user = await newPublisher(instance, { plan: 1 })
    const { id } = await saveDraft(user, finished)
    const all = await Promise.all(Array.from({ length: 8 }, () => submitDraft(user, id)))
    for (const submitted of all) assert.deepEqual(submitted, all[0])
    assert.equal((await user.ask('GET', '/posts')).body.data.meta.total, 1)
  })

  test('the same time in another notation is the same submit, and any other schedule is not', async () => {
    const user = await newPublisher(instance)
    const { id } = await saveDraft(user, finished)
    const day = inDays(20).slice(0, 10)
    const submitted = await submitDraft(user, id, { scheduled_at: `${day}T09:00:00Z` })
    assert.deepEqual(await submitDraft(user, id, { scheduled_at: `${day}T11:00:00.000+02:00` }), submitted)
    for (const other of [
      {},
      { scheduled_at: `${day}T09:00:01Z` },
      { scheduled_at: `${day}T09:00:00`, scheduled_timezone: 'Etc/UTC' },
      { scheduled_at: `${day}T09:00:00Z`, scheduled_timezone: 'Etc/UTC' },
    ]) {
      const reply = await askToSubmit(user, id, other)
      assert.deepEqual([reply.status, reply.body.error.code], [409, 'already_submitted'], reply.text)
    }
    assert.equal((await user.ask('GET', '/posts')).body.data.meta.total, 1)
  })

  test('the same submit again is accepted even if its time has passed', async () => {
    const user = await newPublisher(instance)
    const { id } = await saveDraft(user, finished)
    const past = inDays(-1)
    const late = await askToSubmit(user, id, { scheduled_at: past })
    assert.deepEqual([late.status, late.body.error.details[0].code], [422, 'schedule_in_past'])
    const submitted = await submitDraft(user, id, { scheduled_at: inDays(1) })
    await backdate(id, Date.parse(past))
    assert.deepEqual(await submitDraft(user, id, { scheduled_at: past }), submitted)
  })

  test('a repeat with the same idempotency key does not submit again', async () => {
    const user = await newPublisher(instance)
    const { id } = await saveDraft(user, finished)
    const ask = () =>
      user.ask('POST', `/drafts/${id}/submit`, {
        body: { expected_revision: 1 },
        headers: { 'idempotency-key': 'submit' },
      })
    const [first, second] = [await ask(), await ask()]
    assert.deepEqual([first.status, second.text], [200, first.text])
    assert.equal(second.headers.get('idempotent-replayed'), 'true')
  })
})
