import assert from 'node:assert/strict'
import { after } from 'node:test'
import { z } from 'zod'
import type { Content } from '../../../src/domain/content.ts'
import type { Json } from '../../../src/domain/outcome.ts'
import { createHttpClient } from '../../../src/outbound/http-client.ts'
import type { Identity } from '../../../src/platforms/shared/connect.ts'
import type { AccountContext, LoginContext } from '../../../src/platforms/shared/context.ts'
import { authorizeUrl, exchangeCode, newVerifier } from '../../../src/platforms/shared/oauth.ts'
import type { AskedReply, PublishedPost } from '../../../src/platforms/shared/reads.ts'
import { x } from '../../../src/platforms/x/index.ts'
import { simulator } from '../../../src/sandbox/platforms/x/index.ts'
import { createSandbox } from '../../../src/sandbox/server/server.ts'
import { simulatedApp } from '../../../src/sandbox/shared/app.ts'
import { createLog } from '../../../src/system/log.ts'
import { content } from '../../harness/content.ts'
import { loggedExchanges } from '../../harness/openapi-check.ts'
import { stepOf, walkPlan } from '../shared/walk-plan.ts'
import { xFaults } from './spec/check.ts'

const log = createLog({ level: 'silent', pretty: false })
const client = createHttpClient({ exceptions: ['127.0.0.0/8'] })
const redirectUri = 'http://127.0.0.1:4000/oauth/callback'
const redirect = z.object({ redirect: z.url() })

const ledger = z.object({
  posts: z.array(
    z.object({ id: z.string(), text: z.string(), media_count: z.number(), reply_to: z.string().nullable() }),
  ),
})
const planted = z.object({ id: z.string() })

const beginning = (hex: string, size: number): Buffer => Buffer.concat([Buffer.from(hex, 'hex')], size)

const files: Readonly<Record<string, Buffer>> = {
  'a.png': beginning('89504e470d0a1a0a', 200_000),
  'a.gif': beginning('474946383961', 70_000),
  'a.mp4': beginning('00000018667479706d703432', 300_000),
}

/** The simulated X on its own socket, and the platform's own code that uses it. */
export async function startX({ scale = 100 } = {}) {
  let passed = 0
  const clock = { now: () => Date.now() + passed }
  const sandbox = await createSandbox({
    platforms: [{ name: 'x', load: async () => simulator }],
    file: null,
    port: 0,
    scale,
    growth: false,
    clock,
    log,
  })
  after(async () => {
    const all = await exchanges()
    await sandbox.stop()
    for (const one of all) {
      const { request, answer } = xFaults(one)
      const about = `${one.method} ${one.path}?${one.query}`
      assert.deepEqual([...request, ...(one.status < 300 ? answer : [])], [], about)
    }
  })

  const door = async (path: string, body?: Json): Promise<unknown> => {
    const response = await fetch(`${sandbox.address}/__sandbox/x/${path}`, {
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })
    const text = await response.text()
    assert.equal(response.status, 200, text)
    return JSON.parse(text)
  }
  /** All calls of the API so far, without those about tokens. */
  const exchanges = async () =>
    loggedExchanges(await door('requests?bodies=1'), '/x/api').filter(({ path }) => !path.includes('/oauth2/'))

  const hosts = { api: `${sandbox.address}/x/api`, web: `${sandbox.address}/x/web` }

  async function signIn(name: string, names = 'tweet'): Promise<LoginContext> {
    const context = {
      http: client,
      hosts,
      settings: { field_names: names },
      app: simulatedApp,
      clock,
      log,
    }
    const { connect } = x.live
    const verifier = await newVerifier()
    const url = await authorizeUrl(connect, context, { redirectUri, state: 'some state', verifier })
    const back = new URL(redirect.parse(await door('login', { account: name, authorize_url: url })).redirect)
    assert.equal(back.searchParams.get('state'), 'some state')
    const code = back.searchParams.get('code') ?? ''
    const login = await exchangeCode(connect, context, { code, redirectUri, verifier })
    assert.ok(login.type === 'in', JSON.stringify(login))
    return { ...context, credentials: login.credentials }
  }

  return {
    door,
    exchanges,
    signIn,
    /** Signs in and returns the context of the account. */
    as: async (name: string, names?: string): Promise<AccountContext> => {
      const context = await signIn(name, names)
      return { ...context, account: await whoIs(context) }
    },
    visible: async (ids: readonly (string | undefined)[]) =>
      ledger.parse(await door('posts')).posts.filter(({ id }) => ids.includes(id)),
    /** The existing replies to a post. */
    repliesTo: async (id: string) => ledger.parse(await door('posts')).posts.filter((post) => post.reply_to === id),
    comment: async (id: string, author: string, message: string) =>
      planted.parse(await door(`posts/${id}/comments`, { author, message })).id,
    metrics: (id: string, changes: Readonly<Record<string, number>>) => door(`posts/${id}/metrics`, changes),
    settings: (changes: Readonly<Record<string, Json>>) => door('settings', changes),
    fault: (fault: Readonly<Record<string, Json>>) => door('faults', { times: 1, after: 0, ...fault }),
    /** A call without any code of ours. */
    ask: ({ credentials }: LoginContext, method: string, path: string) =>
      fetch(`${hosts.api}${path}`, { method, headers: { authorization: `Bearer ${credentials.accessToken}` } }),
    /** Moves the time forward by this number of milliseconds; logins may have to be renewed after that. */
    pass: (milliseconds: number) => {
      passed += milliseconds
    },
  }
}

export async function whoIs(context: LoginContext): Promise<Identity> {
  const [identity] = await x.live.discover(context)
  return identity ?? assert.fail('nobody')
}

/** Publishes every part, each of which is looked for; returns the IDs of the posts. */
export async function publish(as: AccountContext, content: Content) {
  const { outcomes, published } = await walkPlan({ live: x.live, files }, as, content)
  for (const [name, { type }] of Object.entries(outcomes)) assert.equal(type, 'done', name)
  return { ids: Object.values(published).flatMap((post) => post?.id ?? []) }
}

export const stepsAs = (as: AccountContext) => stepOf(files, as)

export const postOf = (id: string): PublishedPost => ({ id, url: null, postType: 'post', result: { id } })

/** The context of an account with a post. */
export const publishedBy =
  ({ as: callWith }: Pick<Awaited<ReturnType<typeof startX>>, 'as'>) =>
  async (name: string, names = 'tweet', wanted = content({ text: `Hello from ${name}` })) => {
    const as = await callWith(name, names)
    const { ids } = await publish(as, wanted)
    const [id, ...comments] = ids
    return { as, post: postOf(id ?? assert.fail()), comments }
  }

export const asking = (post: PublishedPost, commentId: string, message: string): AskedReply => ({
  post,
  commentId,
  message,
  since: Date.now(),
  others: [],
})
