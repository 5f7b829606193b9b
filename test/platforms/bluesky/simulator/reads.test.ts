import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eventually } from '../../../harness/eventually.ts'
import { collection, postOf, recordKey, type Session, type SimulatedBluesky, startSimulatedBluesky } from './start.ts'

let bluesky: SimulatedBluesky
let session: Session
before(async () => {
  bluesky = await startSimulatedBluesky({ scale: 100 })
  await bluesky.sandbox.control('POST', '/bluesky/settings', { rateLimits: false })
  session = await bluesky.signIn('author')
})
after(() => bluesky.stop())

interface Ref {
  readonly uri: string
  readonly cid: string
}

async function write(text: string, parent?: Ref, root = parent, as = session): Promise<Ref> {
  const { uri, cid } = (await bluesky.put(as, postOf(text, parent && { reply: { root, parent } }))).body
  return { uri, cid }
}
const letShow = () => bluesky.sandbox.pass(1_000)
const view = (method: string, query: Record<string, string | string[]>, host = 'appview') =>
  bluesky.call(`app.bsky.feed.${method}`, { host, query, ...(host === 'pds' && { token: session.access }) })
const thread = async (uri: string, more: Record<string, string> = {}) =>
  (await view('getPostThread', { uri, ...more })).body.thread
const plant = async (uri: string, author: string, message: string): Promise<string> =>
  (await bluesky.sandbox.control('POST', `/bluesky/posts/${encodeURIComponent(uri)}/comments`, { author, message }))
    .body.id
const isThere = async (uri: string) => (await view('getPosts', { uris: [uri] })).body.posts.length === 1

describe('the AppView', () => {
  test('lags behind the account’s own server, which is up to date', async () => {
    const rkey = recordKey()
    const { uri } = (await bluesky.put(session, postOf('fresh'), rkey)).body
    assert.equal(
      (await bluesky.call('com.atproto.repo.getRecord', { query: { repo: session.did, collection, rkey } })).status,
      200,
    )
    assert.equal(await isThere(uri), false)
    assert.equal((await view('getPostThread', { uri })).body.error, 'NotFound')
    bluesky.sandbox.pass(25)
    assert.equal(await isThere(uri), true)
  })

  test('lags longer on request, for writes or for reads', async () => {
    await bluesky.sandbox.control('POST', '/bluesky/faults', { operation: 'create', kind: 'list_lag' })
    const { uri } = await write('late')
    bluesky.sandbox.pass(500)
    assert.equal(await isThere(uri), false)
    bluesky.sandbox.pass(100)
    assert.equal(await isThere(uri), true)
    await bluesky.sandbox.control('POST', '/bluesky/faults', { operation: 'metrics', kind: 'list_lag' })
    const other = await write('hidden once')
    bluesky.sandbox.pass(100)
    assert.deepEqual([await isThere(other.uri), await isThere(other.uri)], [false, true])
  })

  test('returns posts in an order of its own, leaves out missing ones, and accepts at most 25', async () => {
    const first = await write('one')
    const second = await write('two')
    letShow()
    const unknown = `at://${session.did}/${collection}/3l4q2s2hfpc22`
    const { posts } = (await view('getPosts', { uris: [first.uri, unknown, second.uri] })).body
    assert.deepEqual(posts.map(({ uri }: Ref) => uri).sort(), [first.uri, second.uri].sort())
    assert.equal(
      (
        await bluesky.call('app.bsky.feed.getPosts', {
          host: 'appview',
          query: { uris: Array(26).fill(first.uri) },
          wrong: true,
        })
      ).status,
      400,
    )
  })

  test('is reachable through the account’s own server too, for its users', async () => {
    const { uri } = await write('proxied')
    letShow()
    assert.equal((await view('getPosts', { uris: [uri] }, 'pds')).body.posts.length, 1)
    assert.equal((await bluesky.call('app.bsky.feed.getPosts', { query: { uris: [uri] } })).body.error, 'AuthMissing')
  })

  test('returns a profile, and its number of posts', async () => {
    const other = await bluesky.signIn('Someone Quiet')
    await write('only one', undefined, undefined, other)
    const { body } = await bluesky.call('app.bsky.actor.getProfile', {
      host: 'appview',
      query: { actor: other.handle },
    })
    assert.deepEqual(
      [body.did, body.displayName, body.postsCount, body.followersCount],
      [other.did, 'Someone Quiet', 1, 0],
    )
  })

  test('lists an account’s posts newest first, with or without replies', async () => {
    const other = await bluesky.signIn('lister')
    const root = await write('root', undefined, undefined, other)
    await write('answer', root, root, other)
    letShow()
    const feed = async (more: object) =>
      (await view('getAuthorFeed', { actor: other.did, ...more })).body.feed.map(
        ({ post }: { post: { record: { text: string } } }) => post.record.text,
      )
    assert.deepEqual(await feed({}), ['answer', 'root'])
    assert.deepEqual(await feed({ filter: 'posts_no_replies' }), ['root'])
    assert.deepEqual(await feed({ limit: '1' }), ['answer'])
  })
})

describe('a thread', () => {
  test('is a tree of replies and parents', async () => {
    const root = await write('root')
    const child = await write('child', root)
    const grandchild = await write('grandchild', child, root)
    letShow()
    const tree = await thread(root.uri)
    assert.equal(tree.post.replyCount, 1)
    assert.equal(tree.replies[0].replies[0].post.uri, grandchild.uri)
    const flat = await thread(root.uri, { depth: '1' })
    assert.equal(flat.replies[0].replies, undefined)
    const above = await thread(grandchild.uri)
    assert.deepEqual([above.parent.post.uri, above.parent.parent.post.uri], [child.uri, root.uri])
    assert.equal((await thread(grandchild.uri, { parentHeight: '0' })).parent, undefined)
  })

  test('has placeholders for the posts of a blocked account, and for deleted posts with replies', async () => {
    const root = await write('root')
    const gone = await write('gone', root)
    await write('below', gone, root)
    const blocked = await plant(root.uri, 'a blocked person', 'spam')
    const [, , repo = '', , rkey = ''] = gone.uri.split('/')
    await bluesky.call('com.atproto.repo.deleteRecord', { token: session.access, json: { repo, collection, rkey } })
    letShow()
    const { replies } = await thread(root.uri)
    const kinds = replies.map(({ $type, uri }: { $type: string; uri: string }) => [$type.split('#')[1], uri])
    assert.deepEqual(kinds, [
      ['notFoundPost', gone.uri],
      ['blockedPost', blocked],
    ])
  })
})

describe('comments and metrics from the control API', () => {
  test('a planted comment is a post of another account, visible at once, below any post of a thread', async () => {
    const root = await write('commented')
    const first = await plant(root.uri, 'Reader', 'I read it')
    const second = await plant(first, 'Writer', 'Thank you')
    letShow()
    const tree = await thread(root.uri)
    const [answer] = tree.replies
    assert.deepEqual(
      [answer.post.uri, answer.post.author.displayName, answer.post.record.text],
      [first, 'Reader', 'I read it'],
    )
    assert.equal(answer.replies[0].post.uri, second)
    assert.deepEqual(answer.replies[0].post.record.reply.root, root)
    const posts = await bluesky.sandbox.posts('bluesky')
    assert.equal(posts.find(({ id }) => id === first)?.reply_to, root.uri)
  })

  test('metrics are set by the names that Bluesky uses', async () => {
    const { uri } = await write('liked')
    letShow()
    const path = `/bluesky/posts/${encodeURIComponent(uri)}/metrics`
    assert.equal((await bluesky.sandbox.control('POST', path, { likeCount: 7, quoteCount: 2 })).status, 200)
    const [{ likeCount, quoteCount, repostCount }] = (await view('getPosts', { uris: [uri] })).body.posts
    assert.deepEqual([likeCount, quoteCount, repostCount], [7, 2, 0])
    const wrong = await bluesky.sandbox.control('POST', path, { impressions: 7 })
    assert.equal(wrong.status, 400)
    assert.ok(wrong.body.exists.includes('likeCount'))
  })
})

test('with growth, numbers rise and comments appear automatically', async () => {
  const growing = await startSimulatedBluesky({ scale: 2_000, growth: true })
  try {
    const author = await growing.signIn('popular')
    const { uri } = (await growing.put(author, postOf('look'))).body
    const query = { uris: [uri] }
    growing.sandbox.pass(1_000)
    await eventually('likes and comments have come', async () => {
      const [post] = (await growing.call('app.bsky.feed.getPosts', { host: 'appview', query })).body.posts
      growing.sandbox.pass(1_000)
      return post.likeCount > 0 && post.replyCount > 0
    })
  } finally {
    await growing.stop()
  }
})
