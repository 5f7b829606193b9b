import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import { askToSubmit, finished, readDraft, saveDraft, submitDraft } from '../../harness/drafts.ts'
import type { Instance } from '../../harness/instance.ts'
import { codesOf, connectOnce, eventsOf, inDays, newPublisher, startAccepting } from '../../harness/posts.ts'
import { withDatabase } from '../../harness/rows.ts'

onEachDatabase((kind) => {
  let instance: Instance
  before(async () => {
    instance = await startAccepting(kind, { POLYPOST_POSTING_ALLOWANCES: '1,0,0,0' })
  })
  after(() => instance.stop())

  for (const [what, content, schedule, code, detail] of [
    ['a text that is too long', { message: 'm'.repeat(301) }, {}, 'content_rejected', 'text_too_long'],
    ['a platform that is not connected', { platforms: ['threads'] }, {}, 'platform_not_connected', undefined],
    ['a word of whose platforms none is connected', { platforms: ['meta'] }, {}, 'platform_not_connected', undefined],
    ['no platform', { platforms: [] }, {}, 'content_rejected', 'required'],
    ['no message', { message: '' }, {}, 'content_rejected', 'required'],
    ['an empty comment', { comments_under_post: [{ message: '' }] }, {}, 'content_rejected', 'required'],
    ['a time that is past', {}, { scheduled_at: inDays(-1) }, 'content_rejected', 'schedule_in_past'],
    ['a time too far ahead', {}, { scheduled_at: inDays(800) }, 'content_rejected', 'schedule_too_far'],
    ['a forbidden webhook URL', {}, { webhook_url: 'https://10.1.2.3/' }, 'forbidden_address', undefined],
  ] as const)
    test(`${what} refuses the submit, and the draft stays saved as it was`, async () => {
      const user = await newPublisher(instance)
      const draft = await saveDraft(user, { ...finished, ...content })
      const reply = await askToSubmit(user, draft.id, schedule)
      assert.deepEqual([reply.status, reply.body.error.code], [422, code], reply.text)
      assert.equal(reply.body.error.details[0].code, detail ?? code)
      assert.deepEqual(await readDraft(user, draft.id), draft)
      assert.equal((await user.ask('GET', '/posts')).body.data.meta.total, 0)
      assert.deepEqual(await eventsOf(instance.data, user.id), [])
    })

  test('everything unfinished is reported at once, with its place in the draft', async () => {
    const user = await newPublisher(instance, { platforms: ['x'] })
    const { id } = await saveDraft(user, { platforms: ['meta', 'x'], comments_under_post: ['Good.', ''] })
    const { body } = await askToSubmit(user, id)
    const places = body.error.details.map(({ path, platform, code }: Record<string, string>) => [path, platform, code])
    for (const expected of [
      ['platforms.0', 'facebook', 'platform_not_connected'],
      ['platforms.0', 'instagram', 'platform_not_connected'],
      ['message', undefined, 'required'],
      ['comments_under_post.1', undefined, 'required'],
    ])
      assert.ok(
        places.some((place: unknown) => JSON.stringify(place) === JSON.stringify(expected)),
        `${expected} in ${JSON.stringify(places)}`,
      )
  })

  test('a submit is refused with the same findings as creating the post', async () => {
    const user = await newPublisher(instance, { platforms: ['bluesky'] })
    const content = { message: 'm'.repeat(301), platforms: ['bluesky', 'x', 'instagram', 'reddit'] }
    const schedule = { scheduled_at: inDays(-1), webhook_url: 'https://10.1.2.3/' }
    const { id } = await saveDraft(user, content)
    const submitted = await askToSubmit(user, id, schedule)
    const created = await user.ask('POST', '/post', { body: { ...content, ...schedule } })
    assert.deepEqual([submitted.status, submitted.body.error], [created.status, created.body.error])
  })

  test('a refused draft can be submitted after the cause is fixed', async () => {
    const user = await newPublisher(instance, { platforms: ['x'] })
    const { id } = await saveDraft(user, finished)
    assert.deepEqual(codesOf(await askToSubmit(user, id)).code, 'platform_not_connected')
    await connectOnce(instance, user.profileId, ['bluesky'])
    await submitDraft(user, id)
  })

  test('a submit beyond the month’s posting allowance is refused, and uses none of it', async () => {
    const user = await newPublisher(instance, { platforms: ['x'], plan: 1 })
    const one = { ...finished, platforms: ['x'] }
    const [first, second] = [await saveDraft(user, one), await saveDraft(user, one)]
    await submitDraft(user, first.id)
    assert.deepEqual(codesOf(await askToSubmit(user, second.id)), {
      status: 403,
      code: 'posting_allowance_used_up',
      details: ['posting_allowance_used_up'],
    })
    assert.deepEqual(await readDraft(user, second.id), second)
    const jobs = await withDatabase(instance.data, (db) =>
      db.selectFrom('jobs').select('id').where('user_id', '=', user.id).execute(),
    )
    assert.equal(jobs.length, 1)
  })

  for (const [what, schedule, path] of [
    ['a local time without a zone', { scheduled_at: '2030-01-01T00:00:00' }, 'scheduled_timezone'],
    ['a zone without a time', { scheduled_timezone: 'Europe/Warsaw' }, 'scheduled_at'],
    ['an unknown time zone', { scheduled_at: '2030-01-01T00:00:00', scheduled_timezone: 'Mars' }, 'scheduled_timezone'],
    ['no revision', { expected_revision: undefined }, 'expected_revision'],
    ['content', { message: 'Another.' }, 'message'],
  ] as const)
    test(`${what} is malformed, before and after the draft is submitted`, async () => {
      const user = await newPublisher(instance)
      const { id } = await saveDraft(user, finished)
      for (let times = 0; times < 2; times += 1) {
        const reply = await askToSubmit(user, id, schedule)
        assert.deepEqual([reply.status, reply.body.error.code], [400, 'validation_failed'], reply.text)
        assert.equal(reply.body.error.details[0].path, path)
        await submitDraft(user, id)
      }
    })
})
