import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import { readDraft, saveDraft } from '../../harness/drafts.ts'
import type { Instance } from '../../harness/instance.ts'
import { eventsOf, newPublisher, startAccepting, upload } from '../../harness/posts.ts'
import { png } from '../../harness/small-media.ts'

onEachDatabase((kind) => {
  let instance: Instance
  before(async () => {
    instance = await startAccepting(kind, { POLYPOST_POSTING_ALLOWANCES: '1,1,1,1' })
  })
  after(() => instance.stop())

  for (const [what, ask] of [
    ['no body at all', {}],
    ['an empty body', { body: {} }],
  ] as const)
    test(`${what} is an empty draft in the default profile`, async () => {
      const user = await instance.newUser(1)
      const { status, body, text } = await user.ask('POST', '/drafts', ask)
      assert.equal(status, 200, text)
      const { id, created_at, updated_at, ...rest } = body.data
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      assert.equal(created_at, updated_at)
      assert.deepEqual(rest, {
        profile_id: user.profileId,
        revision: 1,
        status: 'draft',
        message: '',
        platforms: [],
        media: [],
        comments_under_post: [],
        platform_options: null,
        auto_reply_enabled: null,
        labels: [],
        template: false,
        planned_at: null,
        planned_timezone: null,
        created_by: { type: 'key', id: user.keyId, name: 'test' },
        updated_by: null,
        approval: null,
      })
    })

  test('fields are returned as they were sent, and media as its public URL', async () => {
    const user = await newPublisher(instance)
    const { publicUrl, storageKey } = await upload(user, png, 'image/png')
    const said = {
      message: 'Half a',
      platforms: ['meta', 'twitter', 'x', 'facebook'],
      comments_under_post: ['', { message: 'Second.' }],
      platform_options: { twitter: { message: 'On X.' }, reddit: { nsfw: true } },
      auto_reply_enabled: false,
    }
    const media = [
      { url: publicUrl, alt_text: 'A dot.', thumbnail_url: 'https://elsewhere.example/a.png' },
      { storageKey },
    ]
    const draft = await saveDraft(user, { ...said, media })
    const small_url = draft.media[0].small_url
    assert.deepEqual(draft, {
      ...draft,
      ...said,
      media: [
        { url: publicUrl, alt_text: 'A dot.', thumbnail_url: 'https://elsewhere.example/a.png', small_url },
        { url: publicUrl, alt_text: null, thumbnail_url: null, small_url },
      ],
    })
    assert.deepEqual(await readDraft(user, draft.id), draft)
    const { id, revision, status, created_at, created_by, updated_at, updated_by, approval, ...again } = draft
    assert.deepEqual((await saveDraft(user, again)).media, draft.media)
  })

  test('a draft is stored in the named profile', async () => {
    const user = await instance.newUser()
    const second = (await user.ask('POST', '/profiles', { body: { name: 'Second' } })).body.data.profile_id
    assert.equal((await saveDraft(user, { profile_id: second })).profile_id, second)
  })

  test('saving publishes nothing, sends no event, and uses none of the posting allowance', async () => {
    const user = await newPublisher(instance)
    for (let saved = 0; saved < 3; saved += 1) await saveDraft(user, { message: 'We are live.', platforms: ['x'] })
    assert.equal((await user.ask('GET', '/posts')).body.data.meta.total, 0)
    assert.deepEqual(await eventsOf(instance.data, user.id), [])
    const { status, text } = await user.ask('POST', '/post', { body: { message: 'We are live.', platforms: ['x'] } })
    assert.equal(status, 200, text)
  })

  test('content that would be invalid for a post can be saved as a draft', async () => {
    const user = await instance.newUser()
    await saveDraft(user, { message: 'm'.repeat(10_000), platforms: ['bluesky', 'x', 'reddit'] })
    await saveDraft(user, { platforms: ['instagram'] })
  })

  test('a repeat with the same idempotency key does not save again', async () => {
    const user = await instance.newUser()
    const ask = () => user.ask('POST', '/drafts', { body: {}, headers: { 'idempotency-key': 'save' } })
    const [first, second] = [await ask(), await ask()]
    assert.equal(second.text, first.text)
    assert.equal(second.headers.get('idempotent-replayed'), 'true')
    assert.equal((await user.ask('GET', '/drafts')).body.data.meta.total, 1)
  })
})
