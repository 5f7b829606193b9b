import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import type { User } from '../../harness/instance.ts'
import {
  connectOnce,
  createPost,
  eventsOf,
  inDays,
  newPublisher,
  readJob,
  readPost,
  schedulePost,
  startAccepting,
  upload,
} from '../../harness/posts.ts'
import { insertAccount, withDatabase } from '../../harness/rows.ts'
import { picture } from '../../media/fixtures.ts'

const png = await picture().png().toBuffer()

onEachInstance(startAccepting, (instance) => {
  async function edit({ ask }: User, id: number, changes: object, revision = 1) {
    const { status, body, text } = await ask('PATCH', `/posts/${id}`, {
      body: { expected_revision: revision, ...changes },
    })
    assert.equal(status, 200, text)
    return body.data
  }

  const payloadOf = async ({ ask }: User, jobId: number | undefined) =>
    (await ask('GET', `/jobs/${jobId}`)).body.job.payload

  const jobIdsOf = (post: { jobs: { jobId: number }[] }) => post.jobs.map(({ jobId }) => jobId)

  test('missing fields stay, given fields are replaced, and the response is the post as a read returns it', async () => {
    const user = await newPublisher(instance)
    const { publicUrl } = await upload(user, png, 'image/png')
    const { id, jobIds } = await schedulePost(user, {
      media: [{ url: publicUrl, alt_text: 'Red.' }],
      comments_under_post: ['First.'],
      platform_options: { bluesky: { languages: ['en'] } },
      auto_reply_enabled: false,
      webhook_url: 'https://hooks.example.com/done',
      scheduled_timezone: 'Europe/Warsaw',
    })
    const before = await readPost(user, id)
    const after = await edit(user, id, { message: 'We are live, and it works.' })
    const updated_by = { type: 'key', id: user.keyId, name: 'test' }
    assert.deepEqual(before.created_by, updated_by)
    assert.equal(before.updated_by, null)
    assert.deepEqual(after, { ...before, message: 'We are live, and it works.', revision: 2, updated_by })
    assert.deepEqual(await readPost(user, id), after)
    for (const jobId of jobIds) {
      const { message, media, comments_under_post } = await payloadOf(user, jobId)
      assert.deepEqual(
        [message, media[0].alt_text, comments_under_post],
        ['We are live, and it works.', 'Red.', ['First.']],
      )
    }
  })

  test('lists and options are replaced as a whole, and null clears', async () => {
    const user = await newPublisher(instance)
    const { publicUrl } = await upload(user, png, 'image/png')
    const { id, jobIds } = await schedulePost(user, {
      media: [{ url: publicUrl }],
      comments_under_post: ['First.', 'Second.'],
      platform_options: { bluesky: { languages: ['en'] }, x: { message: 'X.' } },
      auto_reply_enabled: true,
      webhook_url: 'https://hooks.example.com/done',
    })
    const changed = await edit(user, id, {
      comments_under_post: ['Third.'],
      platform_options: { bluesky: { langs: ['pl'] } },
    })
    assert.deepEqual(changed.comments_under_post, ['Third.'])
    assert.deepEqual(changed.platform_options, { bluesky: { langs: ['pl'] } })
    assert.equal((await payloadOf(user, jobIds[0])).message, 'We are live.')

    const cleared = await edit(
      user,
      id,
      { media: [], comments_under_post: [], platform_options: null, auto_reply_enabled: null, webhook_url: null },
      2,
    )
    const { media, comments_under_post, platform_options, auto_reply_enabled, webhook_url } = cleared
    assert.deepEqual(
      [media, comments_under_post, platform_options, auto_reply_enabled, webhook_url],
      [[], [], null, null, null],
    )
    assert.deepEqual((await payloadOf(user, jobIds[0])).media, [])
  })

  test('a kept destination keeps its job, a new one gets one, and the job of a removed one is cancelled and removed', async () => {
    const user = await newPublisher(instance, { platforms: ['x', 'bluesky', 'threads'] })
    const { id, jobIds } = await schedulePost(user)
    const [onX = 0, onBluesky = 0] = jobIds
    const after = await edit(user, id, { platforms: ['threads', 'twitter'] })
    assert.deepEqual(after.platforms, ['threads', 'twitter'])
    assert.deepEqual(after.jobs.map((job: { platform: string }) => job.platform).sort(), ['threads', 'twitter'])
    const ids = jobIdsOf(after)
    assert.ok(ids.includes(onX) && !ids.includes(onBluesky))
    assert.equal(new Set([id, onX, onBluesky, ...ids]).size, 4)
    assert.equal((await readJob(user, onX)).platform, 'twitter')
    assert.equal((await readJob(user, onBluesky)).status, 'cancelled')

    const back = await edit(user, id, { platforms: ['bluesky'] }, 2)
    assert.ok(!jobIdsOf(back).includes(onBluesky))
    assert.deepEqual(back.platforms, ['bluesky'])
  })

  test('a job that was cancelled on its own stays cancelled until its platform is named again', async () => {
    const user = await newPublisher(instance)
    const { id, jobIds } = await schedulePost(user)
    const [onX = 0, onBluesky = 0] = jobIds
    await user.ask('POST', `/jobs/${onX}/cancel`)
    const kept = await edit(user, id, { message: 'Edited.' })
    assert.deepEqual(
      kept.jobs.map((job: { jobId: number; status: string }) => [job.jobId, job.status]),
      [
        [onX, 'cancelled'],
        [onBluesky, 'queued'],
      ],
    )
    assert.deepEqual(kept.platforms, ['x', 'bluesky'])
    const again = await edit(user, id, { platforms: ['x', 'bluesky'] }, 2)
    const ids = jobIdsOf(again)
    assert.ok(ids.includes(onBluesky) && !ids.includes(onX))
    assert.deepEqual(
      again.jobs.map((job: { status: string }) => job.status),
      ['queued', 'queued'],
    )
  })

  test('a new time moves every job and is reported; the same time, or now, is not', async () => {
    const user = await newPublisher(instance)
    const { id, jobIds } = await schedulePost(user)
    const later = inDays(50)
    const moved = await edit(user, id, { scheduled_at: later })
    assert.deepEqual([moved.scheduled_at, moved.status], [later, 'scheduled'])
    for (const jobId of jobIds) assert.equal((await payloadOf(user, jobId)).scheduled_at, later)
    await edit(user, id, { scheduled_at: later, message: 'The same time.' }, 2)
    const now = await edit(user, id, { scheduled_at: null }, 3)
    assert.deepEqual([now.scheduled_at, now.scheduled_timezone, now.status], [null, null, 'queued'])
    const due = await withDatabase(instance.data, (db) =>
      db.selectFrom('jobs').select('due_at').where('post_id', '=', id).execute(),
    )
    for (const { due_at } of due) assert.ok(Math.abs(Number(due_at) - Date.now()) < 60_000)
    const events = await eventsOf(instance.data, user.id)
    assert.deepEqual(
      events.map(({ name, data }) => [name, data.scheduled_at === later]),
      [
        ['post.scheduled', false],
        ['post.scheduled', true],
      ],
    )
  })

  test('an immediate post that still waits can be scheduled', async () => {
    const user = await newPublisher(instance)
    const { id } = await createPost(user)
    const scheduled_at = inDays(3)
    const after = await edit(user, id, { scheduled_at })
    assert.deepEqual([after.scheduled_at, after.status], [scheduled_at, 'scheduled'])
    assert.equal((await eventsOf(instance.data, user.id)).length, 1)
  })

  test('a local time uses the stored time zone, and null removes the zone', async () => {
    const user = await newPublisher(instance)
    const { id } = await schedulePost(user, {
      scheduled_at: `${inDays(20).slice(0, 10)}T09:00:00`,
      scheduled_timezone: 'Asia/Tokyo',
    })
    const day = inDays(21).slice(0, 10)
    const moved = await edit(user, id, { scheduled_at: `${day}T12:00:00` })
    assert.deepEqual([moved.scheduled_at, moved.scheduled_timezone], [`${day}T03:00:00.000Z`, 'Asia/Tokyo'])
    const cleared = await edit(user, id, { scheduled_timezone: null }, 2)
    assert.deepEqual([cleared.scheduled_at, cleared.scheduled_timezone], [`${day}T03:00:00.000Z`, null])
  })

  test('a time that has passed since stays if no other is given', async () => {
    const user = await newPublisher(instance)
    const { id } = await schedulePost(user)
    const past = Date.now() - 5 * 60_000
    await withDatabase(instance.data, async (db) => {
      await db.updateTable('posts').set({ scheduled_at: past }).where('id', '=', id).execute()
      await db.updateTable('jobs').set({ scheduled_for: past, due_at: past }).where('post_id', '=', id).execute()
    })
    const after = await edit(user, id, { message: 'Just in time.' })
    assert.deepEqual([Date.parse(after.scheduled_at), after.status], [past, 'queued'])
  })

  test('a post moves to another profile and is published with the accounts there', async () => {
    const user = await newPublisher(instance)
    const second = (await user.ask('POST', '/profiles', { body: { name: 'Second' } })).body.data.profile_id
    await connectOnce(instance, second, ['x', 'bluesky'])
    const { id, jobIds } = await schedulePost(user)
    const after = await edit(user, id, { profile_id: second })
    assert.equal(after.profile_id, second)
    assert.deepEqual(jobIdsOf(after), jobIds)
    const rows = await withDatabase(instance.data, (db) =>
      db
        .selectFrom('jobs')
        .innerJoin('accounts', (join) =>
          join
            .onRef('accounts.profile_id', '=', 'jobs.profile_id')
            .onRef('accounts.platform', '=', 'jobs.platform')
            .onRef('accounts.remote_id', '=', 'jobs.remote_account_id'),
        )
        .select('jobs.profile_id')
        .where('post_id', '=', id)
        .execute(),
    )
    assert.deepEqual(
      rows.map(({ profile_id }) => profile_id),
      [second, second],
    )
    assert.equal((await user.ask('GET', `/posts?profile_id=${second}`)).body.data.meta.total, 1)
    assert.equal((await user.ask('GET', '/posts')).body.data.meta.total, 0)
  })

  test('after an edit the post is published with the account that is connected now', async () => {
    const user = await newPublisher(instance, { platforms: ['x'] })
    const { id, jobIds } = await schedulePost(user, { platforms: ['x'] })
    await withDatabase(instance.data, (db) =>
      db.deleteFrom('accounts').where('profile_id', '=', user.profileId).execute(),
    )
    await insertAccount(instance.data, { profile_id: user.profileId, platform: 'x', remote_id: 'another' })
    await edit(user, id, { message: 'As another.' })
    const [row] = await withDatabase(instance.data, (db) =>
      db
        .selectFrom('jobs')
        .selectAll()
        .where('id', '=', jobIds[0] ?? 0)
        .execute(),
    )
    assert.deepEqual([row?.remote_account_id, row?.lane], ['another', 'sandbox:x:another'])
  })

  test('any ID of the group identifies the post', async () => {
    const user = await newPublisher(instance)
    const { id, jobIds } = await schedulePost(user)
    assert.equal((await edit(user, jobIds[1] ?? 0, { message: 'By a job.' })).id, id)
  })

  test('a repeat with the same idempotency key does not edit again', async () => {
    const user = await newPublisher(instance)
    const { id } = await schedulePost(user)
    const ask = () =>
      user.ask('PATCH', `/posts/${id}`, {
        body: { expected_revision: 1, message: 'Once.' },
        headers: { 'idempotency-key': 'edit' },
      })
    const [first, second] = [await ask(), await ask()]
    assert.equal(second.text, first.text)
    assert.equal((await readPost(user, id)).revision, 2)
  })

  test('an edit that changes nothing leaves the revision as it is', async () => {
    const user = await newPublisher(instance)
    const { id } = await schedulePost(user, { message: 'As it is' })
    for (const same of [{}, { message: 'As it is' }]) assert.equal((await edit(user, id, same)).revision, 1)
    assert.equal((await edit(user, id, { message: 'Another' })).revision, 2)
  })

  test('a search finds the new text and not the old', async () => {
    const user = await newPublisher(instance)
    const { id } = await schedulePost(user, { message: 'Before' })
    await edit(user, id, { message: 'Afterwards' })
    const total = async (search: string) => (await user.ask('GET', `/posts?search=${search}`)).body.data.meta.total
    assert.deepEqual([await total('before'), await total('afterwards')], [0, 1])
  })

  test('of concurrent edits one is accepted, and the others get the new revision', async () => {
    const user = await newPublisher(instance)
    const { id } = await schedulePost(user)
    const replies = await Promise.all(
      Array.from({ length: 5 }, (_, at) =>
        user.ask('PATCH', `/posts/${id}`, { body: { expected_revision: 1, message: `Number ${at}` } }),
      ),
    )
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409, 409, 409])
    const taken = replies.find(({ status }) => status === 200)
    assert.deepEqual(await readPost(user, id), taken?.body.data)
    for (const { status, body } of replies)
      if (status === 409) assert.deepEqual([body.error.code, body.error.details[0].revision], ['revision_conflict', 2])
  })
})
