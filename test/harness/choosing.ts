import { freePort } from '../../scripts/free-port.ts'
import type { Identity } from '../../src/platforms/shared/connect.ts'
import type { DatabaseKind } from '../../src/store/engine/database.ts'
import { comeBack } from './consent.ts'
import { type Instance, startInstance, type User } from './instance.ts'
import { type OAuthServer, person, startOAuthServer } from './servers/oauth-server.ts'

/** An instance with a platform whose logins may have several Pages. */
export interface ChoosingInstance extends Instance {
  readonly platform: OAuthServer
  /** Begins to connect; returns the connection's ID, and the URL to which the browser returns. */
  readonly begin: (user: User, more?: object) => Promise<{ id: string; callback: URL }>
  /** The same up to the choice, with the cookies of the browser. */
  readonly signIn: (user: User, more?: object) => Promise<{ id: string; page: string; cookie: string }>
  readonly read: (user: User, id: string) => ReturnType<User['ask']>
}

export const pages: readonly Identity[] = ['Acme', 'Acme <Support>', 'Zebra'].map((displayName, at) => ({
  ...person,
  kind: 'page',
  remoteId: `page-${at}`,
  displayName,
  username: `page${at}`,
  credentials: { accessToken: `page-token-${at}`, refreshToken: null, expiresAt: null, scopes: [], extra: {} },
  pageId: `page-${at}`,
}))

export async function startChoosing(kind: DatabaseKind): Promise<ChoosingInstance> {
  const platform = await startOAuthServer()
  const instance = await startInstance(kind, {
    platforms: [platform.platform],
    env: {
      PORT: String(await freePort()),
      POLYPOST_SANDBOX: 'off',
      POLYPOST_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
      X_CLIENT_ID: 'app',
      X_CLIENT_SECRET: 'app-secret',
    },
  })
  platform.identities(pages)

  const begin: ChoosingInstance['begin'] = async (user, more = {}) => {
    const { data } = (await user.ask('POST', '/connect', { body: { platform: platform.platform.name, ...more } })).body
    const callback = new URL(`${instance.base}/oauth/callback`)
    callback.searchParams.set('state', new URL(data.url).searchParams.get('state') ?? '')
    callback.searchParams.set('code', platform.newCode())
    return { id: data.connection_id, callback }
  }

  return {
    ...instance,
    platform,
    begin,
    signIn: async (user, more) => {
      const { id, callback } = await begin(user, more)
      const { page, cookie } = await comeBack(callback)
      return { id, page: page ?? '', cookie: cookie ?? '' }
    },
    read: (user, id) => user.ask('GET', `/connect/${id}`),
    stop: async () => {
      await instance.stop()
      await platform.stop()
    },
  }
}
