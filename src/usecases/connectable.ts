import type { LivePlatform } from '../accounts/renew.ts'
import { type ErrorDetail, PublicError } from '../contract/errors.ts'
import type { Input } from '../contract/operation.ts'
import type { Operations } from '../contract/operations.ts'
import type { Platform } from '../platforms/platform.ts'
import type { Services } from './context.ts'

/** The word for every simulated platform at once. */
export const everyPlatform = 'all'

type Asked = Input<Operations['connect']>['body']

const isLive = (platform: Platform): platform is LivePlatform => platform.live !== undefined

/** The platforms that are asked for, once it is clear that each of them can be connected. */
export function platformsToConnect(
  services: Pick<Services, 'platforms' | 'apps' | 'accounts'>,
  asked: Asked,
): readonly LivePlatform[] {
  if (asked.environment === 'sandbox' && !services.accounts.hasSandbox)
    throw rejected({
      path: 'environment',
      code: 'sandbox_off',
      message: 'The simulated platforms are switched off here. The operator can set POLYPOST_SANDBOX=on.',
    })
  if (asked.platform === everyPlatform) {
    if (asked.handle !== undefined) throw noPassword('Several platforms at once')
    return services.platforms.filter(isLive)
  }
  const platform = services.platforms.find(({ name, aliases }) => [name, ...aliases].includes(asked.platform))
  if (!platform) throw new Error('The contract lets no other platform through.')
  if (!isLive(platform))
    throw rejected({
      path: 'platform',
      platform: asked.platform,
      code: 'not_available',
      message: `This version can’t connect ${platform.title} yet. GET /platforms lists what it can do.`,
    })
  checkPassword(platform, asked)
  if (asked.environment !== 'sandbox') checkApp(platform, asked.platform, services.apps)
  return [platform]
}

function checkPassword({ title, live }: LivePlatform, { handle, environment }: Asked): void {
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
    message: `${what} can’t be connected with a handle and an app password; leave both out.`,
  })

function checkApp({ app, title }: LivePlatform, named: string, apps: readonly string[]): void {
  if (app === null || apps.includes(app)) return
  const settings = [`${app}_CLIENT_ID`, `${app}_CLIENT_SECRET`]
  throw rejected({
    path: 'platform',
    platform: named,
    code: 'not_configured',
    message: `This instance has no developer app for ${title}. Its operator can set ${settings.join(' and ')}; \`environment\` \`sandbox\` needs none.`,
    settings,
  })
}

const rejected = (detail: ErrorDetail): PublicError =>
  new PublicError('content_rejected', detail.message, { details: [detail] })

const invalid = (detail: ErrorDetail): PublicError =>
  new PublicError('validation_failed', `${detail.path}: ${detail.message}`, { details: [detail] })
