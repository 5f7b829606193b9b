import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bluesky } from '../../../src/platforms/bluesky/index.ts'
import type { AccountContext } from '../../../src/platforms/shared/context.ts'
import type { Comment, PublishedPost } from '../../../src/platforms/shared/reads.ts'
import { home, refusedWith, type Script, scripted } from './scripted.ts'
import { asking, comment, letShow, published, remove, setMetrics, simulated, told } from './simulated.ts'
import { postOf } from './simulator/start.ts'

const { readComments, reply, readMetrics, readAudience } = bluesky.live

async function listed(post: PublishedPost, as: AccountContext): Promise<readonly Comment[]> {
  const read = await readComments({ post, limit: 25, cursor: null }, as)
  assert.ok(read.type === 'read', JSON.stringify(read))
  return read.value.comments
}

const texts = (comments: readonly Comment[]): string[] => comments.map(({ message }) => message)

describe('comments are read with their replies, newest first', () => {
  test('with their authors', async () => {
    const { as, post } = await published('Commented')
    const question = await comment(post.id, 'Ada', 'Do you ship?')
    simulated.sandbox.pass(1_000)
    const asked = { ...asking(post, question, 'We do.'), since: Date.now() + 60_000 }
    const sent = await reply.send(asked, as)
    assert.ok(sent.type === 'done')
    letShow()
    const read = await listed(post, as)
    assert.deepEqual(
      read.map(({ id, message, parentId, author, isOwn, canReply, likeCount, replyCount }) => [
        id,
        message,
        parentId,
        author.name,
        isOwn,
        canReply,
        likeCount,
        replyCount,
      ]),
      [
        [sent.published?.id, 'We do.', question, 'Commented', true, false, 0, 0],
        [question, 'Do you ship?', null, 'Ada', false, true, 0, 1],
      ],
    )
    const [, { author, url } = assert.fail()] = read
    assert.equal(author.username, 'ada.bsky.test')
    assert.equal(author.profileUrl, `${as.hosts.web}/profile/ada.bsky.test`)
    assert.equal(url, `${as.hosts.web}/profile/${author.id}/post/${question.split('/').at(-1)}`)
  })

  test('page by page, even if the last one of a page is deleted in the meantime', async () => {
    const { as, post } = await published('Paged')
    const ids: string[] = []
    for (const message of ['One', 'Two', 'Three', 'Four', 'Five']) ids.push(await comment(post.id, 'Ada', message))
    const seen: string[][] = []
    let cursor: string | null = null
    do {
      const read = await readComments({ post, limit: 2, cursor }, as)
      assert.ok(read.type === 'read')
      seen.push(texts(read.value.comments))
      cursor = read.value.next
      if (seen.length === 1) await remove(ids[3] ?? '', 'Ada')
    } while (cursor !== null)
    assert.deepEqual(seen, [['Five', 'Four'], ['Three', 'Two'], ['One']])
  })

  test('without deleted or blocked ones and their replies', async () => {
    const { as, post } = await published('Pruned')
    const deleted = await comment(post.id, 'Bruno', 'To be deleted')
    const blocked = await comment(post.id, 'Blocked Eve', 'Blocked')
    for (const id of [deleted, blocked]) await comment(id, 'Ada', 'Below')
    await comment(post.id, 'Ada', 'Stays')
    await remove(deleted, 'Bruno')
    assert.deepEqual(texts(await listed(post, as)), ['Stays'])
  })

  test('up to ten levels deep', async () => {
    const { as, post } = await published('Deep')
    let last = post.id
    for (let level = 1; level <= 12; level += 1) last = await comment(last, 'Ada', `Level ${level}`)
    const read = texts(await listed(post, as))
    assert.deepEqual([read.length, read[0], read.at(-1)], [10, 'Level 10', 'Level 1'])
  })

  test('of a deleted post are refused with the reason', async () => {
    const { as, post } = await published('Gone')
    await remove(post.id, 'Gone')
    const read = await readComments({ post, limit: 2, cursor: null }, as)
    assert.equal(told(read), 'rejected platform_rejected')
  })
})

const root = `at://${home.did}/app.bsky.feed.post/3m66j5tqkzk2a`
const rootPost: PublishedPost = { id: root, url: null, postType: 'post', result: null }
const thread = 'GET /appview/xrpc/app.bsky.feed.getPostThread'
const posts = 'GET /appview/xrpc/app.bsky.feed.getPosts'
const profile = 'GET /appview/xrpc/app.bsky.actor.getProfile'
const indexedAt = '2026-11-21T10:00:00.000Z'

const view = (key: string, record: object = {}, more: object = {}) => ({
  uri: `at://did:plc:bob/app.bsky.feed.post/${key}`,
  cid: `cid-${key}`,
  author: { did: 'did:plc:bob', handle: 'bob.test' },
  record: { text: key, createdAt: indexedAt, ...record },
  indexedAt,
  ...more,
})
const node = (post: object, replies: readonly object[] = []) => ({
  $type: 'app.bsky.feed.defs#threadViewPost',
  post,
  replies,
})
const shown = async (replies: readonly object[]): Promise<readonly Comment[]> => {
  const { context } = await scripted(() => ({ [thread]: { body: { thread: node(view('root'), replies) } } }))
  return listed(rootPost, context())
}

describe('an unusual thread is read', () => {
  test('with null for missing numbers and invalid handles', async () => {
    const author = { did: 'did:plc:bob', handle: 'handle.invalid', displayName: '' }
    const [one] = await shown([node(view('a', {}, { author }))])
    assert.deepEqual([one?.likeCount, one?.replyCount], [null, null])
    assert.deepEqual([one?.author.username, one?.author.name], [null, null])
    assert.match(one?.author.profileUrl ?? '', /\/profile\/did:plc:bob$/)
  })

  test('with the time of indexing if the reply’s own time is later or missing', async () => {
    const times = ['2099-01-01T00:00:00Z', 'yesterday', '2026-11-20T10:00:00Z']
    const read = await shown(times.map((createdAt, index) => node(view(`a${index}`, { createdAt }))))
    const at = (text: string) => Date.parse(text)
    assert.deepEqual(
      read.map(({ createdAt }) => createdAt),
      [at(indexedAt), at(indexedAt), at('2026-11-20T10:00:00Z')],
    )
  })

  test('without entries that are not posts', async () => {
    const places = [
      { $type: 'app.bsky.feed.defs#notFoundPost', uri: root, notFound: true },
      { $type: 'app.bsky.feed.defs#blockedPost', uri: root, blocked: true, author: { did: 'did:plc:eve' } },
      { $type: 'app.bsky.feed.defs#somethingNew' },
      node(view('a', {}), [{ $type: 'app.bsky.feed.defs#notFoundPost', uri: root, notFound: true }]),
    ]
    assert.deepEqual(texts(await shown(places)), ['a'])
  })

  const refusals: readonly (readonly [what: string, reply: Script[string], expected: string])[] = [
    ['not found', refusedWith(400, 'NotFound'), 'rejected platform_rejected'],
    [
      'a place without a post',
      { body: { thread: { $type: 'app.bsky.feed.defs#notFoundPost', uri: root, notFound: true } } },
      'rejected platform_rejected',
    ],
    ['too many requests', refusedWith(429, 'RateLimitExceeded'), 'retry rate_limited'],
    ['broken', { status: 502, body: '<html>' }, 'retry platform_unavailable'],
  ]
  for (const [what, answer, expected] of refusals)
    test(`or not at all: ${what}`, async () => {
      const { context } = await scripted(() => ({ [thread]: answer }))
      assert.equal(told(await readComments({ post: rootPost, limit: 2, cursor: null }, context())), expected)
    })

  test('without a login', async () => {
    const { asked, context } = await scripted(() => ({ [thread]: { body: { thread: node(view('root')) } } }))
    await listed(rootPost, context())
    assert.deepEqual(asked[0]?.query, { uri: root, depth: '10', parentHeight: '0' })
    assert.equal(asked[0]?.headers.authorization, undefined)
  })
})

describe('metrics', () => {
  test('are Bluesky’s numbers, including zeros', async () => {
    const { as, post } = await published('Measured')
    const nothing = { views: null, impressions: null, reach: null, clicks: null }
    const zeros = { ...nothing, likes: 0, comments: 0, shares: 0, saves: 0, engagement: 0 }
    const before = await readMetrics.read([post], as)
    assert.deepEqual(before.type === 'read' && before.value.get(post.id), zeros)
    await comment(post.id, 'Ada', 'Hi')
    await setMetrics(post.id, { likeCount: 9, repostCount: 2, quoteCount: 1, bookmarkCount: 3 })
    const read = await readMetrics.read([post], as)
    assert.deepEqual(read.type === 'read' && read.value.get(post.id), {
      ...nothing,
      likes: 9,
      comments: 1,
      shares: 3,
      saves: 3,
      engagement: 16,
    })
  })

  test('are null if Bluesky returns none', async () => {
    const { context } = await scripted(() => ({ [posts]: { body: { posts: [view('a', {}, { likeCount: 0 })] } } }))
    const read = await readMetrics.read([{ ...rootPost, id: view('a').uri }], context())
    assert.ok(read.type === 'read')
    const { likes, comments, shares, saves, engagement } = read.value.get(view('a').uri) ?? assert.fail()
    assert.deepEqual([likes, comments, shares, saves, engagement], [0, null, null, null, 0])
  })

  test('are read for several posts in one request; a deleted post has none', async () => {
    const { as, post: gone } = await published('Many')
    const session = await simulated.signIn('Many')
    const all: PublishedPost[] = [gone]
    for (let likeCount = 1; likeCount < readMetrics.batch; likeCount += 1) {
      const { uri } = (await simulated.put(session, postOf(`Number ${likeCount}`))).body
      all.push({ ...gone, id: uri })
      await setMetrics(uri, { likeCount })
    }
    letShow()
    await remove(gone.id, 'Many')
    const read = await readMetrics.read(all, as)
    assert.ok(read.type === 'read')
    assert.equal(read.value.size, 24)
    assert.deepEqual(
      all.map(({ id }) => read.value.get(id)?.likes),
      [undefined, ...Array.from({ length: 24 }, (_, index) => index + 1)],
    )
  })

  test('that can’t be read now are retried', async () => {
    const { context } = await scripted(() => ({ [posts]: refusedWith(429, 'RateLimitExceeded') }))
    assert.equal(told(await readMetrics.read([rootPost], context())), 'retry rate_limited')
  })
})

test('followers are read, and null if Bluesky returns none', async () => {
  const { as, post } = await published('Followed')
  await setMetrics(post.id, { followersCount: 812 })
  assert.deepEqual(await readAudience(as), { type: 'read', value: { followers: 812 } })
  const { context } = await scripted(() => ({ [profile]: { body: { did: home.did, handle: home.handle } } }))
  assert.deepEqual(await readAudience(context()), { type: 'read', value: { followers: null } })
})
