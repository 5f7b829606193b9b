import assert from 'node:assert/strict'
import { after } from 'node:test'
import { z } from 'zod'
import type { Content } from '../../../src/domain/content.ts'
import { createHttpClient } from '../../../src/outbound/http-client.ts'
import { linkedin } from '../../../src/platforms/linkedin/index.ts'
import type { AccountContext } from '../../../src/platforms/shared/context.ts'
import { authorizeUrl, exchangeCode } from '../../../src/platforms/shared/oauth.ts'
import { simulator } from '../../../src/sandbox/platforms/linkedin/index.ts'
import { createSandbox } from '../../../src/sandbox/server/server.ts'
import { simulatedApp } from '../../../src/sandbox/shared/app.ts'
import type { LedgerPost } from '../../../src/sandbox/shared/simulator.ts'
import { systemClock } from '../../../src/system/clock.ts'
import { createLog } from '../../../src/system/log.ts'
import { type PlanWalk, walkPlan } from '../shared/walk-plan.ts'

const log = createLog({ level: 'silent', pretty: false })
const http = createHttpClient({ exceptions: ['127.0.0.0/8'] })
const redirectUri = 'http://127.0.0.1:4000/oauth/callback'

const { live } = linkedin
const ways = { member: live.connect, page: live.otherLogins.byName.page.connect }

export const files: Record<string, Buffer> = {}

/** The simulated LinkedIn on its own socket, and the platform's own code that uses it. */
export async function startLinkedin(scale = 500) {
  const sandbox = await createSandbox({
    platforms: [{ name: 'linkedin', load: async () => simulator }],
    file: null,
    port: 0,
    scale,
    growth: false,
    fetch: () => assert.fail('nothing is fetched'),
    clock: systemClock,
    log,
  })
  after(() => sandbox.stop())

  const door = async (path: string, method = 'GET', body?: object) => {
    const response = await fetch(`${sandbox.address}/__sandbox/linkedin/${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    assert.equal(response.status, 200, text)
    return JSON.parse(text)
  }
  const hosts = Object.fromEntries(Object.keys(live.hosts).map((name) => [name, `${sandbox.address}/linkedin/${name}`]))
  const base = { http, hosts, settings: {}, app: simulatedApp, clock: systemClock, log }

  /** Signs in with one of the two methods; returns all accounts. */
  async function signIn(name: string, login: 'member' | 'page' = 'page'): Promise<readonly AccountContext[]> {
    const connect = ways[login]
    const verifier = 'unused'
    const url = await authorizeUrl(connect, base, { redirectUri, state: 'some state', verifier })
    const { redirect } = z
      .object({ redirect: z.url() })
      .parse(await door('login', 'POST', { account: name, authorize_url: url }))
    const code = new URL(redirect).searchParams.get('code') ?? ''
    const exchanged = await exchangeCode(connect, base, { code, redirectUri, verifier })
    assert.ok(exchanged.type === 'in', JSON.stringify(exchanged))
    const credentials = { ...exchanged.credentials, extra: login === 'page' ? { login } : {} }
    const identities = await live.discover({ ...base, credentials })
    return identities.map((account) => ({ ...base, account, credentials }))
  }

  /** The first of them. */
  const account = async (name: string, login: 'member' | 'page' = 'page'): Promise<AccountContext> =>
    (await signIn(name, login))[0] ?? assert.fail('nobody')

  return {
    sandbox,
    signIn,
    account,
    fault: (fault: object) => door('faults', 'POST', { times: 1, after: 0, ...fault }),
    settings: (changes: object) => door('settings', 'POST', changes),
    comment: (id: string, author: string, message: string): Promise<{ id: string }> =>
      door(`posts/${encodeURIComponent(id)}/comments`, 'POST', { author, message }),
    metrics: (id: string, changes: object) => door(`posts/${encodeURIComponent(id)}/metrics`, 'POST', changes),
    posts: async (as: AccountContext): Promise<LedgerPost[]> =>
      ((await door('posts')).posts as LedgerPost[]).filter(({ account_id: id }) => id === as.account.remoteId), // from the control API
    /** A call to LinkedIn without any code of ours. */
    ask: (as: Pick<AccountContext, 'credentials'>, method: string, path: string, init: RequestInit = {}) =>
      fetch(path.startsWith('http') ? path : `${hosts.api}${path}`, {
        method,
        ...init,
        headers: {
          authorization: `Bearer ${as.credentials.accessToken}`,
          'linkedin-version': '202609',
          'x-restli-protocol-version': '2.0.0',
          ...init.headers,
        },
      }),
  }
}

const walk: PlanWalk = { live, files, unseen: 'cover' }

export const publish = (as: AccountContext, content: Content, options?: { readonly asks?: boolean }) =>
  walkPlan(walk, as, content, options)
