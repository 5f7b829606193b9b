import { longestSession, oidcSignInLasts } from '../domain/sign-in-times.ts'
import { inSeconds } from '../domain/time.ts'

const token = /^[A-Za-z0-9]{43}$/

/** How a browser keeps a token. On https no other host of the domain can set a cookie of this name. */
function createCookie(plainName: string, { secure, lifetime }: { secure: boolean; lifetime: number }) {
  const name = secure ? `__Host-${plainName}` : plainName
  const rest = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  return {
    /** The token in a `Cookie` header. */
    read: (header: string | undefined): string | undefined =>
      header
        ?.split(';')
        .map((pair) => pair.trim().split('='))
        .find(([given, value = '']) => given === name && token.test(value))?.[1],
    /** The `Set-Cookie` value that stores the token; null: that removes it. */
    write: (value: string | null): string =>
      value === null ? `${name}=; Max-Age=0; ${rest}` : `${name}=${value}; Max-Age=${inSeconds(lifetime)}; ${rest}`,
  }
}

export const createCookies = (secure: boolean) => ({
  session: createCookie('polypost_session', { secure, lifetime: longestSession }),
  oidc: createCookie('polypost_oidc', { secure, lifetime: oidcSignInLasts }),
})

export type Cookies = ReturnType<typeof createCookies>
