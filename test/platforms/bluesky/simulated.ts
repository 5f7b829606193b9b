import assert from 'node:assert/strict'
import { after } from 'node:test'
import { createHttpClient } from '../../../src/outbound/http-client.ts'
import { bluesky } from '../../../src/platforms/bluesky/index.ts'
import type { AccountContext } from '../../../src/platforms/shared/context.ts'
import type { AskedReply, PublishedPost } from '../../../src/platforms/shared/reads.ts'
import { systemClock } from '../../../src/system/clock.ts'
import { createLog } from '../../../src/system/log.ts'
import { collection, postOf, type SimulatedBluesky, startSimulatedBluesky } from './simulator/start.ts'
import { methodCheck } from './spec/lexicon.ts'

/** The simulated Bluesky of a test file; all its calls are checked at the end. */
export const simulated = await startSimulatedBluesky()
await simulated.sandbox.control('POST', '/bluesky/settings', { rateLimits: false })
after(async () => {
  const made = await simulated.sandbox.requests('bluesky', '?bodies=1')
  await simulated.stop()
  for (const one of made) checkCall(one)
})

type Made = Awaited<ReturnType<SimulatedBluesky['sandbox']['requests']>>[number]

/** Checked with the official lexicons. */
function checkCall(made: Made): void {
  const [, method] = /\/xrpc\/([\w.]+)$/.exec(made.path) ?? []
  if (method === undefined || made.status !== 200 || made.fault !== null || !('answer' in made)) return
  const check = methodCheck(method)
  const type = made.headers['content-type'] ?? null
  const body = made.body ? JSON.parse(made.body) : undefined
  assert.deepEqual([...check.parameters(new URLSearchParams(made.query)), ...check.input(type, body)], [], method)
  const answer = made.answer ? JSON.parse(made.answer) : undefined
  assert.deepEqual(check.output(made.answer_headers?.['content-type'] ?? null, answer), [], method)
}

/** The context of an account with a post. */
export async function published(name: string): Promise<{ as: AccountContext; post: PublishedPost }> {
  const session = await simulated.signIn(name)
  const { did, handle, password } = session
  const hosts = Object.fromEntries(Object.keys(bluesky.live.hosts).map((host) => [host, simulated.host(host)]))
  const as: AccountContext = {
    http: createHttpClient({ exceptions: ['127.0.0.0/8'] }),
    hosts,
    settings: {},
    app: null,
    clock: systemClock,
    log: createLog({ level: 'silent', pretty: false }),
    credentials: {
      accessToken: session.access,
      refreshToken: session.refresh,
      expiresAt: null,
      scopes: [],
      extra: { did, handle, pds: simulated.host('pds'), appPassword: password },
    },
    account: { remoteId: did, username: handle, eligible: false },
  }
  const { uri, cid } = (await simulated.put(session, postOf(`Hello from ${name}`))).body
  letShow()
  return { as, post: { id: uri, url: null, postType: 'post', result: { uri, cid } } }
}

/** The delay of the AppView, in milliseconds. */
export const letShow = (): void => simulated.sandbox.pass(3_000)

export async function comment(id: string, author: string, message: string): Promise<string> {
  simulated.sandbox.pass(1_000)
  const path = `/bluesky/posts/${encodeURIComponent(id)}`
  const { status, body } = await simulated.sandbox.control('POST', `${path}/comments`, { author, message })
  assert.equal(status, 200, JSON.stringify(body))
  return body.id
}

export const setMetrics = (id: string, changes: object) =>
  simulated.sandbox.control('POST', `/bluesky/posts/${encodeURIComponent(id)}/metrics`, changes)

export async function remove(uri: string, name: string): Promise<void> {
  const { did, access } = await simulated.signIn(name)
  const json = { repo: did, collection, rkey: uri.split('/').at(-1) }
  const { status } = await simulated.call('com.atproto.repo.deleteRecord', { token: access, json })
  assert.equal(status, 200)
}

export const asking = (post: PublishedPost, commentId: string, message: string): AskedReply => ({
  post,
  commentId,
  message,
  since: Date.now(),
  others: [],
})

export const told = (outcome: { readonly type: string; readonly error?: unknown }) =>
  'error' in outcome ? `${outcome.type} ${outcome.error}` : outcome.type
