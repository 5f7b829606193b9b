import { loginsOf, type NamedLogin } from '../../accounts/logins.ts'
import { type ErrorDetail, PublicError } from '../../contract/errors.ts'
import type { Input } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import type { Platform } from '../../platforms/shared/platform.ts'
import type { Services } from '../context.ts'

/** The name that means every simulated platform. */
export const everyPlatform = 'all'

/** By the prefix of their settings. */
type SetApps = ReadonlyMap<string, unknown>

type Asked = Input<Operations['connect']>['body']

/** A platform to connect, and its login method. */
export interface Way {
  readonly platform: Platform
  readonly login: NamedLogin
  /** The kind of simulated account; left out, a standard one. */
  readonly kind?: string
}

/** The requested platforms. Throws unless each of them can be connected. */
export async function waysToConnect(
  services: Pick<Services, 'platforms' | 'accounts'>,
  asked: Asked,
): Promise<readonly Way[]> {
  if (asked.environment === 'sandbox' && !services.accounts.hasSandbox)
    throw rejected({
      path: 'environment',
      code: 'sandbox_off',
      message: 'The simulated platforms are off on this instance. The operator can set POLYPOST_SANDBOX=on.',
    })
  if (asked.platform === everyPlatform) {
    if (asked.handle !== undefined) throw noPassword('Several platforms at once')
    if (asked.login !== undefined) throw noSuchLogin('Several platforms at once are', [])
    return services.platforms.map((platform) => ({ platform, login: chooseLogin(platform, asked, new Map()) }))
  }
  const platform = services.platforms.find(({ name, aliases }) => [name, ...aliases].includes(asked.platform))
  if (!platform) throw new Error('The contract lets no other platform through.')
  checkPassword(platform, asked)
  const apps = await services.accounts.apps.sources()
  const login = chooseLogin(platform, asked, apps)
  if (asked.environment !== 'sandbox') checkApp(platform, login, asked, apps)
  return [{ platform, login }]
}

/** The requested login method; otherwise the first one that this instance has a developer app for. */
function chooseLogin(platform: Platform, { login: asked, environment }: Asked, apps: SetApps): NamedLogin {
  const logins = loginsOf(platform)
  const named = logins.find(({ name }) => name === asked)
  const [usual] = environment === 'sandbox' ? logins : [...logins.filter((one) => isSetUp(one, apps)), ...logins]
  if (asked === undefined && usual) return usual
  if (named) return named
  throw noSuchLogin(
    `${platform.title} is`,
    logins.map(({ name }) => name),
  )
}

const isSetUp = ({ app }: NamedLogin, apps: SetApps): boolean => app === null || apps.has(app)

const noSuchLogin = (whatIs: string, names: readonly string[]): PublicError =>
  invalid({
    path: 'login',
    code: 'not_allowed',
    message:
      names.length > 1
        ? `${whatIs} connected with the login ${names.join(' or ')}.`
        : `${whatIs} connected without \`login\`.`,
    ...(names.length > 1 ? { allowed: names } : {}),
  })

function checkPassword({ title, live }: Platform, { handle, environment }: Asked): void {
  if (live.connect.kind === 'oauth' && handle !== undefined) throw noPassword(title)
  if (live.connect.kind === 'password' && handle === undefined && environment !== 'sandbox')
    throw invalid({
      path: 'handle',
      code: 'required',
      message: `${title} is connected with \`handle\` and \`app_password\`.`,
    })
}

const noPassword = (what: string): PublicError =>
  invalid({
    path: 'handle',
    code: 'not_allowed',
    message: `${what} cannot be connected with a handle and an app password. Leave both out.`,
  })

function checkApp(platform: Platform, login: NamedLogin, asked: Asked, apps: SetApps): void {
  if (isSetUp(login, apps)) return
  const missing = asked.login === undefined ? loginsOf(platform) : [login]
  const settings = missing.map(({ app }) => [`${app}_CLIENT_ID`, `${app}_CLIENT_SECRET`])
  throw rejected({
    path: 'platform',
    platform: asked.platform,
    code: 'not_configured',
    message: `This instance has no developer app for ${platform.title}. The operator can store one with PUT /apps/${platform.name}, or set ${settings.map((pair) => pair.join(' and ')).join(', or ')}. With \`environment\` \`sandbox\` no app is necessary.`,
    settings: settings.flat(),
  })
}

const rejected = (detail: ErrorDetail): PublicError =>
  new PublicError('content_rejected', detail.message, { details: [detail] })

export const invalid = (detail: ErrorDetail): PublicError =>
  new PublicError('validation_failed', `${detail.path}: ${detail.message}`, { details: [detail] })
