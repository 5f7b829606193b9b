import type { OAuthConnect, PasswordConnect } from '../platforms/shared/connect.ts'
import type { Credentials } from '../platforms/shared/context.ts'
import type { Platform } from '../platforms/shared/platform.ts'

/** One way to sign in to a platform. */
export interface NamedLogin {
  /** As callers name it; of a platform with one way, the platform's own name. */
  readonly name: string
  /** Prefix of the settings that hold the developer app for it; null where it needs none. */
  readonly app: string | null
  readonly connect: OAuthConnect | PasswordConnect
}

/** All ways to sign in to a platform, the usual one first. */
export function loginsOf({ name, app, live }: Platform): readonly NamedLogin[] {
  const { firstLogin = name, byName = {} } = live.otherLogins ?? {}
  const others = Object.entries(byName).map(([other, login]) => ({ name: other, ...login }))
  return [{ name: firstLogin, app, connect: live.connect }, ...others]
}

/** The way of this name; without one, the usual way. */
export function loginNamed(platform: Platform, name: string | undefined): NamedLogin {
  const found = loginsOf(platform).find((one) => name === undefined || one.name === name)
  if (!found) throw new Error(`${platform.title} has no login “${name}”.`)
  return found
}

/** The name of the way by which credentials came; undefined of the usual way. */
export const loginOf = ({ extra }: Pick<Credentials, 'extra'>): string | undefined => extra.login

/** Credentials that tell by which way they came, where it is not the usual one. */
export const markedWith = (credentials: Credentials, platform: Platform, { name }: NamedLogin): Credentials =>
  name === loginNamed(platform, undefined).name
    ? credentials
    : { ...credentials, extra: { ...credentials.extra, login: name } }
