import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Content } from '../../../src/domain/content.ts'
import type { Json, Outcome } from '../../../src/domain/outcome.ts'
import { createHttpClient } from '../../../src/outbound/http-client.ts'
import { reddit } from '../../../src/platforms/reddit/index.ts'
import type { Action } from '../../../src/platforms/shared/action.ts'
import type { Identity } from '../../../src/platforms/shared/connect.ts'
import type { LoginContext, StepContext } from '../../../src/platforms/shared/context.ts'
import { authorizeUrl, exchangeCode, newVerifier } from '../../../src/platforms/shared/oauth.ts'
import { simulator } from '../../../src/sandbox/platforms/reddit/index.ts'
import { createSandbox } from '../../../src/sandbox/server/server.ts'
import { simulatedApp } from '../../../src/sandbox/shared/app.ts'
import { systemClock } from '../../../src/system/clock.ts'
import { createLog } from '../../../src/system/log.ts'
import { content, media } from '../../harness/content.ts'
import { gif, png } from '../../harness/small-media.ts'

const log = createLog({ level: 'silent', pretty: false })
const sandbox = await createSandbox({
  file: null,
  port: 0,
  scale: 100,
  growth: false,
  clock: systemClock,
  log,
  platforms: [{ name: 'reddit', load: async () => simulator }],
})
after(() => sandbox.stop())

const asked = async (path: string, body?: Json) => {
  const response = await fetch(`${sandbox.address}/__sandbox/reddit/${path}`, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  return response.json()
}

const hosts = { api: `${sandbox.address}/reddit/api`, web: `${sandbox.address}/reddit/web` }
const redirectUri = 'http://127.0.0.1:4000/oauth/callback'
const redirect = z.object({ redirect: z.url() })

async function signIn(name: string): Promise<LoginContext> {
  const http = createHttpClient({ exceptions: ['127.0.0.0/8'] })
  const context = { http, hosts, settings: { operator: 'ada_runs' }, app: simulatedApp, clock: systemClock, log }
  const { connect } = reddit.live
  const verifier = await newVerifier()
  const url = await authorizeUrl(connect, context, { redirectUri, state: 'some state', verifier })
  const back = new URL(redirect.parse(await asked('login', { account: name, authorize_url: url })).redirect)
  const code = back.searchParams.get('code') ?? ''
  const login = await exchangeCode(connect, context, { code, redirectUri, verifier })
  assert.ok(login.type === 'in', JSON.stringify(login))
  return { ...context, credentials: login.credentials }
}

const whoIs = async (context: LoginContext): Promise<Identity> => {
  const [identity] = await reddit.live.discover(context)
  return identity ?? assert.fail('nobody')
}

const files: Readonly<Record<string, Buffer>> = { 'a.png': png, 'a.gif': gif }
const actions: Readonly<Record<string, Action>> = reddit.live.actions

/** Performs a plan as a worker does, and checks for everything visible whether it exists, before and after. */
async function publish(context: LoginContext, account: Identity, wanted: Content) {
  const results = new Map<string, Json>()
  const step: StepContext = {
    ...context,
    account,
    read: () => assert.fail(),
    readImage: async ({ file }) => files[file] ?? assert.fail(file),
    jpegOf: () => assert.fail(),
    hostImage: () => assert.fail(),
    result: (earlier, schema) => schema.parse(results.get(earlier) ?? null),
    saved: null,
    save: async () => {},
  }

  async function made({ perform, doubt }: Action, input: Json, name: string): Promise<Outcome> {
    const outcome = await perform(input, step)
    const presence = await found(doubt, input)
    if (!presence || outcome.type === 'unknown') return presence ? { ...presence, type: 'done' } : outcome
    assert.deepEqual([name, { ...presence, type: 'done' }], [name, outcome])
    return outcome
  }

  /** An image becomes visible after a moment. */
  async function found(doubt: Action['doubt'], input: Json) {
    for (let tries = 0; doubt && tries < 50; tries += 1) {
      const presence = await doubt.reconcile(input, step)
      if (presence.type === 'found') return presence
      await sleep(20)
    }
    return null
  }

  const ids: (string | undefined)[] = []
  for (const { name, action, input } of reddit.live.plan(wanted, account, { now: Date.now(), fraction: () => 0.5 })) {
    const used = actions[action] ?? assert.fail(action)
    const before = await used.doubt?.reconcile(input, step)
    assert.ok(before === undefined || before.type === 'absent', `${name} is there before it is made`)
    const outcome = await made(used, input, name)
    assert.ok(outcome.type === 'done', `${name}: ${JSON.stringify(outcome)}`)
    results.set(name, outcome.result)
    if (used.doubt) ids.push(outcome.published?.id)
  }
  return ids
}

const ledger = z.object({
  posts: z.array(
    z.object({ id: z.string(), text: z.string(), media_count: z.number(), reply_to: z.string().nullable() }),
  ),
})

describe('the simulated Reddit shows what was published, and the adapter finds it there', () => {
  const signs = 'a < b & c > d “é” 👨‍👩‍👧 &amp;\n\n* one\n* two  \nend'
  const link = { url: 'https://example.com/?a=1&b=<2>#c' }
  const picture = media({ contentType: 'image/png', size: png.length })
  const moving = { ...media({ contentType: 'image/gif', size: gif.length }), file: 'a.gif' }
  const cases: readonly (readonly [what: string, wanted: Partial<Content>, text: string, mediaCount: number])[] = [
    ['a line', { text: 'Good morning' }, 'Good morning', 0],
    ['signs and lines', { text: signs }, signs, 0],
    ['a title and a text', { text: 'Below', options: { title: 'Above & beyond' } }, 'Below', 0],
    ['a link', { text: 'A film', options: link }, 'A film', 0],
    ['a link with a text', { text: signs, options: link }, signs, 0],
    ['an image', { text: 'A picture', media: [picture] }, 'A picture', 1],
    ['a GIF', { text: 'It moves', media: [moving] }, 'It moves', 1],
    ['comments', { text: 'With comments', comments: [signs, 'Again.', 'Again.'] }, 'With comments', 0],
  ]
  for (const [what, wanted, text, mediaCount] of cases)
    test(what, async () => {
      const context = await signIn(`somebody with ${what}`)
      const options = { subreddit: 'Test', ...wanted.options }
      const ids = await publish(context, await whoIs(context), content({ ...wanted, options }))
      const { posts } = ledger.parse(await asked('posts'))
      const [post, ...comments] = ids.map((id) => posts.find((one) => one.id === id))
      assert.deepEqual([post?.text, post?.media_count, post?.reply_to], [text, mediaCount, null])
      assert.deepEqual(
        comments.map((one) => [one?.text, one?.reply_to]),
        (wanted.comments ?? []).map((one) => [one, post?.id]),
      )
      assert.equal(new Set(ids).size, ids.length)
    })
})

test('a login is renewed, identified and revoked', async () => {
  const context = await signIn('somebody else')
  const { username, missingPermissions } = await whoIs(context)
  assert.deepEqual(missingPermissions, [])
  const renewal = await reddit.live.refresh(context)
  assert.ok(renewal.type === 'renewed')
  const renewed = { ...context, credentials: renewal.credentials }
  assert.equal((await whoIs(renewed)).username, username)
  await reddit.live.revoke(renewed)
  assert.equal((await reddit.live.refresh(renewed)).type, 'refused')
  await assert.rejects(whoIs(renewed))
})

test('the metrics of a post and the followers are read', async () => {
  const context = await signIn('somebody with numbers')
  const account = await whoIs(context)
  const [id = ''] = await publish(context, account, content({ text: 'Counted', options: { subreddit: 'test' } }))
  await asked(`posts/${id}/metrics`, { score: 12, num_comments: 3, num_crossposts: 1 })
  const as = { ...context, account }
  const read = await reddit.live.readMetrics.read([{ id, url: null, postType: 'text', result: null }], as)
  assert.ok(read.type === 'read')
  const { likes, comments, shares, engagement, views } = read.value.get(id) ?? assert.fail('no numbers')
  assert.deepEqual([likes, comments, shares, engagement, views], [12, 3, 1, 16, null])
  assert.deepEqual(await reddit.live.readAudience(as), { type: 'read', value: { followers: 0 } })
})
