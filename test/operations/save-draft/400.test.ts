import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

onEachInstance(startInstance, (instance) => {
  const item = { storageKey: 'a.png' }
  for (const [what, body, path] of [
    ['a message of 10,001 characters', { message: 'm'.repeat(10_001) }, 'message'],
    ['a message that is null', { message: null }, 'message'],
    ['an unknown platform', { platforms: ['x', 'myspace'] }, 'platforms.1'],
    ['eleven platforms', { platforms: Array.from({ length: 11 }, () => 'x') }, 'platforms'],
    ['21 media', { media: Array.from({ length: 21 }, () => item) }, 'media'],
    ['media with no name', { media: [{ alt_text: 'A dot.' }] }, 'media.0.url'],
    ['four comments', { comments_under_post: ['1', '2', '3', '4'] }, 'comments_under_post'],
    ['a comment of 10,001 characters', { comments_under_post: ['m'.repeat(10_001)] }, 'comments_under_post.0'],
    [
      'a comment with more than a message',
      { comments_under_post: [{ message: '', url: '' }] },
      'comments_under_post.0.url',
    ],
    ['options that a platform has not', { platform_options: { x: { title: 'A' } } }, 'platform_options.x.title'],
    ['options of x and twitter', { platform_options: { x: {}, twitter: {} } }, 'platform_options.twitter'],
    ['options of a word for several platforms', { platform_options: { meta: {} } }, 'platform_options.meta'],
    ['a schedule', { scheduled_at: '2030-01-01T00:00:00Z' }, 'scheduled_at'],
    ['an invalid profile ID', { profile_id: 'abc' }, 'profile_id'],
  ] as const)
    test(`${what} is malformed`, async () => {
      const user = await instance.newUser()
      const reply = await user.ask('POST', '/drafts', { body })
      assert.deepEqual([reply.status, reply.body.error.code], [400, 'validation_failed'], reply.text)
      assert.equal(reply.body.error.details[0].path, path)
      assert.equal((await user.ask('GET', '/drafts')).body.data.meta.total, 0)
    })
})
