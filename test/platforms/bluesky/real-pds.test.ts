import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { stripJpeg } from '../../../src/media/strip.ts'
import { bluesky } from '../../../src/platforms/bluesky/index.ts'
import type { Platform } from '../../../src/platforms/shared/platform.ts'
import {
  type ConnectedPublisher,
  createPublisher,
  type Post,
  type Publisher,
  type Result,
} from '../../harness/publisher.ts'
import { type PdsAccount, type PdsPost, type RealPds, startRealPds } from '../../harness/servers/real-pds.ts'
import { noise, picture } from '../../media/fixtures.ts'
import { scripted } from './scripted.ts'

const put = 'com.atproto.repo.putRecord'
const upload = 'com.atproto.repo.uploadBlob'
const refresh = 'com.atproto.server.refreshSession'

/** No server listens there. */
const nowhere = 'http://127.0.0.1:9'

let pds: RealPds
let publisher: Publisher

before(async () => {
  pds = await startRealPds()
  const { live }: Platform = bluesky
  assert.ok(live)
  const web = 'https://bsky.app'
  publisher = createPublisher(live, { entryway: pds.entryway, plc: pds.plc, appview: nowhere, video: nowhere, web })
})
after(() => pds?.stop())

interface Member {
  readonly account: PdsAccount
  readonly as: ConnectedPublisher
  /** Publishes, and returns the posts that are then at the PDS, oldest first. */
  readonly publish: (post: Post, options?: { twice: boolean }) => Promise<{ result: Result; posts: readonly PdsPost[] }>
}

async function newMember(): Promise<Member> {
  const account = await pds.makeAccount()
  const as = await publisher.connect(account.handle, account.appPassword)
  return {
    account,
    as,
    publish: async (post, options) => {
      const result = await publisher.publish(as, post, options)
      return { result, posts: await pds.posts(account.did) }
    },
  }
}

/** Exactly the published posts exist: nothing else, and nothing twice. */
function assertPublished(result: Result, posts: readonly PdsPost[]): void {
  assert.equal(result.status, 'completed')
  assert.deepEqual(
    [result.post, ...result.comments].map(({ id }) => id),
    posts.map(({ uri }) => uri),
  )
}

const textsOf = (posts: readonly PdsPost[]) => posts.map(({ value }) => value.text)

test('a handle and an app password sign in at the account’s server, found by the directory', async () => {
  const account = await pds.makeAccount()
  const before = pds.count('com.atproto.server.createSession', 200)
  const { identity } = await publisher.connect(` @${account.handle.toUpperCase()} `, account.appPassword)
  assert.equal(identity.remoteId, account.did)
  assert.equal(identity.username, account.handle)
  assert.equal(pds.count('com.atproto.server.createSession', 200), before + 1)
})

test('a wrong password is refused at once', async () => {
  const account = await pds.makeAccount()
  await assert.rejects(publisher.connect(account.handle, 'aaaa-bbbb-cccc-dddd'), /password is wrong/)
})

const facetSchema = z.object({
  index: z.object({ byteStart: z.number(), byteEnd: z.number() }),
  features: z.tuple([z.looseObject({ $type: z.string() })]),
})
const facetsOf = (value: unknown) => z.array(facetSchema).parse(value)

test('links, mentions, hashtags, cashtags and emoji arrive byte for byte as Bluesky’s own client would send them', async () => {
  const friend = await pds.makeAccount()
  const { publish } = await newMember()
  const parts = [
    `${nowhere}/page`,
    'example.com/a_(b)',
    `@${friend.handle}`,
    '#żółć',
    'https://example.org/?q=ä&r=👍',
    '#日本語',
    '#2026Plans',
    '$abc',
  ]
  const [link, site, mention, ...rest] = parts
  const text = `👩‍👩‍👧‍👦 Zażółć (${link}), then ${site} 🇵🇱 by ${mention}!\n\n${rest.join(' e\u0301 ')} …👋🏽`
  const { result, posts } = await publish({ text, options: { languages: ['pl', 'en-GB'] } })
  assertPublished(result, posts)
  const [post] = posts
  assert.equal(post?.value.text, text)
  assert.deepEqual(post.value.langs, ['pl', 'en-GB'])
  const facets = facetsOf(post.value.facets)
  const bytes = Buffer.from(text)
  assert.deepEqual(
    facets.map(({ index }) => bytes.subarray(index.byteStart, index.byteEnd).toString()),
    parts,
  )
  assert.deepEqual(facets.find(({ features: [one] }) => one.$type.endsWith('#mention'))?.features, [
    { $type: 'app.bsky.richtext.facet#mention', did: friend.did },
  ])
  assert.deepEqual(facets, facetsOf(await pds.facets(text)))
  // The page can't be read, so its card has only the URL.
  assert.deepEqual(post.value.embed, {
    $type: 'app.bsky.embed.external',
    external: { uri: link, title: new URL(nowhere).hostname, description: '' },
  })
})

test('an unknown handle stays text', async () => {
  const { publish } = await newMember()
  const { result, posts } = await publish({ text: 'Hello @nobody-is-called-so.test and #you' })
  assertPublished(result, posts)
  assert.deepEqual(
    facetsOf(posts[0]?.value.facets).map(({ features: [one] }) => one.$type),
    ['app.bsky.richtext.facet#tag'],
  )
})

test('300 graphemes are accepted, whatever their size in bytes', async () => {
  const { publish } = await newMember()
  const text = 'e\u0301'.repeat(250) + '👨‍👩‍👧'.repeat(50)
  const { result, posts } = await publish({ text })
  assertPublished(result, posts)
  assert.deepEqual(textsOf(posts), [text])
})

const embedSchema = z.object({
  $type: z.literal('app.bsky.embed.images'),
  images: z.array(
    z.object({
      alt: z.string(),
      aspectRatio: z.object({ width: z.number(), height: z.number() }),
      image: z.object({
        $type: z.literal('blob'),
        ref: z.object({ $link: z.string() }),
        mimeType: z.string(),
        size: z.number(),
      }),
    }),
  ),
})

test('images arrive without camera metadata, otherwise unchanged, with alt texts and aspect ratios', async () => {
  const { account, publish } = await newMember()
  const images = [
    { altText: 'Ein “Bild” 🖼️\nin zwei Zeilen', type: 'image/jpeg', bytes: await picture().jpeg().toBuffer() },
    {
      type: 'image/jpeg',
      bytes: await picture()
        .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer(),
      shown: { width: 30, height: 40 },
    },
    {
      altText: 'PNG',
      type: 'image/png',
      bytes: await noise(640, 480).png().toBuffer(),
      shown: { width: 640, height: 480 },
    },
    { altText: 'WebP', type: 'image/webp', bytes: await picture(4, 100).webp().toBuffer() },
  ]
  const { result, posts } = await publish({ text: 'Four pictures', media: images })
  assertPublished(result, posts)
  const embed = embedSchema.parse(posts[0]?.value.embed)
  const got = await Promise.all(
    embed.images.map(async ({ alt, aspectRatio, image }) => {
      const { type, bytes } = await pds.blob(account.did, image.ref.$link)
      assert.equal(image.size, bytes.length)
      return { alt, aspectRatio, types: [image.mimeType, type], bytes }
    }),
  )
  const expected = images.map(({ altText = '', type, bytes, shown = { width: 40, height: 30 } }) => {
    return { alt: altText, aspectRatio: shown, types: [type, type], bytes: stripJpeg(bytes) }
  })
  assert.deepEqual(got, expected)
  assert.ok(images.some(({ bytes }) => bytes.includes('Camera')) && !got.some(({ bytes }) => bytes.includes('Camera')))
})

test('follow-up comments are a thread: each replies to the one before it', async () => {
  const friend = await pds.makeAccount()
  const { publish } = await newMember()
  const comments = ['First', `Second, for @${friend.handle}`, 'Third #🧵']
  const { result, posts } = await publish({ text: 'The post', comments })
  assertPublished(result, posts)
  assert.deepEqual(textsOf(posts), ['The post', ...comments])
  const [root, ...replies] = posts.map(({ uri, cid }) => ({ uri, cid }))
  const parents = [root, ...replies.slice(0, -1)]
  assert.deepEqual(
    posts.map(({ value }) => value.reply),
    [undefined, ...parents.map((parent) => ({ root, parent }))],
  )
})

test('an expired session is renewed during publishing, and nothing is sent twice', async () => {
  const { as, publish } = await newMember()
  const old = as.credentials
  const before = pds.count(refresh, 200)
  await pds.endSessions()
  const media = [{ bytes: await picture().png().toBuffer() }]
  const { result, posts } = await publish({ text: 'Later', media, comments: ['Still later'] })
  assertPublished(result, posts)
  assert.equal(pds.count(upload, 400), 1)
  assert.equal(pds.count(refresh, 200), before + 1)
  assert.notEqual(as.credentials.refreshToken, old.refreshToken)
})

test('a renewal whose response was lost is repeated', async () => {
  const { as, publish } = await newMember()
  const before = pds.count(refresh, 200)
  await pds.endSessions()
  pds.loseAnswer(refresh)
  const { result, posts } = await publish({ text: 'Once' })
  assertPublished(result, posts)
  assert.equal(pds.count(refresh, 200), before + 2)
  await pds.endSessions()
  assert.equal((await publisher.publish(as, { text: 'Twice' })).status, 'completed')
})

test('a revoked app password needs a person, and publishes nothing', async () => {
  const { account, publish } = await newMember()
  await pds.revoke(account)
  await pds.endSessions()
  const { result, posts } = await publish({ text: 'Never' })
  assert.deepEqual([result, posts], [{ status: 'failed', error: 'reconnect_required' }, []])
})

test('a post and replies whose responses were lost are found, and each exists once', async () => {
  const { publish } = await newMember()
  const media = [{ bytes: await picture().png().toBuffer() }]
  const before = { put: pds.count(put, 200), upload: pds.count(upload, 200) }
  pds.loseAnswer(upload)
  for (const _ of ['post', 'first reply', 'second reply']) pds.loseAnswer(put)
  const { result, posts } = await publish({ text: 'One', media, comments: ['Two', 'Three'] })
  assertPublished(result, posts)
  assert.deepEqual(textsOf(posts), ['One', 'Two', 'Three'])
  assert.deepEqual(
    { put: pds.count(put, 200), upload: pds.count(upload, 200) },
    { put: before.put + 3, upload: before.upload + 2 },
  )
})

test('a post and replies that are sent again make no second post', async () => {
  const { publish } = await newMember()
  const before = pds.count(put, 200)
  const { result, posts } = await publish({ text: 'One', comments: ['Two', 'Three'] }, { twice: true })
  assertPublished(result, posts)
  assert.deepEqual(textsOf(posts), ['One', 'Two', 'Three'])
  assert.equal(pds.count(put, 200), before + 6)
})

test('a reply that is sent again, or whose response was lost, exists once', async () => {
  const friend = await newMember()
  const { account, as, publish } = await newMember()
  const { posts } = await publish({ text: 'Ask me anything' })
  const [root] = posts.map(({ uri, cid }) => ({ uri, cid }))
  assert.ok(root)
  const record = { $type: 'app.bsky.feed.post', text: 'Why?', createdAt, reply: { root, parent: root } }
  const comment = await write(friend, record)
  const author = { did: friend.account.did, handle: friend.account.handle }
  // No AppView shows this server's posts, so its result is scripted.
  const shown = { posts: [{ ...comment, author, record, indexedAt: createdAt }] }
  const { context } = await scripted(() => ({ 'GET /appview/xrpc/app.bsky.feed.getPosts': { body: shown } }))
  const here = context({ credentials: as.credentials, account: as.identity })
  const post = { id: root.uri, url: null, postType: 'post', result: root }
  const asked = { post, commentId: comment.uri, message: 'Because: example.com', since: Date.now(), others: [] }

  const { reply } = bluesky.live
  assert.equal((await reply.find(asked, here)).type, 'absent')
  pds.loseAnswer(put)
  await assert.rejects(reply.send(asked, here))
  const found = await reply.find(asked, here)
  const again = await reply.send(asked, here)
  assert.ok(found.type === 'found' && again.type === 'done')
  assert.deepEqual(found.published, again.published)
  const [, one, ...more] = await pds.posts(account.did)
  assert.deepEqual(
    [one?.uri, one?.value.text, one?.value.reply, more],
    [again.published?.id, asked.message, { root, parent: comment }, []],
  )
})

const createdAt = '2026-11-21T10:00:00.000Z'
const written = z.object({ uri: z.string(), cid: z.string() })

async function write({ account, as }: Member, record: object): Promise<z.output<typeof written>> {
  const response = await fetch(`${pds.url}/xrpc/com.atproto.repo.createRecord`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as.credentials.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ repo: account.did, collection: 'app.bsky.feed.post', record }),
  })
  return written.parse(await response.json())
}
