import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listOf, publishCommented } from '../../harness/commented.ts'
import { onEachDatabase } from '../../harness/database.ts'
import { codesOf, inDays, upload } from '../../harness/posts.ts'
import { type PublishingInstance, startPublishing } from '../../harness/publishing.ts'
import { largeFilm } from '../../media/fixtures.ts'

onEachDatabase((kind) => {
  let bench: PublishingInstance
  before(async () => {
    bench = await startPublishing(kind)
  })
  after(() => bench.stop())

  test('a cursor works only with the list that returned it', async () => {
    const post = await publishCommented(bench, ['facebook', 'threads'])
    for (const message of ['One.', 'Two.', 'Three.']) await post.comment('facebook', message)
    const { next_cursor: cursor } = (await listOf(post, { limit: 1 })).body.data
    assert.equal((await listOf(post, { limit: 2, cursor })).status, 200)
    const other = await publishCommented(bench, ['facebook'])
    const refused = [
      listOf(post, { cursor, platform: 'facebook' }),
      listOf(post, { cursor, profile_id: post.who.profileId }),
      listOf({ ...post, postId: post.on('threads').jobId }, { cursor }),
      listOf(other, { cursor }),
      listOf(post, { cursor: `${cursor.slice(0, 40)}${cursor[40] === 'a' ? 'b' : 'a'}${cursor.slice(41)}` }),
      listOf(post, { cursor: `${cursor}`.slice(1) }),
      listOf(post, { cursor: 'a' }),
    ]
    for (const reply of await Promise.all(refused))
      assert.deepEqual(codesOf(reply), { status: 400, code: 'invalid_cursor', details: ['invalid_cursor'] })
  })

  test('a post that went only to platforms without readable comments is refused with that reason', async () => {
    const who = await bench.newcomer('tiktok')
    const { id } = await who.post({
      scheduled_at: inDays(1),
      media: [{ url: (await upload(who, largeFilm(), 'video/mp4')).publicUrl }],
      platform_options: { tiktok: { privacy_level: 'SELF_ONLY' } },
    })
    const reply = await listOf({ who, postId: id })
    assert.deepEqual(codesOf(reply), { status: 400, code: 'validation_failed', details: ['unsupported'] })
  })

  test('limit must be from 1 to 100, platform one that has comments, and a post ID must be given', async () => {
    const { ask } = await bench.newcomer('x')
    for (const query of ['post_id=1&limit=0', 'post_id=1&limit=101', 'post_id=1&platform=pinterest', 'limit=1'])
      assert.deepEqual([(await ask('GET', `/comments?${query}`)).status, query], [400, query])
  })
})
