import assert from 'node:assert/strict'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { platformFetch } from '../../../src/app/open-sandbox.ts'
import type { Content } from '../../../src/domain/content.ts'
import type { Json, Outcome, PublishedPost } from '../../../src/domain/outcome.ts'
import { toJpeg } from '../../../src/media/convert/image.ts'
import { memorySource } from '../../../src/media/probe/probe.ts'
import { createHttpClient } from '../../../src/outbound/http-client.ts'
import { facebook } from '../../../src/platforms/facebook/index.ts'
import type { Action } from '../../../src/platforms/shared/action.ts'
import type { Identity } from '../../../src/platforms/shared/connect.ts'
import type { AccountContext, LoginContext, StepContext } from '../../../src/platforms/shared/context.ts'
import { authorizeUrl, exchangeCode } from '../../../src/platforms/shared/oauth.ts'
import { simulator } from '../../../src/sandbox/platforms/facebook/index.ts'
import { createSandbox } from '../../../src/sandbox/server/server.ts'
import { simulatedApp } from '../../../src/sandbox/shared/app.ts'
import type { LedgerPost } from '../../../src/sandbox/shared/simulator.ts'
import { systemClock } from '../../../src/system/clock.ts'
import { createLog } from '../../../src/system/log.ts'
import type { SeenRequest } from '../../harness/simulated.ts'
import { graphFaults } from './spec/check.ts'

const log = createLog({ level: 'silent', pretty: false })
const client = createHttpClient({ exceptions: ['127.0.0.0/8'] })
const redirectUri = 'http://127.0.0.1:4000/oauth/callback'

const { live } = facebook
const actions: Readonly<Record<string, Action>> = live.actions

export const files: Readonly<Record<string, Buffer>> = {}

interface Options {
  /** Settings of the platform that differ from the defaults. */
  readonly settings?: Readonly<Record<string, string>>
  readonly scale?: number
}

/** The simulated Facebook on its own socket, and the platform's own code that uses it. */
export async function startFacebook({ settings = {}, scale = 500 }: Options = {}) {
  const sandbox = await createSandbox({
    platforms: [{ name: 'facebook', load: async () => simulator }],
    file: null,
    port: 0,
    scale,
    growth: false,
    fetch: platformFetch(),
    clock: systemClock,
    log,
  })
  after(async () => {
    const all = await requests()
    await sandbox.stop()
    for (const one of all) assert.deepEqual(graphFaults(one), [], `${one.method} ${one.path}?${one.query}`)
  })

  const door = async (path: string, method = 'GET', body?: object) => {
    const response = await fetch(`${sandbox.address}/__sandbox/facebook/${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    assert.equal(response.status, 200, text)
    return JSON.parse(text)
  }
  const requests = async (): Promise<SeenRequest[]> => (await door('requests?bodies=1')).requests
  const hosts = Object.fromEntries(Object.keys(live.hosts).map((name) => [name, `${sandbox.address}/facebook/${name}`]))
  const base = {
    http: client,
    hosts,
    settings: { version: 'v25.0', hidden_first: 'none', ...settings },
    app: simulatedApp,
    clock: systemClock,
    log,
  }

  /** Signs a person in and finds their Pages. */
  async function signIn(name: string): Promise<{ context: LoginContext; identities: readonly Identity[] }> {
    const url = await authorizeUrl(live.connect, base, { redirectUri, state: 'some state', verifier: 'unused' })
    const { redirect } = z
      .object({ redirect: z.url() })
      .parse(await door('login', 'POST', { account: name, authorize_url: url }))
    const back = new URL(redirect)
    assert.equal(back.searchParams.get('state'), 'some state')
    const code = back.searchParams.get('code') ?? ''
    const login = await exchangeCode(live.connect, base, { code, redirectUri, verifier: 'unused' })
    assert.ok(login.type === 'in', JSON.stringify(login))
    const context = { ...base, credentials: login.credentials }
    return { context, identities: await live.discover(context) }
  }

  /** The context of a person's only Page. */
  async function page(name: string): Promise<AccountContext> {
    const [identity] = (await signIn(name)).identities
    assert.ok(identity?.credentials)
    return { ...base, credentials: identity.credentials, account: identity }
  }

  return {
    sandbox,
    hosts,
    signIn,
    page,
    requests,
    /** A call to the platform without any code of ours. */
    ask: (path: string, init: RequestInit = {}) => fetch(`${sandbox.address}/facebook${path}`, init),
    fault: (fault: object) => door('faults', 'POST', { times: 1, after: 0, ...fault }),
    clear: () => door('faults', 'DELETE'),
    settings: (changes: object) => door('settings', 'POST', changes),
    comment: (id: string, author: string, message: string) =>
      door(`posts/${encodeURIComponent(id)}/comments`, 'POST', { author, message }),
    metrics: (id: string, changes: object) => door(`posts/${encodeURIComponent(id)}/metrics`, 'POST', changes),
    posts: async (as: AccountContext): Promise<LedgerPost[]> =>
      ((await door('posts')).posts as LedgerPost[]).filter(({ account_id: id }) => id === as.account.remoteId), // from the control API
  }
}

export interface WalkResult {
  readonly outcomes: Readonly<Record<string, Outcome>>
  readonly published: Readonly<Record<string, PublishedPost | undefined>>
}

interface Walk {
  /** Checks for everything visible whether it exists, before and after it is created. */
  readonly asks?: boolean
}

/** Performs the steps of a plan as a worker does, and stops if one before the commit fails. */
export async function publish(as: AccountContext, wanted: Content, { asks = true }: Walk = {}): Promise<WalkResult> {
  const outcomes: Record<string, Outcome> = {}
  const results = new Map<string, Json>()
  for (const { name, action, input } of live.plan(wanted, as.account, { now: Date.now(), fraction: () => 0.5 })) {
    const { perform, doubt, kind } = actions[action] ?? assert.fail(action)
    const step = stepOf(as, results)
    const looks = asks && doubt !== undefined && action !== 'thumbnail'
    if (looks) assert.equal((await doubt.reconcile(input, step())).type, 'absent', `${name} is there before it is made`)
    let outcome = await perform(input, step())
    while (outcome.type === 'wait') {
      await sleep(10)
      outcome = await perform(input, step())
    }
    outcomes[name] = outcome
    if (outcome.type === 'done') results.set(name, outcome.result)
    else if (kind !== 'follow_up') break
    else results.set(name, null)
    if (!looks || outcome.type !== 'done') continue
    const presence = await doubt.reconcile(input, step())
    assert.ok(presence.type === 'found', `${name}: ${JSON.stringify(presence)}`)
    assert.deepEqual(presence.published, outcome.published)
  }
  const published = Object.entries(outcomes).map(([name, one]) => [
    name,
    one.type === 'done' ? one.published : undefined,
  ])
  return { outcomes, published: Object.fromEntries(published) }
}

/** Contexts of one step: saved state is there the next time. */
export function stepOf(as: AccountContext, results: ReadonlyMap<string, Json>): () => StepContext {
  let saved: Json = null
  const bytesOf = (file: string): Buffer => files[file] ?? assert.fail(`no file ${file}`)
  return () => ({
    ...as,
    read: async function* ({ file }, { start, end } = { start: 0 }) {
      yield bytesOf(file).subarray(start, end)
    },
    readImage: async ({ file }) => bytesOf(file),
    jpegOf: async ({ file }, limits) => (await toJpeg(memorySource(bytesOf(file)), limits)).bytes,
    hostImage: () => assert.fail('nothing is fetched from here'),
    result: (earlier, schema) => schema.parse(results.get(earlier) ?? null),
    saved,
    save: async (state) => {
      saved = state
    },
  })
}
