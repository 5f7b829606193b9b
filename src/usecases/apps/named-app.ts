import { loginsOf } from '../../accounts/logins.ts'
import { PublicError } from '../../contract/errors.ts'
import type { Platform } from '../../platforms/shared/platform.ts'
import type { Services } from '../context.ts'

export function namedPlatform({ offered }: Pick<Services, 'offered'>, asked: string): Platform {
  const platform = offered.find(({ name, aliases }) => [name, ...aliases].includes(asked))
  if (platform) return platform
  const names = offered.map(({ name }) => name).join(', ')
  throw new PublicError('not_found', `There is no platform of this name. The platforms are ${names}.`)
}

/** The name of the app of a login method. */
export function appNamed(platform: Platform, asked: string | undefined): string {
  const logins = loginsOf(platform)
  const login = asked === undefined ? logins[0] : logins.find(({ name }) => name === asked)
  const allowed = logins.map(({ name }) => name)
  if (!login)
    throw new PublicError('validation_failed', `login: ${platform.title} has the logins ${allowed.join(', ')}.`, {
      details: [{ path: 'login', code: 'not_allowed', message: 'There is no such login.', allowed }],
    })
  if (login.app === null) {
    const message = `${platform.title} needs no developer app, so nothing can be stored.`
    throw new PublicError('wrong_state', message, { details: [{ code: 'wrong_state', message, status: 'not_needed' }] })
  }
  return login.app
}
