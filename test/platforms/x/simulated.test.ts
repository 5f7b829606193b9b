import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Content } from '../../../src/domain/content.ts'
import type { Json } from '../../../src/domain/outcome.ts'
import { createHttpClient } from '../../../src/outbound/http-client.ts'
import type { Action, Identity, LoginContext, StepContext } from '../../../src/platforms/live.ts'
import { authorizeUrl, exchangeCode, newVerifier } from '../../../src/platforms/oauth.ts'
import { simulatedApp } from '../../../src/platforms/simulated-app.ts'
import { x } from '../../../src/platforms/x/index.ts'
import { createSandbox } from '../../../src/sandbox/server.ts'
import { systemClock } from '../../../src/system/clock.ts'
import { createLog } from '../../../src/system/log.ts'
import { content, media } from '../../harness/content.ts'
import { loggedExchanges } from '../../harness/openapi-check.ts'
import { xFaults } from '../specs/x/check.ts'

const log = createLog({ level: 'silent', pretty: false })
const client = createHttpClient({ exceptions: ['127.0.0.0/8'] })
const options = { file: null, port: 0, scale: 100, growth: false, clock: systemClock, log }
const sandbox = await createSandbox({ ...options, platforms: [{ name: 'x', simulator: await x.live.simulator() }] })
after(() => sandbox.stop())

const asked = async (path: string, body?: Json) => {
  const response = await fetch(`${sandbox.address}/__sandbox/x/${path}`, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  return response.json()
}

const hosts = { api: `${sandbox.address}/x/api`, web: `${sandbox.address}/x/web` }
const redirectUri = 'http://127.0.0.1:4000/oauth/callback'
const redirect = z.object({ redirect: z.url() })

async function signIn(name: string, names = 'tweet'): Promise<LoginContext> {
  const context = {
    http: client,
    hosts,
    settings: { field_names: names, chunk_bytes: '65536' },
    app: simulatedApp,
    clock: systemClock,
    log,
  }
  const { connect } = x.live
  const verifier = await newVerifier()
  const url = await authorizeUrl(connect, context, { redirectUri, state: 'some state', verifier })
  const back = new URL(redirect.parse(await asked('login', { account: name, authorize_url: url })).redirect)
  assert.equal(back.searchParams.get('state'), 'some state')
  const code = back.searchParams.get('code') ?? ''
  const login = await exchangeCode(connect, context, { code, redirectUri, verifier })
  assert.ok(login.type === 'in', JSON.stringify(login))
  return { ...context, credentials: login.credentials }
}

const whoIs = async (context: LoginContext): Promise<Identity> => {
  const [identity] = await x.live.discover(context)
  return identity ?? assert.fail('nobody')
}

const actions: Readonly<Record<string, Action>> = x.live.actions

/** Performs a plan as a worker does, and asks of every post whether it is there. */
async function publish(context: LoginContext, account: Identity, wanted: Content, files: Record<string, Buffer> = {}) {
  const steps = x.live.plan(wanted, account, { now: Date.now(), fraction: () => 0.5 })
  const results = new Map<string, Json>()
  const ids: (string | undefined)[] = []
  for (const { name, action, input } of steps) {
    const { perform, doubt } = actions[action] ?? assert.fail(action)
    let saved: Json = null
    const step = (): StepContext => ({
      ...context,
      account,
      read: async function* ({ file }, { start, end } = { start: 0 }) {
        yield files[file]?.subarray(start, end) ?? assert.fail(file)
      },
      readImage: async ({ file }) => files[file] ?? assert.fail(file),
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
    if (!doubt) continue
    const presence = await doubt.reconcile(input, step())
    assert.ok(presence.type === 'found', `${name}: ${JSON.stringify(presence)}`)
    assert.deepEqual(presence.published, outcome.published)
    ids.push(outcome.published?.id)
  }
  return { ids, results }
}

const ledger = z.object({
  posts: z.array(
    z.object({ id: z.string(), text: z.string(), media_count: z.number(), reply_to: z.string().nullable() }),
  ),
})
const visible = async (ids: readonly (string | undefined)[]) =>
  ledger.parse(await asked('posts')).posts.filter(({ id }) => ids.includes(id))

const beginning = (hex: string, size: number): Buffer => Buffer.concat([Buffer.from(hex, 'hex')], size)
const files = {
  'a.png': beginning('89504e470d0a1a0a', 200_000),
  'a.gif': beginning('474946383961', 70_000),
  'a.mp4': beginning('00000018667479706d703432', 300_000),
}
const png = (altText: string) => media({ size: 200_000 }, altText)
const gif = { ...media({ contentType: 'image/gif', size: 70_000 }, 'a cat'), file: 'a.gif' }
const video = (seconds: number) => ({ ...media({ contentType: 'video/mp4', size: 300_000, seconds }), file: 'a.mp4' })

describe('the simulated X shows what was published, and the adapter finds it there', () => {
  const cases: readonly (readonly [what: string, wanted: Partial<Content>, mediaCount: number])[] = [
    ['text', { text: 'Good morning' }, 0],
    ['signs and links', { text: 'a < b & c, see https://example.com/?a=1&b=2 and example.org/x.' }, 0],
    ['images', { text: 'Two images', media: [png('a cat'), png('a dog')] }, 2],
    ['an image alone', { text: '', media: [png('')] }, 1],
    ['a GIF', { text: 'A GIF', media: [gif] }, 1],
    ['a video', { text: 'A video', media: [video(30)] }, 1],
    ['a thread', { text: 'First', comments: ['Second @somebody & more', 'Third https://example.com'] }, 0],
  ]
  for (const names of ['tweet', 'post'])
    for (const [what, wanted, mediaCount] of cases)
      test(`${what}, asked by ${names}.fields`, async () => {
        const context = await signIn(`somebody ${names}`, names)
        const { ids } = await publish(context, await whoIs(context), content(wanted), files)
        const [post, ...comments] = await visible(ids)
        assert.equal(post?.text, wanted.text)
        assert.equal(post?.media_count, mediaCount)
        assert.equal(post?.reply_to, null)
        assert.deepEqual(
          comments.map(({ text }) => text),
          wanted.comments ?? [],
        )
        assert.deepEqual(
          comments.map(({ reply_to }) => reply_to),
          ids.slice(0, -1),
        )
      })
})

test('a Premium account is eligible and takes a long video', async () => {
  const context = await signIn('somebody premium')
  const account = await whoIs(context)
  assert.equal(account.eligible, true)
  assert.deepEqual(account.missingPermissions, [])
  const { ids } = await publish(context, account, content({ text: 'Long', media: [video(600)] }), files)
  assert.equal((await visible(ids)).length, 1)
})

test('a login is renewed once, and ended', async () => {
  const context = await signIn('somebody else')
  const renewal = await x.live.refresh(context)
  assert.ok(renewal.type === 'renewed')
  const renewed = { ...context, credentials: renewal.credentials }
  assert.equal((await whoIs(renewed)).username, (await whoIs(renewed)).username)
  await x.live.revoke(renewed)
  assert.equal((await x.live.refresh(renewed)).type, 'refused')
  const account = { remoteId: '1', username: 'a', eligible: false }
  const { perform } = x.live.actions.post
  const step = {
    ...renewed,
    account,
    read: () => assert.fail(),
    readImage: () => assert.fail(),
    jpegOf: () => assert.fail(),
    hostImage: () => assert.fail(),
    result: () => assert.fail(),
    saved: null,
    save: async () => {},
  }
  const outcome = await perform({ text: 'a', uploads: [], plannedAt: 0 }, step)
  assert.equal(outcome.type, 'expired')
})

describe('the words of the simulated X are understood', () => {
  const cases = [
    ['rate_limit', 'retry rate_limited'],
    ['server_error', 'unknown'],
    ['token_expired', 'expired'],
    ['permission_missing', 'rejected permission_missing'],
    ['duplicate', 'rejected duplicate_content'],
    ['media_rejected', 'rejected media_rejected'],
    ['daily_quota', 'quota_exhausted'],
  ] as const
  for (const [kind, expected] of cases)
    test(kind, async () => {
      const context = await signIn(`refused ${kind}`)
      const account = await whoIs(context)
      await asked('faults', { operation: 'create', kind, times: 1 })
      const step = {
        ...context,
        account,
        read: () => assert.fail(),
        readImage: () => assert.fail(),
        jpegOf: () => assert.fail(),
        hostImage: () => assert.fail(),
        result: () => assert.fail(),
        saved: null,
        save: async () => {},
      }
      const outcome = await x.live.actions.post.perform({ text: kind, uploads: [], plannedAt: Date.now() }, step)
      assert.match('error' in outcome ? `${outcome.type} ${outcome.error}` : outcome.type, new RegExp(expected))
    })
})

test('every request that was made is valid by X’s own OpenAPI files', async () => {
  const made = loggedExchanges(await asked('requests?bodies=1'), '/x/api').filter(
    ({ path }) => !path.includes('/oauth2/'),
  )
  const faults = made.flatMap((one) => xFaults(one).request.map((fault) => `${one.method} ${one.path}: ${fault}`))
  assert.deepEqual(faults, [])
  assert.ok(new Set(made.map(({ method, path }) => `${method} ${path.replace(/\d{5,}/, '')}`)).size >= 8)
})
