import type { Connect } from '../platforms/shared/connect.ts'
import type { Credentials } from '../platforms/shared/context.ts'
import type { Platform } from '../platforms/shared/platform.ts'

/** One login method of a platform. */
export interface NamedLogin {
  /** As callers name it; if a platform has one method, the name of the platform. */
  readonly name: string
  /** Prefix of the settings that hold the developer app for it; null if it needs none. */
  readonly app: string | null
  readonly connect: Connect
}

/** All login methods of a platform, the usual one first. */
export function loginsOf({ name, app, live }: Platform): readonly NamedLogin[] {
  const { firstLogin = name, byName = {} } = live.otherLogins ?? {}
  const others = Object.entries(byName).map(([other, login]) => ({ name: other, ...login }))
  return [{ name: firstLogin, app, connect: live.connect }, ...others]
}

/** The method with this name; without a name, the usual one. */
export function loginNamed(platform: Platform, name: string | undefined): NamedLogin {
  const found = loginsOf(platform).find((one) => name === undefined || one.name === name)
  if (!found) throw new Error(`${platform.title} has no login “${name}”.`)
  return found
}

/** The name of the method that provided the credentials; undefined for the usual one. */
export const loginOf = ({ extra }: Pick<Credentials, 'extra'>): string | undefined => extra.login

/** Credentials that contain their login method, unless it is the usual one. */
export const markedWith = (credentials: Credentials, platform: Platform, { name }: NamedLogin): Credentials =>
  name === loginNamed(platform, undefined).name
    ? credentials
    : { ...credentials, extra: { ...credentials.extra, login: name } }
