import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AccountContext } from '../../../src/platforms/shared/context.ts'
import type { Comment, PublishedPost } from '../../../src/platforms/shared/reads.ts'
import { x } from '../../../src/platforms/x/index.ts'
import { content, media } from '../../harness/content.ts'
import type { Reply } from '../../harness/scripted.ts'
import { now, scripted } from './scripted.ts'
import { asking, postOf, publishedBy, startX } from './simulated.ts'

const { readComments, reply, readMetrics, readAudience } = x.live
const simulated = await startX({ scale: 1 })
await simulated.settings({ rateLimits: false })
const published = publishedBy(simulated)

const day = 86_400_000
const bothNames = ['tweet', 'post'] as const

async function listed(post: PublishedPost, as: AccountContext, limit = 25): Promise<readonly Comment[]> {
  const read = await readComments({ post, limit, cursor: null }, as)
  assert.ok(read.type === 'read', JSON.stringify(read))
  return read.value.comments
}

describe('comments are read, newest first, with their replies', () => {
  for (const names of bothNames)
    test(`requested as ${names}.fields`, async () => {
      const wanted = content({ text: 'Hello', comments: ['The first answer is ours.'] })
      const { as, post, comments } = await published(`commented ${names}`, names, wanted)
      const question = await simulated.comment(post.id, 'ada', 'Is 1 < 2 & is https://example.com/?a=1&b=2 yours?')
      const sent = await reply.send(asking(post, question, 'They are.'), as)
      assert.ok(sent.type === 'done')
      const read = await listed(post, as)
      assert.deepEqual(
        read.map(({ id, message, parentId, author, isOwn, canReply, replyCount }) => [
          id,
          message,
          parentId,
          author.username,
          isOwn,
          canReply,
          replyCount,
        ]),
        [
          [sent.published?.id, 'They are.', question, as.account.username, true, false, 0],
          [question, 'Is 1 < 2 & is https://example.com/?a=1&b=2 yours?', null, 'ada', false, true, 1],
          [comments[0], 'The first answer is ours.', null, as.account.username, true, false, 0],
        ],
      )
      const [, asked] = read
      assert.equal(asked?.url, `${as.hosts.web}/ada/status/${question}`)
      assert.equal(asked.author.profileUrl, `${as.hosts.web}/ada`)
      assert.ok(asked.author.id && asked.author.name && asked.author.avatarUrl && asked.likeCount === 0)
    })

  for (const [what, limit, count] of [
    ['smaller than any of X’s own', 2, 5],
    ['of X’s own', 10, 23],
  ] as const)
    test(`page by page: pages ${what}`, async () => {
      const { as, post } = await published(`pages of ${limit}`)
      const messages = Array.from({ length: count }, (_, index) => `Number ${index + 1}`)
      for (const message of messages) await simulated.comment(post.id, 'ada', message)
      const sizes: number[] = []
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const read = await readComments({ post, limit, cursor }, as)
        assert.ok(read.type === 'read')
        sizes.push(read.value.comments.length)
        seen.push(...read.value.comments.map(({ message }) => message))
        cursor = read.value.next
      } while (cursor !== null)
      assert.deepEqual(seen, messages.toReversed())
      assert.ok(sizes.every((size) => size <= limit))
    })

  test('only of the last seven days', async () => {
    const { post } = await published('old comments')
    await simulated.comment(post.id, 'ada', 'Early')
    simulated.pass(6 * day)
    await simulated.comment(post.id, 'ada', 'Late')
    simulated.pass(2 * day)
    const read = await listed(post, await simulated.as('old comments'))
    assert.deepEqual(
      read.map(({ message }) => message),
      ['Late'],
    )
  })

  test('without the post itself, if nobody has replied', async () => {
    const { as, post } = await published('unanswered')
    assert.deepEqual(await readComments({ post, limit: 25, cursor: null }, as), {
      type: 'read',
      value: { comments: [], next: null },
    })
  })
})

describe('each comment has everything that X returns', () => {
  const said = { id: '30', text: 'Nice', created_at: '2026-11-01T10:00:00.000Z', author_id: '12' }
  const read = async (data: object, more: object = {}, names = 'tweet'): Promise<Comment> => {
    const { context } = await scripted(() => ({ body: { data: [data], meta: { result_count: 1 }, ...more } }))
    const given = context({ settings: { field_names: names } })
    return (await listed(postOf('20'), given))[0] ?? assert.fail()
  }

  test('for a suspended or deleted author: the text, and the author’s ID', async () => {
    const comment = await read(said)
    const { id, name, username, avatarUrl, profileUrl } = comment.author
    assert.deepEqual([id, name, username, avatarUrl, profileUrl], ['12', null, null, null, null])
    assert.deepEqual([comment.message, comment.isOwn, comment.canReply], ['Nice', false, true])
    assert.match(comment.url ?? '', /\/x\/web\/i\/status\/30$/)
  })

  test('missing numbers are null, and reported zeros are zero', async () => {
    const bare = await read(said)
    assert.deepEqual([bare.likeCount, bare.replyCount], [null, null])
    const counted = await read({ ...said, public_metrics: { like_count: 0, reply_count: 3 } })
    assert.deepEqual([counted.likeCount, counted.replyCount], [0, 3])
  })

  for (const [name, names] of [
    ['note_tweet', 'tweet'],
    ['note_post', 'post'],
  ] as const)
    test(`a long text is complete: ${name}`, async () => {
      const urls = [{ url: 'https://t.co/x', expanded_url: 'https://example.com/a' }]
      const note = { text: 'A long story &amp; https://t.co/x', entities: { urls } }
      const comment = await read({ ...said, text: 'A long…', [name]: note }, {}, names)
      assert.equal(comment.message, 'A long story & https://example.com/a')
    })

  test('the parent comment, under both names', async () => {
    const answers = (id: string) => [{ type: 'replied_to', id }]
    assert.equal((await read({ ...said, referenced_tweets: answers('29') })).parentId, '29')
    assert.equal((await read({ ...said, referenced_posts: answers('29') }, {}, 'post')).parentId, '29')
    assert.equal((await read({ ...said, referenced_tweets: answers('20') })).parentId, null)
  })
})

describe('if X shows no comments, its reason is reported', () => {
  const cases: readonly (readonly [what: string, answer: Reply, expected: string])[] = [
    ['refused', { status: 403, body: { detail: 'No' } }, 'rejected platform_rejected'],
    ['no credits', { status: 402, body: { title: 'CreditsDepleted' } }, 'rejected quota_exhausted'],
    ['nothing but errors', { body: { errors: [{ detail: 'Not now' }] } }, 'rejected platform_rejected'],
    ['too many requests', { status: 429, body: {} }, 'retry rate_limited'],
    ['broken', { status: 503, body: '' }, 'retry platform_unavailable'],
  ]
  for (const [what, answer, expected] of cases)
    test(what, async () => {
      const { context } = await scripted(() => answer)
      const read = await readComments({ post: postOf('20'), limit: 25, cursor: null }, context())
      assert.equal('error' in read ? `${read.type} ${read.error}` : read.type, expected)
    })
})

describe('metrics', () => {
  const numbers = {
    impression_count: 120,
    like_count: 9,
    reply_count: 4,
    retweet_count: 2,
    quote_count: 1,
    bookmark_count: 3,
    url_link_clicks: 7,
    engagements: 50,
  }
  const expected = {
    views: null,
    impressions: 120,
    reach: null,
    likes: 9,
    comments: 4,
    shares: 3,
    saves: 3,
    clicks: 7,
    engagement: 19,
  }
  const zeros = Object.fromEntries(Object.entries(expected).map(([name, value]) => [name, value === null ? null : 0]))
  const readOf = async (post: PublishedPost, as: AccountContext) => {
    const read = await readMetrics.read([post], as)
    assert.ok(read.type === 'read')
    return read.value.get(post.id)
  }

  for (const names of bothNames)
    test(`are X’s numbers, and reported zeros are zero: requested as ${names}.fields`, async () => {
      const { as, post } = await published(`measured ${names}`, names)
      assert.deepEqual(await readOf(post, as), zeros)
      await simulated.metrics(post.id, numbers)
      assert.deepEqual(await readOf(post, as), expected)
    })

  test('of a video include its views', async () => {
    const video = { ...media({ contentType: 'video/mp4', size: 300_000, seconds: 30 }), file: 'a.mp4' }
    const { as, post } = await published('measured video', 'tweet', content({ text: 'A film', media: [video] }))
    await simulated.metrics(post.id, { view_count: 80, impression_count: 200 })
    const { views, impressions } = (await readOf(post, as)) ?? assert.fail()
    assert.deepEqual([views, impressions], [80, 200])
  })

  test('of a post older than 30 days are only the public ones', async () => {
    const { post: old } = await published('measured later')
    await simulated.metrics(old.id, numbers)
    simulated.pass(31 * day)
    const { as, post: young } = await published('measured later', 'tweet', content({ text: 'Another' }))
    await simulated.metrics(young.id, numbers)
    const read = await readMetrics.read([old, young], as)
    assert.ok(read.type === 'read')
    assert.deepEqual(read.value.get(old.id), { ...expected, clicks: null })
    assert.deepEqual(read.value.get(young.id), expected)
    const asked = (await simulated.exchanges()).filter(({ path }) => path === '/2/tweets').slice(-2)
    assert.deepEqual(
      asked.map(({ query }) => [query.get('ids'), query.get('tweet.fields')?.includes('non_public_metrics')]),
      [
        [young.id, true],
        [old.id, false],
      ],
    )
    for (const { answer } of asked) assert.ok(!JSON.stringify(answer).includes('"errors"'))
  })

  test('of a deleted post are missing, whatever is requested with it', async () => {
    const { as, post } = await published('gone')
    const { post: other } = await published('gone', 'tweet', content({ text: 'Still there' }))
    await simulated.ask(as, 'DELETE', `/2/tweets/${post.id}`)
    for (const posts of [[post], [post, other]]) {
      const read = await readMetrics.read(posts, as)
      assert.deepEqual(read.type === 'read' && [...read.value.keys()], posts.length === 1 ? [] : [other.id])
    }
  })

  test('of a hundred posts need one request', async () => {
    const epoch = 1_288_834_974_657
    const ids = Array.from({ length: readMetrics.batch }, (_, index) =>
      String((BigInt(now - day - epoch) << 22n) + BigInt(index)),
    )
    const { asked, context } = await scripted(({ query }) => ({
      body: {
        data: String(query.ids)
          .split(',')
          .map((id) => ({ id, text: 'a' })),
      },
    }))
    const read = await readMetrics.read(ids.map(postOf), context())
    assert.ok(read.type === 'read')
    assert.deepEqual([asked.length, read.value.size], [1, 100])
    assert.ok([...read.value.values()].every((metrics) => Object.values(metrics).every((value) => value === null)))
  })

  test('that can’t be read now are read later', async () => {
    const { context } = await scripted(() => ({ status: 429, body: {} }))
    const read = await readMetrics.read([postOf('20')], context())
    assert.equal(read.type === 'retry' && read.error, 'rate_limited')
  })
})

test('followers are counted, and null if X does not count them', async () => {
  for (const names of bothNames) {
    const { as, post } = await published(`followed ${names}`, names)
    await simulated.metrics(post.id, { followers_count: 812 })
    assert.deepEqual(await readAudience(as), { type: 'read', value: { followers: 812 } })
  }
  const { context } = await scripted(() => ({ body: { data: { id: '11', name: 'Ada', username: 'ada' } } }))
  assert.deepEqual(await readAudience(context()), { type: 'read', value: { followers: null } })
})
