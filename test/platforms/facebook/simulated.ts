import assert from 'node:assert/strict'
import { after } from 'node:test'
import { z } from 'zod'
import { platformFetch } from '../../../src/app/open-sandbox.ts'
import type { Content } from '../../../src/domain/content.ts'
import type { Json } from '../../../src/domain/outcome.ts'
import { createHttpClient } from '../../../src/outbound/http-client.ts'
import { facebook } from '../../../src/platforms/facebook/index.ts'
import type { Identity } from '../../../src/platforms/shared/connect.ts'
import type { AccountContext, LoginContext } from '../../../src/platforms/shared/context.ts'
import { authorizeUrl, exchangeCode } from '../../../src/platforms/shared/oauth.ts'
import { simulator } from '../../../src/sandbox/platforms/facebook/index.ts'
import { createSandbox } from '../../../src/sandbox/server/server.ts'
import { simulatedApp } from '../../../src/sandbox/shared/app.ts'
import type { LedgerPost } from '../../../src/sandbox/shared/simulator.ts'
import { systemClock } from '../../../src/system/clock.ts'
import { createLog } from '../../../src/system/log.ts'
import type { SeenRequest } from '../../harness/simulated.ts'
import { type PlanWalk, stepOf, walkPlan } from '../shared/walk-plan.ts'
import { graphFaults } from './spec/check.ts'

const log = createLog({ level: 'silent', pretty: false })
const client = createHttpClient({ exceptions: ['127.0.0.0/8'] })
const redirectUri = 'http://127.0.0.1:4000/oauth/callback'

const { live } = facebook

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

const walk: PlanWalk = { live, files, unseen: 'thumbnail' }

export const publish = (as: AccountContext, content: Content, options?: { readonly asks?: boolean }) =>
  walkPlan(walk, as, content, options)

export const stepsAs = (as: AccountContext, results: ReadonlyMap<string, Json>) => stepOf(files, as, results)
