import { loginsOf, type NamedLogin } from '../../accounts/logins.ts'
import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import type { Platform } from '../../platforms/shared/platform.ts'
import { countLiveAccounts, listMissingPermissions } from '../../store/accounts/accounts.ts'
import { type AppRow, listApps } from '../../store/accounts/apps.ts'
import { type ConnectionRow, lastSignIns } from '../../store/accounts/connections.ts'
import type { Reader } from '../../store/engine/database.ts'
import { isoTime, isoTimeOrNull } from '../../system/clock.ts'
import { failureOf } from '../connections/show-connection.ts'
import type { Services } from '../context.ts'

type App = Output<Operations['getApp']>['data']
type Login = App['logins'][number]

type AppServices = Pick<Services, 'platforms' | 'accounts'> & { readonly database: { readonly read: Reader } }

/** The apps of these platforms. */
export async function showApps(services: AppServices, shown: readonly Platform[]): Promise<App[]> {
  const { database, accounts } = services
  const [stored, sources] = [await listApps(database.read), await accounts.apps.sources()]
  const show = async (platform: Platform): Promise<App> => {
    const ended = await lastSignIns(database.read, platform.name)
    const logins: Login[] = []
    for (const login of loginsOf(platform)) {
      const row = stored.find(({ name }) => name === login.app)
      logins.push(await showLogin(services, platform, login, { row, source: sources.get(login.app ?? ''), ended }))
    }
    return {
      platform: platform.name,
      title: platform.title,
      logins,
      missing_permissions: await listMissingPermissions(database.read, platform.name),
      connected_accounts: await countLiveAccounts(database.read, platform.name),
      guide: `docs/platforms/${platform.name}.md`,
    }
  }
  return Promise.all(shown.map(show))
}

export async function showApp(services: AppServices, platform: Platform): Promise<Output<Operations['getApp']>> {
  const [data] = await showApps(services, [platform])
  if (!data) throw new Error('One platform has one app to show.')
  return { status: 'ok', data }
}

interface KnownApp {
  readonly row: AppRow | undefined
  readonly source: Login['source'] | undefined
  readonly ended: readonly ConnectionRow[]
}

async function showLogin(
  { platforms, accounts }: AppServices,
  platform: Platform,
  login: NamedLogin,
  { row, source = null, ended }: KnownApp,
): Promise<Login> {
  const { name, app } = login
  const found = app === null ? null : await accounts.apps.find(app)
  const asked = accounts.askedBy(platform, login)
  return {
    login: name,
    app,
    source,
    client_id: found?.clientId ?? null,
    has_secret: found?.clientSecret != null,
    updated_at: isoTimeOrNull(row?.updated_at ?? null),
    settings: app === null ? [] : [`${app}_CLIENT_ID`, `${app}_CLIENT_SECRET`],
    shared_with: platforms.flatMap((other) =>
      other !== platform && app !== null && loginsOf(other).some((one) => one.app === app) ? [other.name] : [],
    ),
    redirect_uri: asked?.redirectUri ?? null,
    scopes: [...(asked?.scopes ?? [])],
    permissions: (asked?.purposes ?? []).map(({ name, isRequested, enables }) => ({
      scope: name,
      requested: isRequested,
      enables: [...enables],
    })),
    last_refusal: found === null ? null : refusalOf(ended.find((one) => isOf(one, found.clientId))),
  }
}

/** The address of the sign-in names the app. */
const isOf = ({ url }: ConnectionRow, clientId: string): boolean =>
  [...(URL.parse(url ?? '')?.searchParams.values() ?? [])].includes(clientId)

function refusalOf(row: ConnectionRow | undefined): Login['last_refusal'] {
  const failure = row && failureOf(row)
  if (!failure) return null
  const { code, message, platform_code, platform_message, advice } = failure
  return { at: isoTime(row.created_at), code, message, platform_code, platform_message, advice }
}
