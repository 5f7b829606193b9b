import { isLoopback } from './redirect-uri.ts'

/** Where an access token works: at the address of assistants, or at the API. */
export type Audience = 'mcp' | 'api'

/** A program that asks a person for access. It has no secret: with PKCE it proves that it began the sign-in. */
export interface Application {
  readonly id: string
  readonly name: string
  /** Where it is published; null if nothing but its redirect URI tells. */
  readonly host: string | null
  readonly redirectUris: readonly string[]
  readonly audience: Audience
}

/** The browser goes nowhere: the page shows the code, and the person pastes it. */
export const pastedCode = 'urn:ietf:wg:oauth:2.0:oob'

/** Any program on the machine of the person can pretend to be it, as with every program without a secret. */
export const commandLine: Application = {
  id: 'polypost-cli',
  name: 'Polypost command line',
  host: null,
  redirectUris: ['http://127.0.0.1/callback', pastedCode],
  audience: 'api',
}

const thisComputer = 'this computer'

/** Where the browser goes with the answer, for people. */
export function hostShown(redirectUri: string): string {
  const url = new URL(redirectUri)
  if (isLoopback(url) || redirectUri === pastedCode) return thisComputer
  return url.host === '' ? url.protocol.slice(0, -1) : url.host
}

const longestName = 60

/** A name that a stranger chose, in one line and without signs that turn or hide text. */
export const plainName = (text: string): string =>
  text
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, longestName)
    .toWellFormed()
    .trim()
