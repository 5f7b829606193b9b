import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Content } from '../../../src/domain/content.ts'
import type { Json } from '../../../src/domain/outcome.ts'
import { createHttpClient } from '../../../src/outbound/http-client.ts'
import type { Action } from '../../../src/platforms/shared/action.ts'
import type { Identity } from '../../../src/platforms/shared/connect.ts'
import type { LoginContext, StepContext } from '../../../src/platforms/shared/context.ts'
import { authorizeUrl, exchangeCode } from '../../../src/platforms/shared/oauth.ts'
import type { PublishedPost } from '../../../src/platforms/shared/reads.ts'
import { threads } from '../../../src/platforms/threads/index.ts'
import { simulator } from '../../../src/sandbox/platforms/threads/index.ts'
import { createSandbox } from '../../../src/sandbox/server/server.ts'
import { simulatedApp } from '../../../src/sandbox/shared/app.ts'
import { systemClock } from '../../../src/system/clock.ts'
import { createLog } from '../../../src/system/log.ts'
import { content, media } from '../../harness/content.ts'
import { loggedExchanges } from '../../harness/openapi-check.ts'
import { threadsFaults } from './spec/check.ts'

const log = createLog({ level: 'silent', pretty: false })
const client = createHttpClient({ exceptions: ['127.0.0.0/8'] })

/** The files of a media host, by the end of their names. */
const beginnings: Readonly<Record<string, string>> = {
  png: '89504e470d0a1a0a',
  jpg: 'ffd8ffe0',
  webp: '52494646aaaaaaaa57454250',
  mp4: '00000018667479706d703432',
}
const sandbox = await createSandbox({
  platforms: [{ name: 'threads', load: async () => simulator }],
  file: null,
  port: 0,
  scale: 100,
  growth: false,
  clock: systemClock,
  log,
  fetch: async (url) => {
    const bytes = Buffer.from(beginnings[url.split('.').at(-1) ?? ''] ?? '', 'hex')
    return bytes.length === 0 ? null : { status: 200, contentType: null, size: bytes.length, bytes }
  },
})
after(() => sandbox.stop())

const asked = async (path: string, body?: Json) => {
  const response = await fetch(`${sandbox.address}/__sandbox/threads/${path}`, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  return response.json()
}

const hosts = Object.fromEntries(
  Object.keys(threads.live.hosts).map((name) => [name, `${sandbox.address}/threads/${name}`]),
)
const redirectUri = 'https://polypost.test/oauth/callback'
const redirect = z.object({ redirect: z.url() })
const { connect } = threads.live

async function signIn(name: string, scopes?: readonly string[]): Promise<LoginContext> {
  const context = { http: client, hosts, settings: { version: 'v1.0' }, app: simulatedApp, clock: systemClock, log }
  const wanted = scopes ? { ...connect, scopes: scopes.map((one) => ({ name: one, needed: true as const })) } : connect
  const url = await authorizeUrl(wanted, context, { redirectUri, state: 'some state', verifier: '' })
  const back = new URL(redirect.parse(await asked('login', { account: name, authorize_url: url })).redirect)
  assert.equal(back.searchParams.get('state'), 'some state')
  const given = { code: `${back.searchParams.get('code')}#_`, redirectUri, verifier: '' }
  const login = await exchangeCode(connect, context, given)
  assert.ok(login.type === 'in', JSON.stringify(login))
  return { ...context, credentials: login.credentials }
}

const whoIs = async (context: LoginContext): Promise<Identity> => {
  const [identity] = await threads.live.discover(context)
  return identity ?? assert.fail('nobody')
}

const actions: Readonly<Record<string, Action>> = threads.live.actions

/** Performs a plan as a worker does, and checks for every post whether it exists. */
async function publish(context: LoginContext, account: Identity, wanted: Content) {
  const results = new Map<string, Json>()
  const posts: PublishedPost[] = []
  for (const { name, action, input } of threads.live.plan(wanted)) {
    const { perform, doubt } = actions[action] ?? assert.fail(action)
    let saved: Json = null
    const step = (): StepContext => ({
      ...context,
      account,
      read: () => assert.fail(),
      readImage: () => assert.fail(),
      jpegOf: async () => Buffer.from(''),
      hostImage: async () => 'https://media.example/made.jpg',
      result: (earlier, schema) => schema.parse(results.get(earlier) ?? null),
      saved,
      save: async (state) => {
        saved = state
      },
    })
    assert.ok(!doubt || (await doubt.reconcile(input, step())).type === 'absent', `${name} is there before it is made`)
    let outcome = await perform(input, step())
    while (outcome.type === 'wait') {
      await sleep(20)
      outcome = await perform(input, step())
    }
    assert.ok(outcome.type === 'done', `${name}: ${JSON.stringify(outcome)}`)
    results.set(name, outcome.result)
    if (!doubt || !outcome.published) continue
    const presence = await doubt.reconcile(input, step())
    assert.ok(presence.type === 'found', `${name}: ${JSON.stringify(presence)}`)
    assert.deepEqual(presence.published, outcome.published)
    const again = await perform(input, step())
    assert.equal(again.type, 'unknown', 'what is published is not published again')
    posts.push({ ...outcome.published, postType: wanted.postType, result: outcome.result })
  }
  return posts
}

const ledger = z.object({
  posts: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      media_count: z.number(),
      reply_to: z.string().nullable(),
      url: z.string(),
    }),
  ),
})
const visible = async (posts: readonly PublishedPost[]) =>
  ledger.parse(await asked('posts')).posts.filter(({ id }) => posts.some((one) => one.id === id))

const file = (name: string, contentType: 'image/png' | 'image/webp' | 'video/mp4', altText: string | null = null) => ({
  ...media({ contentType }, altText),
  url: `https://media.example/${name}`,
})
const png = file('a.png', 'image/png', 'a cat')
const webp = file('a.webp', 'image/webp')
const mp4 = file('a.mp4', 'video/mp4')

describe('the simulated Threads shows what was published once, and the adapter finds it there', () => {
  const cases: readonly (readonly [what: string, account: string, wanted: Partial<Content>, mediaCount: number])[] = [
    ['text', 'ada', { text: 'Good morning' }, 0],
    ['signs and links', 'ada', { text: 'a < b & c, see https://example.com/?a=1&b=2 🎉' }, 0],
    ['an image', 'ada', { text: 'An image', media: [png] }, 1],
    ['an image alone', 'ada', { text: '', media: [png] }, 1],
    ['a WebP image', 'ada', { text: 'Another', media: [webp] }, 1],
    ['a video', 'ada', { text: 'A video', media: [mp4] }, 1],
    ['a carousel', 'ada', { text: 'Three', media: [png, mp4, webp] }, 3],
    ['a thread', 'ada', { text: 'First', comments: ['Second @somebody & more', 'Third https://example.com'] }, 0],
    ['what is not found at first', 'ada misses', { text: 'Slowly', comments: ['Indeed'] }, 0],
    ['what is lost at first', 'ada loses', { text: 'Once more', media: [png, mp4] }, 2],
  ]
  for (const [what, name, wanted, mediaCount] of cases)
    test(what, async () => {
      const context = await signIn(name)
      const published = await publish(context, await whoIs(context), content(wanted))
      const [post, ...comments] = await visible(published)
      assert.equal(post?.text, wanted.text)
      assert.equal(post?.media_count, mediaCount)
      assert.equal(post?.url, published[0]?.url)
      assert.deepEqual(
        comments.map(({ text }) => text),
        wanted.comments ?? [],
      )
      assert.deepEqual(
        comments.map(({ reply_to }) => reply_to),
        published.slice(0, -1).map(({ id }) => id),
      )
    })
})

describe('a login', () => {
  test('lasts 60 days, is renewed from the eighth on, and identifies its account, whatever ID came with it', async () => {
    const context = await signIn('lasting')
    const { accessToken, refreshToken, expiresAt, renewFrom } = context.credentials
    assert.equal(refreshToken, null)
    const days = (time = 0) => Math.round((time - Date.now()) / 86_400_000)
    assert.deepEqual([days(expiresAt ?? 0), days(renewFrom)], [60, 7])
    const identity = await whoIs(context)
    assert.deepEqual(identity, {
      kind: 'account',
      remoteId: identity.remoteId,
      username: 'lasting',
      displayName: 'lasting',
      avatarUrl: null,
      profileUrl: `${hosts.web}/@lasting`,
      accountType: null,
      eligible: false,
      missingPermissions: [],
      credentials: context.credentials,
    })
    assert.match(identity.remoteId, /^\d{17}$/)
    assert.equal((await threads.live.refresh(context)).type, 'refused', 'a token of today is not renewed')
    const old = await signIn('aging')
    const renewal = await threads.live.refresh(old)
    assert.ok(renewal.type === 'renewed' && renewal.credentials.accessToken !== accessToken)
    assert.equal((await whoIs({ ...old, credentials: renewal.credentials })).username, 'aging')
  })

  test('names missing permissions', async () => {
    const context = await signIn('half', ['threads_basic', 'threads_content_publish'])
    assert.deepEqual((await whoIs(context)).missingPermissions, [
      'threads_read_replies',
      'threads_manage_replies',
      'threads_manage_insights',
    ])
  })
})

describe('a published post is read', () => {
  const plant = (id: string, author: string, message: string) => asked(`posts/${id}/comments`, { author, message })

  test('its replies, nested ones too, newest first, page by page', async () => {
    const context = await signIn('answered')
    const account = await whoIs(context)
    const [post, own] = await publish(context, account, content({ text: 'Ask me', comments: ['I begin'] }))
    assert.ok(post && own)
    const { id: first } = z.object({ id: z.string() }).parse(await plant(post.id, 'ben', 'Me too'))
    await plant(first, 'cleo', 'And me')
    const read = async (limit: number, cursor: string | null) => {
      const page = await threads.live.readComments({ post, limit, cursor }, { ...context, account })
      return page.type === 'read' ? page.value : assert.fail(page.message)
    }
    const all = await read(10, null)
    assert.deepEqual(
      all.comments.map(({ message, parentId, author, isOwn, canReply }) => [
        message,
        parentId,
        author.username,
        isOwn,
        canReply,
      ]),
      [
        ['And me', first, 'cleo', false, true],
        ['Me too', null, 'ben', false, true],
        ['I begin', null, 'answered', true, false],
      ],
    )
    const { comments: some, next } = await read(2, null)
    assert.equal(some.length, 2)
    const rest = await read(2, next)
    assert.deepEqual(
      rest.comments.map(({ message }) => message),
      ['I begin'],
    )
    assert.deepEqual(await read(2, rest.next), { comments: [], next: null })
  })

  test('for a post with only a known URL', async () => {
    const context = await signIn('known by its address')
    const account = await whoIs(context)
    const [post] = await publish(context, account, content({ text: 'Found by a person' }))
    assert.ok(post)
    await plant(post.id, 'ben', 'Here')
    const named = { ...post, id: post.url?.split('/').at(-1) ?? '', result: null }
    const page = await threads.live.readComments({ post: named, limit: 5, cursor: null }, { ...context, account })
    assert.ok(page.type === 'read' && page.value.comments.length === 1)
    const unknown = { ...named, id: 'Dnothing' }
    const none = await threads.live.readComments({ post: unknown, limit: 5, cursor: null }, { ...context, account })
    assert.equal(none.type, 'rejected')
  })

  test('and answered once, and the reply is found', async () => {
    const context = await signIn('polite')
    const account = await whoIs(context)
    const [post] = await publish(context, account, content({ text: 'Questions?' }))
    assert.ok(post)
    const { id: commentId } = z.object({ id: z.string() }).parse(await plant(post.id, 'ben', 'How?'))
    const reply = { post, commentId, message: 'Like this.', since: Date.now(), others: [] }
    const { send, find } = threads.live.reply
    assert.equal((await find(reply, { ...context, account })).type, 'absent')
    const sent = await send(reply, { ...context, account })
    const found = await find(reply, { ...context, account })
    assert.ok(sent.type === 'done' && found.type === 'found')
    assert.deepEqual(found.published, sent.published)
    const [shown] = await visible([{ ...post, id: sent.published?.id ?? '' }])
    assert.deepEqual([shown?.text, shown?.reply_to], ['Like this.', commentId])
  })

  test('its numbers, and those of its author; deleted posts are left out', async () => {
    const context = await signIn('counted')
    const account = await whoIs(context)
    const [post] = await publish(context, account, content({ text: 'Numbers' }))
    assert.ok(post)
    await asked(`posts/${post.id}/metrics`, { views: 12, likes: 3, replies: 0, reposts: 2, quotes: 1, shares: 4 })
    const gone = { ...post, id: '10000000000000099' }
    const read = await threads.live.readMetrics.read([post, gone], { ...context, account })
    assert.ok(read.type === 'read')
    assert.deepEqual(
      [...read.value],
      [
        [
          post.id,
          {
            views: 12,
            impressions: null,
            reach: null,
            likes: 3,
            comments: 0,
            shares: 7,
            saves: null,
            clicks: null,
            engagement: 10,
          },
        ],
      ],
    )
    assert.deepEqual(await threads.live.readAudience({ ...context, account }), {
      type: 'read',
      value: { followers: 0 },
    })
  })

  test('by a login without permission, is refused with that reason', async () => {
    const context = await signIn('blind', ['threads_basic', 'threads_content_publish'])
    const account = await whoIs(context)
    const [post] = await publish(context, account, content({ text: 'Unseen' }))
    assert.ok(post)
    const read = await threads.live.readMetrics.read([post], { ...context, account })
    assert.ok(read.type === 'rejected' && read.error === 'permission_missing')
  })
})

test('every request, and every response, matches Meta’s own Postman collection', async () => {
  const made = loggedExchanges(await asked('requests?bodies=1'), '/threads/graph')
  const faults = made.flatMap((one) => {
    const { request, answer } = threadsFaults(one)
    return [...request, ...answer].map((fault) => `${one.method} ${one.path}: ${fault}`)
  })
  assert.deepEqual([...new Set(faults)], [])
  assert.ok(new Set(made.map(({ method, path }) => `${method} ${path.replace(/\d{5,}/, '')}`)).size >= 12)
})
