import { PublicError } from '../contract/errors.ts'

/** The information from a browser about the origin of a request. */
export interface Origins {
  readonly method: string
  /** The value of `Sec-Fetch-Site`. */
  readonly site: string | undefined
  /** The value of `Origin`. */
  readonly origin: string | undefined
  /** The value of `Host`. */
  readonly host: string | undefined
}

const safeMethods = /^(GET|HEAD)$/
const loopbackHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/

/**
 * Why a request that a cookie signs is refused; null if it comes from our own pages. Another site can make a browser send
 * the cookie, but it can change neither of these headers.
 */
export function forgeryOf({ method, site, origin, host }: Origins, publicOrigin: string): PublicError | null {
  if (safeMethods.test(method)) return site === 'cross-site' ? forbidden() : null
  if (site !== undefined) return site === 'same-origin' ? null : forbidden()
  return origin !== undefined && isOwnOrigin(origin, host, publicOrigin) ? null : forbidden()
}

/** The same for requests that no cookie signs, such as a sign-in. Programs send neither header. */
export const foreignPage = (origins: Origins, publicOrigin: string): PublicError | null =>
  origins.site === undefined && origins.origin === undefined ? null : forgeryOf(origins, publicOrigin)

/** An instance on this machine has several names, of which the public address is one. */
export const isOwnOrigin = (origin: string, host: string | undefined, publicOrigin: string): boolean =>
  origin === publicOrigin || (host !== undefined && loopbackHost.test(host) && origin === `http://${host}`)

const forbidden = (): PublicError =>
  new PublicError(
    'forbidden_origin',
    'This request comes from another website, so your sign-in does not count for it. Use the pages of this instance. A program sends an API key instead of the cookie.',
  )
