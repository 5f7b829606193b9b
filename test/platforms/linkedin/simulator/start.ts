import { z } from 'zod'
import { simulator } from '../../../../src/sandbox/platforms/linkedin/index.ts'
import { simulatedApp } from '../../../../src/sandbox/shared/app.ts'
import { startSandbox, type TestSandbox } from '../../../harness/sandbox.ts'

/** The simulated LinkedIn on its own socket. Time stands still unless a test moves it. */
export interface SimulatedLinkedin extends Pick<TestSandbox, 'control' | 'posts' | 'pass' | 'stop'> {
  /** Creates the person if they do not exist, and signs in as them. */
  readonly signIn: (name: string, scope?: string) => Promise<Person>
  readonly token: (form: Readonly<Record<string, string>>) => Promise<Answer>
  /** Headers that are undefined are left out. */
  readonly ask: (token: string, method: string, path: string, asked?: AskedCall) => Promise<Answer>
}

export interface Person {
  readonly token: string
  readonly urn: string
  /** ID of the first Page that they manage; empty if they manage none. */
  readonly page: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read any part of a response.
  readonly tokens: any
}

export interface AskedCall {
  readonly json?: unknown
  readonly bytes?: Buffer
  readonly headers?: Readonly<Record<string, string | undefined>>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests read any part of a response.
  readonly body: any
}

export const selfServe = 'openid profile w_member_social'
export const approved = [
  ...['r_basicprofile', 'w_member_social', 'r_member_postAnalytics', 'r_member_profileAnalytics'],
  ...['rw_organization_admin', 'r_organization_social', 'w_organization_social'],
  ...['r_organization_social_feed', 'w_organization_social_feed'],
].join(' ')

const redirectUri = 'https://polypost.test/callback'
const redirect = z.object({ redirect: z.url() })

export async function startSimulatedLinkedin({
  scale = 1,
  growth = false,
}: {
  readonly scale?: number
  readonly growth?: boolean
} = {}): Promise<SimulatedLinkedin> {
  const { address, ...sandbox } = await startSandbox({ linkedin: simulator }, { scale, growth })
  const host = (name: string) => `${address}/linkedin/${name}`
  const app = { client_id: simulatedApp.clientId, client_secret: simulatedApp.clientSecret }

  const token: SimulatedLinkedin['token'] = async (form) =>
    answered(
      await fetch(`${host('web')}/oauth/v2/accessToken`, {
        method: 'POST',
        body: new URLSearchParams({ ...app, ...form }),
      }),
    )

  const ask: SimulatedLinkedin['ask'] = async (access, method, path, { json, bytes, headers = {} } = {}) => {
    const given = {
      authorization: `Bearer ${access}`,
      'linkedin-version': '202609',
      'x-restli-protocol-version': '2.0.0',
      ...headers,
    }
    const sent = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
    const body = bytes ? new Uint8Array(bytes) : json === undefined ? undefined : JSON.stringify(json)
    return answered(
      await fetch(path.startsWith('http') ? path : `${host('api')}${path}`, {
        method,
        headers: Object.fromEntries(sent),
        ...(body === undefined ? {} : { body }),
      }),
    )
  }

  async function signIn(name: string, scope = approved): Promise<Person> {
    const query = new URLSearchParams({
      client_id: simulatedApp.clientId,
      response_type: 'code',
      redirect_uri: redirectUri,
      scope,
    })
    const authorize_url = `${host('web')}/oauth/v2/authorization?${query}`
    const { body } = await sandbox.control('POST', '/linkedin/login', { account: name, authorize_url })
    const code = new URL(redirect.parse(body).redirect).searchParams.get('code') ?? ''
    const tokens = (await token({ grant_type: 'authorization_code', code, redirect_uri: redirectUri })).body
    const access: string = tokens.access_token
    const isApproved = scope.includes('r_basicprofile')
    const me = (await ask(access, 'GET', isApproved ? '/v2/me' : '/v2/userinfo')).body
    const pages = isApproved ? (await ask(access, 'GET', '/rest/organizationAcls?q=roleAssignee')).body.elements : []
    return { token: access, urn: `urn:li:person:${me.id ?? me.sub}`, page: pages?.[0]?.organization ?? '', tokens }
  }

  return { ...sandbox, signIn, token, ask }
}

async function answered(response: Response): Promise<Answer> {
  const text = await response.text()
  const isJson = (response.headers.get('content-type') ?? '').includes('json')
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}
