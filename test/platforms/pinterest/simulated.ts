import assert from 'node:assert/strict'
import { after } from 'node:test'
import { z } from 'zod'
import { platformFetch } from '../../../src/app/open-sandbox.ts'
import type { Content } from '../../../src/domain/content.ts'
import { createHttpClient } from '../../../src/outbound/http-client.ts'
import { pinterest } from '../../../src/platforms/pinterest/index.ts'
import type { Identity } from '../../../src/platforms/shared/connect.ts'
import type { AccountContext, LoginContext } from '../../../src/platforms/shared/context.ts'
import { authorizeUrl, exchangeCode } from '../../../src/platforms/shared/oauth.ts'
import { simulator } from '../../../src/sandbox/platforms/pinterest/index.ts'
import { createSandbox } from '../../../src/sandbox/server/server.ts'
import { simulatedApp } from '../../../src/sandbox/shared/app.ts'
import { systemClock } from '../../../src/system/clock.ts'
import { createLog } from '../../../src/system/log.ts'
import { loggedExchanges } from '../../harness/openapi-check.ts'
import { type PlanWalk, stepOf, walkPlan } from '../shared/walk-plan.ts'
import { pinterestFaults } from './spec/check.ts'

const log = createLog({ level: 'silent', pretty: false })
const client = createHttpClient({ exceptions: ['127.0.0.0/8'] })
const redirectUri = 'http://127.0.0.1:4000/oauth/callback'

const { live } = pinterest

/** The files on the media host. */
export const files: Record<string, Buffer> = {}

const ledger = z.object({
  posts: z.array(z.object({ id: z.string(), account_id: z.string(), text: z.string(), media_count: z.number() })),
})

/** The simulated Pinterest on its own socket, and the platform's own code that uses it. */
export async function startPinterest() {
  const sandbox = await createSandbox({
    platforms: [{ name: 'pinterest', load: async () => simulator }],
    file: null,
    port: 0,
    scale: 500,
    growth: false,
    fetch: platformFetch(),
    clock: systemClock,
    log,
  })
  after(async () => {
    const requests = await door('requests?bodies=1')
    await sandbox.stop()
    assertValid(requests)
  })

  const door = async (path: string, method = 'GET', body?: object) => {
    const response = await fetch(`${sandbox.address}/__sandbox/pinterest/${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    assert.equal(response.status, 200, text)
    return JSON.parse(text)
  }
  const base = {
    http: client,
    hosts: Object.fromEntries(Object.keys(live.hosts).map((name) => [name, `${sandbox.address}/pinterest/${name}`])),
    settings: {},
    app: simulatedApp,
    clock: systemClock,
    log,
  }

  async function signIn(
    name: string,
    scopes: readonly string[] = live.connect.scopes.map((scope) => scope.name),
  ): Promise<{ context: LoginContext; identities: readonly Identity[] }> {
    const connect = { ...live.connect, scopes: scopes.map((one) => ({ name: one, needed: true as const })) }
    const url = await authorizeUrl(connect, base, { redirectUri, state: 'some state', verifier: 'unused' })
    const { redirect } = z
      .object({ redirect: z.url() })
      .parse(await door('login', 'POST', { account: name, authorize_url: url }))
    const back = new URL(redirect)
    assert.equal(back.searchParams.get('state'), 'some state')
    const code = back.searchParams.get('code') ?? ''
    const login = await exchangeCode(connect, base, { code, redirectUri, verifier: 'unused' })
    assert.ok(login.type === 'in', JSON.stringify(login))
    const context = { ...base, credentials: login.credentials }
    return { context, identities: await live.discover(context) }
  }

  /** The context of an account, on its only or newest board. */
  async function account(name: string): Promise<AccountContext> {
    const { context, identities } = await signIn(name)
    return { ...context, account: identities[0] ?? assert.fail('nobody') }
  }

  return {
    base,
    signIn,
    account,
    requests: async () => z.array(z.any()).parse((await door('requests?bodies=1')).requests),
    /** A call to Pinterest without any code of ours. */
    ask: (as: LoginContext, path: string, init: RequestInit = {}) =>
      fetch(`${sandbox.address}/pinterest/api/v5${path}`, {
        ...init,
        headers: { authorization: `Bearer ${as.credentials.accessToken}`, ...init.headers },
      }),
    fault: (fault: object) => door('faults', 'POST', { times: 1, after: 0, ...fault }),
    metrics: (id: string, changes: object) => door(`posts/${id}/metrics`, 'POST', changes),
    posts: async ({ account: { remoteId } }: AccountContext) =>
      ledger.parse(await door('posts')).posts.filter(({ account_id }) => account_id === remoteId),
  }
}

/** Every request and every response matches Pinterest's own specification. */
function assertValid(requests: unknown): void {
  const made = loggedExchanges(requests, '/pinterest/api/v5')
  for (const one of made) {
    if (one.method === 'DELETE') continue
    const { request, answer } = pinterestFaults(one)
    // Requests that are wrong on purpose are refused.
    assert.deepEqual(one.status === 400 ? [] : request, [], `${one.method} ${one.path}`)
    assert.deepEqual(answer, [], `${one.method} ${one.path}: ${JSON.stringify(one.answer)}`)
  }
}

const walk: PlanWalk = { live, files, unseen: 'cover' }

export async function publish(as: AccountContext, content: Content) {
  const { outcomes, published } = await walkPlan(walk, as, content)
  return { outcomes, published: published.post }
}

export const stepsAs = (as: AccountContext) => stepOf(files, as)
