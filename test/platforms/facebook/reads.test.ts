import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { facebook } from '../../../src/platforms/facebook/index.ts'
import type { PublishedPost } from '../../../src/platforms/shared/reads.ts'
import { content, media } from '../../harness/content.ts'
import { png } from '../../harness/small-media.ts'
import { film } from '../../media/fixtures.ts'
import { graphError, now, scripted } from './scripted.ts'
import { files, publish, startFacebook } from './simulated.ts'

const clip = film('plain.mp4')
Object.assign(files, { 'a.png': png, 'a.mp4': clip })

const { readComments, reply, readMetrics, readAudience } = facebook.live
const simulated = await startFacebook()

const video = { ...media({ contentType: 'video/mp4', size: clip.length }), file: 'a.mp4' }

async function published(name: string, postType: 'feed' | 'reel' | 'story', withVideo: boolean) {
  const as = await simulated.page(name)
  const wanted = content({
    postType,
    text: postType === 'story' ? '' : 'Hello',
    media: withVideo ? [video] : postType === 'story' ? [media()] : [],
  })
  const { outcomes } = await publish(as, wanted)
  const done = outcomes.post
  assert.ok(done?.type === 'done' && done.published)
  const post: PublishedPost = { ...done.published, postType, result: done.result }
  return { as, post }
}

const kinds = [
  ['a post', 'feed', false],
  ['a video of the feed', 'feed', true],
  ['a reel', 'reel', true],
] as const

describe('comments are read, newest first, with their replies', () => {
  for (const [what, postType, withVideo] of kinds)
    test(what, async () => {
      const { as, post } = await published(`commented ${what}`, postType, withVideo)
      const first = (await simulated.comment(post.id, 'Ada', 'Do you ship?')).id
      const asked = { post, commentId: first, message: 'We do.', since: Date.now(), others: [] }
      const sent = await reply.send(asked, as)
      assert.ok(sent.type === 'done')
      const read = await readComments({ post, limit: 10, cursor: null }, as)
      assert.ok(read.type === 'read')
      assert.deepEqual(
        read.value.comments.map(({ message, parentId, author, isOwn, canReply }) => [
          message,
          parentId,
          author.name,
          isOwn,
          canReply,
        ]),
        [
          ['We do.', first, `commented ${what}`, true, false],
          ['Do you ship?', null, 'Ada', false, true],
        ],
      )
      const found = await reply.find(asked, as)
      assert.deepEqual(found.type === 'found' && found.published?.id, sent.published?.id)
      assert.equal((await reply.find({ ...asked, message: 'We do not.' }, as)).type, 'absent')
    })

  test('page by page', async () => {
    const { as, post } = await published('many comments', 'feed', false)
    for (const message of ['One', 'Two', 'Three']) await simulated.comment(post.id, 'Ada', message)
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const read = await readComments({ post, limit: 2, cursor }, as)
      assert.ok(read.type === 'read')
      seen.push(...read.value.comments.map(({ message }) => message))
      cursor = read.value.next
    } while (cursor !== null)
    assert.deepEqual(seen, ['Three', 'Two', 'One'])
  })

  test('from people whom Facebook does not name', async () => {
    const { as, post } = await published('nameless', 'feed', false)
    await simulated.comment(post.id, 'Ada', 'Hi')
    await simulated.settings({ hidesAuthors: true })
    const read = await readComments({ post, limit: 2, cursor: null }, as)
    await simulated.settings({ hidesAuthors: false })
    assert.ok(read.type === 'read')
    const [comment] = read.value.comments
    assert.deepEqual([comment?.author.id, comment?.author.name, comment?.isOwn], [null, null, false])
  })

  test('a story has none', async () => {
    const { as, post } = await published('silent', 'story', false)
    assert.deepEqual(await readComments({ post, limit: 2, cursor: null }, as), {
      type: 'read',
      value: { comments: [], next: null },
    })
  })

  test('a Page without the permission to read them is reported', async () => {
    const { context } = await scripted(() => ({ status: 403, body: graphError(10) }))
    const post = { id: '11_1', url: null, postType: 'feed', result: null }
    const read = await readComments({ post, limit: 2, cursor: null }, context())
    assert.equal(read.type === 'rejected' && read.error, 'permission_missing')
  })
})

describe('metrics', () => {
  const numbers = {
    post_media_view: 120,
    post_total_media_view_unique: 80,
    post_clicks: 7,
    fb_reels_total_plays: 130,
    reactions: 9,
    shares: 2,
  }
  for (const [what, postType, withVideo] of kinds)
    test(`of ${what}: every number of Facebook, and reported zeros as zeros`, async () => {
      const { as, post } = await published(`measured ${what}`, postType, withVideo)
      const before = await readMetrics.read([post], as)
      assert.ok(before.type === 'read')
      assert.equal(before.value.get(post.id)?.views, 0)
      assert.equal(before.value.get(post.id)?.shares, 0)
      await simulated.metrics(post.id, numbers)
      await simulated.comment(post.id, 'Ada', 'Hi')
      const read = await readMetrics.read([post], as)
      assert.ok(read.type === 'read')
      assert.deepEqual(read.value.get(post.id), {
        views: 120,
        impressions: null,
        reach: 80,
        likes: 9,
        comments: 1,
        shares: 2,
        saves: null,
        clicks: 7,
        engagement: 19,
      })
    })

  test('of a story have other names', async () => {
    const { as, post } = await published('measured story', 'story', false)
    await simulated.metrics(post.id, {
      page_story_impressions_by_story_id_unique: 40,
      pages_fb_story_replies: 3,
      pages_fb_story_thread_lightweight_reactions: 5,
    })
    const read = await readMetrics.read([post], as)
    assert.ok(read.type === 'read')
    const { reach, likes, comments, shares, views, engagement } = read.value.get(post.id) ?? assert.fail()
    assert.deepEqual([reach, likes, comments, shares, views, engagement], [40, 5, 3, 0, null, 8])
  })

  test('that Facebook no longer knows are null, and do not affect the others', async () => {
    const { as, post } = await published('dead metrics', 'feed', false)
    await simulated.metrics(post.id, { ...numbers, post_video_views: 50 })
    await simulated.settings({ deadMetrics: ['post_clicks'] })
    const read = await readMetrics.read([post], as)
    await simulated.settings({ deadMetrics: [] })
    assert.ok(read.type === 'read')
    const { views, reach, clicks, likes } = read.value.get(post.id) ?? assert.fail()
    assert.deepEqual([views, reach, clicks, likes], [120, 80, null, 9])
  })

  test('of a story were all lost for one name that Facebook does not know', async () => {
    const { as, post } = await published('dead story metric', 'story', false)
    await simulated.metrics(post.id, { pages_fb_story_replies: 3, pages_fb_story_thread_lightweight_reactions: 5 })
    await simulated.settings({ deadMetrics: ['page_story_impressions_by_story_id_unique'] })
    const read = await readMetrics.read([post], as)
    await simulated.settings({ deadMetrics: [] })
    assert.ok(read.type === 'read')
    const { reach, likes, comments } = read.value.get(post.id) ?? assert.fail()
    assert.deepEqual([reach, likes, comments], [null, 5, 3])
  })

  test('could not be read when one of them had no values', async () => {
    const data = [
      { name: 'pages_fb_story_replies', values: [{ value: 3 }] },
      { name: 'pages_fb_story_shares', values: [] },
    ]
    const { context } = await scripted(() => ({ body: { data } }))
    const read = await readMetrics.read([{ id: '1', url: null, postType: 'story', result: null }], context())
    assert.ok(read.type === 'read')
    const { comments, shares } = read.value.get('1') ?? assert.fail()
    assert.deepEqual([comments, shares], [3, null])
  })

  test('of a deleted post are missing', async () => {
    const { as, post } = await published('gone', 'feed', false)
    const headers = { authorization: `Bearer ${as.credentials.accessToken}` }
    await simulated.ask(`/graph/v25.0/${post.id}`, { method: 'DELETE', headers })
    const read = await readMetrics.read([post], as)
    assert.deepEqual(read.type === 'read' && [...read.value.keys()], [])
  })

  test('that can’t be read now are read later', async () => {
    const { context } = await scripted(() => ({ status: 400, body: graphError(32) }))
    const read = await readMetrics.read([{ id: '11_1', url: null, postType: 'feed', result: null }], context())
    assert.equal(read.type === 'retry' && read.error, 'rate_limited')
  })
})

test('followers are counted, and null if Facebook does not count them', async () => {
  const { as, post } = await published('followed', 'feed', false)
  await simulated.metrics(post.id, { followers_count: 812 })
  assert.deepEqual(await readAudience(as), { type: 'read', value: { followers: 812 } })
  const { context } = await scripted(() => ({ body: { id: '11' } }))
  assert.deepEqual(await readAudience(context({ clock: { now: () => now } })), {
    type: 'read',
    value: { followers: null },
  })
})
