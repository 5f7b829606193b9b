import assert from 'node:assert/strict'
import { z } from 'zod'
import { createHttpClient } from '../../../src/outbound/http-client.ts'
import { instagram } from '../../../src/platforms/instagram/index.ts'
import type { OAuthConnect } from '../../../src/platforms/shared/connect.ts'
import type { AccountContext, LiveContext } from '../../../src/platforms/shared/context.ts'
import { authorizeUrl, exchangeCode } from '../../../src/platforms/shared/oauth.ts'
import { simulatedApp } from '../../../src/sandbox/shared/app.ts'
import { systemClock } from '../../../src/system/clock.ts'
import { createLog } from '../../../src/system/log.ts'

export const { live } = instagram

export type Login = 'instagram' | 'facebook'

const ways: Readonly<Record<Login, OAuthConnect>> = {
  instagram: live.connect,
  facebook: live.otherLogins.byName.facebook.connect,
}

const redirectUri = 'https://polypost.test/callback'

/** The context that the adapter needs to call the simulated Instagram of a sandbox. */
const reach = (sandbox: string): LiveContext => ({
  http: createHttpClient({ exceptions: ['127.0.0.0/8'] }),
  hosts: Object.fromEntries(Object.keys(live.hosts).map((host) => [host, `${sandbox}/instagram/${host}`])),
  settings: { version: live.settings.version.fallback },
  app: simulatedApp,
  clock: systemClock,
  log: createLog({ level: 'silent', pretty: false }),
})

/** Signs in with one of the two methods, as the service does; returns all accounts. */
export async function signIn(sandbox: string, name: string, login: Login = 'instagram'): Promise<AccountContext[]> {
  const context = reach(sandbox)
  const verifier = 'v'.repeat(43)
  const url = await authorizeUrl(ways[login], context, { redirectUri, state: 'state', verifier })
  const response = await fetch(`${sandbox}/__sandbox/instagram/login`, {
    method: 'POST',
    body: JSON.stringify({ account: name, authorize_url: url }),
  })
  const { redirect } = z.object({ redirect: z.url() }).parse(await response.json())
  const code = new URL(redirect).searchParams.get('code') ?? ''
  const exchanged = await exchangeCode(ways[login], context, { code, redirectUri, verifier })
  assert.ok(exchanged.type === 'in', JSON.stringify(exchanged))
  const extra = login === 'facebook' ? { login } : {}
  const credentials = { ...exchanged.credentials, extra }
  const identities = await live.discover({ ...context, credentials })
  return identities.map((account) => ({ ...context, account, credentials: account.credentials ?? credentials }))
}
