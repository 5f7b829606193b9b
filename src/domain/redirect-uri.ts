/** Schemes that a browser acts on itself, so no program can own them. */
const notForPrograms =
  /^(about|blob|chrome|data|edge|file|filesystem|ftp|http|https|intent|javascript|mailto|resource|tel|vbscript|view-source|ws|wss):$/

/** Parsers drop or change other characters. */
const visible = /^[\x21-\x7e]+$/

const loopbackName = /^(localhost|127\.0\.0\.1|\[::1\])$/

export const isLoopback = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && loopbackName.test(hostname)

/** Whether an application may get its answer there: on https, on this machine, or at a program that owns the scheme. */
export function isRedirectUri(text: string): boolean {
  const url = visible.test(text) ? URL.parse(text) : null
  if (url === null || text.includes('#') || url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || isLoopback(url) || !notForPrograms.test(url.protocol)
}

/** On this machine a program listens on any port that is free (RFC 8252, 7.3). Everything else must be equal. */
export function matchesRedirect(registered: string, given: string): boolean {
  if (registered === given) return true
  const [one, other] = [URL.parse(registered), URL.parse(given)]
  if (one === null || other === null || !isLoopback(one) || !isRedirectUri(given)) return false
  other.port = one.port
  return other.href === one.href
}
