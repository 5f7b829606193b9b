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
import { authorizeUrl, exchangeCode, newVerifier } from '../../../src/platforms/shared/oauth.ts'
import type { PublishedPost } from '../../../src/platforms/shared/reads.ts'
import { youtube } from '../../../src/platforms/youtube/index.ts'
import { simulator } from '../../../src/sandbox/platforms/youtube/index.ts'
import { createSandbox } from '../../../src/sandbox/server/server.ts'
import { simulatedApp } from '../../../src/sandbox/shared/app.ts'
import { systemClock } from '../../../src/system/clock.ts'
import { createLog } from '../../../src/system/log.ts'
import { content, media } from '../../harness/content.ts'
import { loggedExchanges } from '../../harness/openapi-check.ts'
import { piece } from './scripted.ts'
import { youtubeFaults } from './spec/check.ts'

const { live } = youtube
const log = createLog({ level: 'silent', pretty: false })
const client = createHttpClient({ exceptions: ['127.0.0.0/8'] })
const sandbox = await createSandbox({
  platforms: [{ name: 'youtube', load: async () => simulator }],
  file: null,
  port: 0,
  scale: 100,
  growth: false,
  fetch: () => assert.fail('nothing is fetched'),
  clock: systemClock,
  log,
})
after(() => sandbox.stop())

const asked = async (path: string, body?: Json) => {
  const response = await fetch(`${sandbox.address}/__sandbox/youtube/${path}`, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  return response.json()
}

const hosts = Object.fromEntries(Object.keys(live.hosts).map((name) => [name, `${sandbox.address}/youtube/${name}`]))
const redirectUri = 'http://127.0.0.1:4000/oauth/callback'
const redirect = z.object({ redirect: z.url() })

async function signIn(name: string): Promise<LoginContext> {
  const context = {
    http: client,
    hosts,
    settings: {},
    app: simulatedApp,
    clock: systemClock,
    log,
  }
  const verifier = await newVerifier()
  const url = await authorizeUrl(live.connect, context, { redirectUri, state: 'some state', verifier })
  const back = new URL(redirect.parse(await asked('login', { account: name, authorize_url: url })).redirect)
  const code = back.searchParams.get('code') ?? ''
  const login = await exchangeCode(live.connect, context, { code, redirectUri, verifier })
  assert.ok(login.type === 'in', JSON.stringify(login))
  return { ...context, credentials: login.credentials }
}

async function whoIs(context: LoginContext): Promise<Identity> {
  const [identity] = await live.discover(context)
  return identity ?? assert.fail('nobody')
}

const actions: Readonly<Record<string, Action>> = live.actions

type Files = Readonly<Record<string, Buffer>>

/** Performs a plan as a worker does, and checks for every visible step whether it exists. */
async function publish(context: LoginContext, account: Identity, wanted: Content, files: Files) {
  const results = new Map<string, Json>()
  const published = new Map<string, string | undefined>()
  for (const { name, action, input } of live.plan(wanted, account, { now: Date.now(), fraction: () => 0.5 })) {
    const { perform, doubt } = actions[action] ?? assert.fail(action)
    let saved: Json = null
    const step = (): StepContext => ({
      ...context,
      account,
      read: async function* ({ file }, { start, end } = { start: 0 }) {
        yield files[file]?.subarray(start, end) ?? assert.fail(file)
      },
      readImage: () => assert.fail(),
      jpegOf: () => assert.fail(),
      hostImage: () => assert.fail(),
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
    const again = await doubt?.reconcile(input, step())
    if (again?.type === 'found') assert.deepEqual(again.published, outcome.published, name)
    published.set(name, outcome.published?.id)
  }
  return { published, results }
}

const ledger = z.object({
  posts: z.array(
    z.object({ id: z.string(), account_id: z.string(), text: z.string(), reply_to: z.string().nullable() }),
  ),
})
const visibleOf = async ({ remoteId }: Identity) =>
  ledger.parse(await asked('posts')).posts.filter(({ account_id }) => account_id === remoteId)

const beginning = (hex: string, size: number): Buffer => Buffer.concat([Buffer.from(hex, 'hex')], size)
const sizes = { 'a.mp4': 2 * piece + 10, 'small.mp4': 100, 'a.png': 200 }
const files = {
  'a.mp4': beginning('00000018667479706d703432', sizes['a.mp4']),
  'small.mp4': beginning('00000018667479706d703432', sizes['small.mp4']),
  'a.png': beginning('89504e470d0a1a0a', sizes['a.png']),
}
const image = { ...media({ size: sizes['a.png'] }), file: 'a.png' }
const film = (file: 'a.mp4' | 'small.mp4', thumbnail: typeof image | null = null) => ({
  ...media({ contentType: 'video/mp4', size: sizes[file], seconds: 10 }),
  file,
  thumbnail,
})

const wantedPost = (id: string): PublishedPost => ({ id, url: null, postType: 'regular', result: null })

describe('the simulated YouTube shows what was published, and the adapter finds it there', () => {
  const favourites = ({ remoteId }: Identity) => `PL${remoteId.slice(2)}`
  const cases: readonly (readonly [what: string, wanted: Partial<Content>, inPlaylist: boolean])[] = [
    ['a video in pieces', { text: 'A film\nof some length', media: [film('a.mp4')] }, false],
    ['a video of one piece', { text: 'A film', media: [film('small.mp4')] }, false],
    ['a thumbnail', { media: [film('small.mp4', image)] }, false],
    ['a Short with a thumbnail', { postType: 'shorts', media: [film('small.mp4', image)] }, false],
    ['comments', { media: [film('small.mp4')], comments: ['One & all', 'Two\nlines'] }, false],
    ['everything', { text: 'All', media: [film('a.mp4', image)], comments: ['One'] }, true],
  ]
  for (const [what, wanted, inPlaylist] of cases)
    test(what, async () => {
      const context = await signIn(`somebody with ${what}`)
      const account = await whoIs(context)
      const options = {
        title: `With ${what}`,
        tags: ['a', 'b c'],
        ...(inPlaylist && { playlist_id: favourites(account) }),
      }
      const { published } = await publish(context, account, content({ postType: 'regular', ...wanted, options }), files)
      const [video, ...comments] = await visibleOf(account)
      assert.equal(published.get('post'), video?.id)
      assert.equal(video?.text, wanted.text ?? 'Good morning')
      assert.deepEqual(
        comments.map(({ text, reply_to }) => [text, reply_to]),
        (wanted.comments ?? []).map((text) => [text, video?.id]),
      )
    })
})

test('a playlist of another channel is refused before the upload', async () => {
  const context = await signIn('somebody without that playlist')
  const other = await whoIs(await signIn('somebody with a playlist'))
  const account = await whoIs(context)
  for (const playlist_id of ['PLnobodyhasthis', `PL${other.remoteId.slice(2)}`]) {
    const wanted = content({ media: [film('small.mp4')], options: { title: 'A', playlist_id } })
    await assert.rejects(publish(context, account, wanted, files), /content_rejected/)
  }
  assert.deepEqual(await visibleOf(account), [])
})

test('comments are read with their replies, and replied to', async () => {
  const context = await signIn('somebody who is answered')
  const account = await whoIs(context)
  const asAccount = { ...context, account }
  const { published } = await publish(
    context,
    account,
    content({ media: [film('small.mp4')], comments: ['Own'] }),
    files,
  )
  const id = published.get('post') ?? assert.fail()
  const planted = z.object({ id: z.string() })
  const theirs = planted.parse(await asked(`posts/${id}/comments`, { author: 'Eve', message: 'A <b>? & more' })).id
  const answer = planted.parse(
    await asked(`posts/${encodeURIComponent(theirs)}/comments`, { author: 'Bob', message: 'Yes' }),
  ).id

  const since = Date.now()
  const reply = { post: wantedPost(id), commentId: answer, message: 'Thanks, Bob', since, others: [] }
  assert.deepEqual(await live.reply.find(reply, asAccount), { type: 'absent' })
  const sent = await live.reply.send(reply, asAccount)
  assert.ok(sent.type === 'done', JSON.stringify(sent))
  assert.deepEqual(await live.reply.find(reply, asAccount), { ...sent, type: 'found' })

  const read = await live.readComments({ post: wantedPost(id), limit: 10, cursor: null }, asAccount)
  assert.ok(read.type === 'read')
  const shown = read.value.comments.map(({ message, parentId, isOwn, canReply, replyCount, author }) => ({
    message,
    parentId,
    isOwn,
    canReply,
    replyCount,
    author: author.username,
  }))
  const own = { author: account.username, isOwn: true, canReply: false }
  assert.deepEqual(
    shown.toSorted((one, other) => (one.message < other.message ? -1 : 1)),
    [
      { message: 'A <b>? & more', parentId: null, isOwn: false, canReply: true, replyCount: 2, author: 'eve' },
      { message: 'Own', parentId: null, ...own, replyCount: 0 },
      { message: 'Thanks, Bob', parentId: theirs, ...own, replyCount: null },
      { message: 'Yes', parentId: theirs, isOwn: false, canReply: true, replyCount: null, author: 'bob' },
    ],
  )

  const first = await live.readComments({ post: wantedPost(id), limit: 1, cursor: null }, asAccount)
  assert.ok(first.type === 'read' && first.value.next !== null)
  const second = await live.readComments({ post: wantedPost(id), limit: 1, cursor: first.value.next }, asAccount)
  assert.ok(second.type === 'read' && second.value.next === null)
  assert.deepEqual(
    second.value.comments.map(({ message }) => message),
    ['Own'],
  )
})

test('all replies to a comment are read, although YouTube returns only some with it', async () => {
  const context = await signIn('somebody with many answers')
  const account = await whoIs(context)
  const { published } = await publish(
    context,
    account,
    content({ media: [film('small.mp4')], comments: ['Ask me'] }),
    files,
  )
  const [id = '', thread = ''] = [published.get('post'), published.get('comment-1')]
  const answers = ['1', '2', '3', '4', '5', '6', '7']
  for (const message of answers) await asked(`posts/${encodeURIComponent(thread)}/comments`, { author: 'Eve', message })
  const read = await live.readComments({ post: wantedPost(id), limit: 10, cursor: null }, { ...context, account })
  assert.ok(read.type === 'read')
  assert.deepEqual(read.value.comments.map(({ message }) => message).toSorted(), [...answers, 'Ask me'])
})

test('metrics of many videos are read in one request; a hidden number is null, a deleted video is missing', async () => {
  const context = await signIn('somebody with numbers')
  const hidden = await signIn('hidden numbers')
  const account = await whoIs(context)
  const asAccount = { ...context, account }
  const { published } = await publish(context, account, content({ media: [film('small.mp4')] }), files)
  const id = published.get('post') ?? assert.fail()
  await asked(`posts/${id}/metrics`, { views: 1_200, likes: 0, comments: 3 })
  const read = await live.readMetrics.read([wantedPost(id), wantedPost('gone1234567')], asAccount)
  assert.ok(read.type === 'read')
  assert.deepEqual([...read.value.keys()], [id])
  const { views, likes, comments, engagement, shares } = read.value.get(id) ?? assert.fail()
  assert.deepEqual(
    { views, likes, comments, engagement, shares },
    { views: 1_200, likes: 0, comments: 3, engagement: 3, shares: null },
  )
  assert.deepEqual(await live.readAudience(asAccount), { type: 'read', value: { followers: 0 } })
  const other = { ...hidden, account: await whoIs(hidden) }
  assert.deepEqual(await live.readAudience(other), { type: 'read', value: { followers: null } })
  const forChildren = content({ media: [film('small.mp4')], options: { made_for_kids: true } })
  const theirs = await publish(hidden, other.account, forChildren, files)
  const ofHidden = wantedPost(theirs.published.get('post') ?? '')
  const shown = await live.readMetrics.read([ofHidden], other)
  assert.ok(shown.type === 'read')
  const nothing = { views: 0, likes: null, comments: null, engagement: null }
  assert.deepEqual(shown.value.get(ofHidden.id), { ...read.value.get(id), ...nothing })
})

describe('the channels of a login', () => {
  test('the one channel that the person chose', async () => {
    const { remoteId, ...identity } = await whoIs(await signIn('Ada'))
    assert.match(remoteId, /^UC[\w-]{22}$/)
    assert.deepEqual(identity, {
      kind: 'channel',
      username: 'ada',
      displayName: 'Ada',
      avatarUrl: `https://i.ytimg.com/vi/${remoteId}/hqdefault.jpg`,
      profileUrl: `${hosts.web}/channel/${remoteId}`,
      accountType: null,
      eligible: true,
      missingPermissions: [],
    })
    assert.equal((await whoIs(await signIn('unverified'))).eligible, false)
  })

  test('none, if the Google account has no channel', async () => {
    assert.deepEqual(await live.discover(await signIn('without channel')), [])
  })
})

test('a login is renewed repeatedly with the same refresh token, and revoked', async () => {
  const context = await signIn('somebody else')
  let { credentials } = context
  for (let time = 0; time < 2; time += 1) {
    const renewal = await live.refresh({ ...context, credentials })
    assert.ok(renewal.type === 'renewed')
    assert.equal(renewal.credentials.refreshToken, context.credentials.refreshToken)
    assert.notEqual(renewal.credentials.accessToken, credentials.accessToken)
    credentials = renewal.credentials
  }
  await live.revoke({ ...context, credentials })
  assert.equal((await live.refresh({ ...context, credentials })).type, 'refused')
})

describe('the errors of the simulated YouTube are understood', () => {
  const cases = [
    ['rate_limit', 'retry rate_limited'],
    ['server_error', 'unknown'],
    ['token_expired', 'expired'],
    ['permission_missing', 'reconnect permission_missing'],
    ['duplicate', 'rejected duplicate_content'],
    ['media_rejected', 'rejected media_rejected'],
    ['daily_quota', 'retry quota_exhausted'],
  ] as const
  for (const [kind, expected] of cases)
    test(kind, async () => {
      const context = await signIn(`refused ${kind}`)
      const account = await whoIs(context)
      const step: StepContext = {
        ...context,
        account,
        read: () => assert.fail(),
        readImage: () => assert.fail(),
        jpegOf: () => assert.fail(),
        hostImage: () => assert.fail(),
        result: (_, schema) => schema.parse({ id: 'abcdefghijk' }),
        saved: null,
        save: async () => {},
      }
      await asked('faults', { operation: 'comment', kind, times: 1 })
      const outcome = await live.actions.comment.perform({ text: kind, before: [], plannedAt: Date.now() }, step)
      assert.equal('error' in outcome ? `${outcome.type} ${outcome.error}` : outcome.type, expected)
      assert.ok('message' in outcome && !/[<>]/.test(outcome.message))
    })
})

test('every request that was made, and every answer, is valid by Google’s own discovery document', async () => {
  const made = loggedExchanges(await asked('requests?bodies=1'), '/youtube/api')
  const faults = made.flatMap((one) => {
    const { request, answer } = youtubeFaults(one)
    return [...request, ...answer].map((fault) => `${one.method} ${one.path} ${one.status}: ${fault}`)
  })
  assert.deepEqual([...new Set(faults)], [])
  assert.ok(new Set(made.map(({ method, path }) => `${method} ${path}`)).size >= 10)
})
