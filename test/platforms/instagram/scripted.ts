import type { StepContext } from '../../../src/platforms/shared/context.ts'
import { type Reply, type Script, type ScriptedServer, scripted } from '../../harness/scripted.ts'

export const accountId = '17841400000000001'

const hosts = ['api', 'token', 'web', 'graph', 'dialog', 'upload'] as const

/** An Instagram with scripted responses; `login` is the login method of the account. */
export const scriptedInstagram = (
  script: Script,
  login: 'instagram' | 'facebook' = 'instagram',
): Promise<ScriptedServer> =>
  scripted(script, (origin) => ({
    hosts: Object.fromEntries(hosts.map((host) => [host, `${origin}/${host}`])),
    settings: { version: 'v25.0' },
    app: { clientId: 'app', clientSecret: 'secret' },
    account: { remoteId: accountId, username: 'ada', eligible: false },
    credentials: {
      accessToken: login === 'facebook' ? 'page-token' : 'token',
      refreshToken: null,
      expiresAt: null,
      scopes: [],
      extra: login === 'facebook' ? { login, userToken: 'user-token', pageId: '1' } : {},
    } satisfies StepContext['credentials'],
  }))

export const graphError = (code: number, error_subcode?: number, status = 400): Reply => ({
  status,
  body: { error: { message: 'Said so.', type: 'OAuthException', code, error_subcode, fbtrace_id: 'A' } },
})
