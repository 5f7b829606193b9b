import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import type { Instance, User } from '../../harness/instance.ts'
import { inDays, newPublisher, startAccepting, textPost } from '../../harness/posts.ts'

const local = inDays(1).slice(0, 19)

const wrong: readonly (readonly [what: string, body: object, path: string])[] = [
  ['no message', { message: undefined }, 'message'],
  ['an empty message', { message: '' }, 'message'],
  ['no platforms', { platforms: [] }, 'platforms'],
  ['an unknown platform', { platforms: ['x', 'friendster'] }, 'platforms.1'],
  ['a platform that drafts alone know', { platforms: ['meta'] }, 'platforms.0'],
  ['four comments', { comments_under_post: ['1', '2', '3', '4'] }, 'comments_under_post'],
  ['an empty comment', { comments_under_post: [''] }, 'comments_under_post.0'],
  ['media without a name', { media: [{ alt_text: 'Which?' }] }, 'media.0.url'],
  ['media with two names', { media: [{ url: 'https://example.com/a.png', storageKey: 'a' }] }, 'media.0.url'],
  ['an unknown field', { messages: 'typo' }, 'messages'],
  ['an invalid profile ID', { profile_id: 'a!' }, 'profile_id'],
  ['options of x and of twitter', { platform_options: { x: {}, twitter: {} } }, 'platform_options.twitter'],
  ['an option that a platform does not have', { platform_options: { x: { title: 'T' } } }, 'platform_options.x.title'],
  [
    'an option of a wrong shape, of a platform that is not named',
    { platform_options: { youtube: { tags: 'one' } } },
    'platform_options.youtube.tags',
  ],
  ['an invalid webhook URL', { webhook_url: 'hooks.example.com' }, 'webhook_url'],
  ['an invalid time', { scheduled_at: 'tomorrow at nine' }, 'scheduled_at'],
  ['a date that does not exist', { scheduled_at: `${local.slice(0, 4)}-02-30T09:00:00Z` }, 'scheduled_at'],
  ['a local time without a zone', { scheduled_at: local }, 'scheduled_timezone'],
  ['a zone without a time', { scheduled_timezone: 'Europe/Warsaw' }, 'scheduled_at'],
  ['an unknown time zone', { scheduled_at: local, scheduled_timezone: 'Europe/Atlantis' }, 'scheduled_timezone'],
  ['a bare offset as a zone', { scheduled_at: local, scheduled_timezone: '+02:00' }, 'scheduled_timezone'],
]

onEachDatabase((kind) => {
  let instance: Instance
  let user: User
  before(async () => {
    instance = await startAccepting(kind)
    user = await newPublisher(instance)
  })
  after(async () => {
    assert.equal((await user.ask('GET', '/posts')).body.data.meta.total, 0)
    await instance.stop()
  })

  for (const [what, body, path] of wrong)
    test(`${what} is refused with its place, both when a post is created and when it is validated`, async () => {
      for (const operation of ['/post', '/post/validate']) {
        const reply = await user.ask('POST', operation, { body: { ...textPost, ...body } })
        assert.equal(reply.status, 400, reply.text)
        assert.equal(reply.body.error.code, 'validation_failed')
        assert.ok(
          reply.body.error.details.some((detail: { path: string }) => detail.path === path),
          reply.text,
        )
      }
    })
})
