/**
 * Schemes that a program owns: a domain in reverse (RFC 8252, 7.1), so that none belongs to the browser or the system. Some
 * assistants have one without a dot.
 */
const ofPrograms = /^(?:[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+|cursor|vscode|vscode-insiders):$/

/** Parsers drop or change other characters. */
const visible = /^[\x21-\x7e]+$/

const loopbackName = /^(localhost|127\.0\.0\.1|\[::1\])$/

export const isLoopback = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && loopbackName.test(hostname)

/** A page that the browser opens itself, and no program that it starts. */
export const isOfBrowsers = (url: URL): boolean => url.protocol === 'https:' || isLoopback(url)

/** Whether an application may get its answer there: on https, on this machine, or at a program that owns the scheme. */
export function isRedirectUri(text: string): boolean {
  const url = visible.test(text) ? URL.parse(text) : null
  if (url === null || text.includes('#') || url.username !== '' || url.password !== '') return false
  return isOfBrowsers(url) || ofPrograms.test(url.protocol)
}

/** On this machine a program listens on any port that is free (RFC 8252, 7.3). Everything else must be equal. */
export function matchesRedirect(registered: string, given: string): boolean {
  if (registered === given) return true
  const [one, other] = [URL.parse(registered), URL.parse(given)]
  if (one === null || other === null || !isLoopback(one) || !isRedirectUri(given)) return false
  other.port = one.port
  return other.href === one.href
}
