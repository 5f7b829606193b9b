import type { AuthorizationServer } from 'oauth4webapi'
import { hashOneTime } from '../crypto/one-time.ts'
import type { HttpClient } from '../outbound/http-client.ts'
import { fetchThrough } from './fetch.ts'

/** The subject at the issuer, which identifies a person. An email address does not. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
  /** For people. */
  readonly name: string | null
}

/** One sign-in in one browser. */
interface Attempt {
  readonly state: string
  /** A secret of the browser. The provider sees only hashes of it: as the PKCE challenge, and as the nonce. */
  readonly verifier: string
}

export interface Oidc {
  /** For the button. */
  readonly name: string
  /** Passwords do not sign in. */
  readonly only: boolean
  /** Where the person signs in. `again`: also if the provider knows the browser. */
  readonly address: (attempt: Attempt, options: { readonly again: boolean }) => Promise<string>
  /** Who came back from there. Throws an `OidcFault`. */
  readonly identify: (returned: URLSearchParams, attempt: Attempt) => Promise<Identity>
}

/** The provider did not sign the person in. */
export class OidcFault extends Error {
  /** The provider reported it to the person; otherwise the provider is away, or its answer is not valid. */
  readonly declined: boolean

  constructor(message: string, { declined = false, cause }: { declined?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.declined = declined
  }
}

interface Settings {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly name: string
  readonly only: boolean
  readonly redirectUri: string
}

/** Loaded with the first sign-in, since most instances have none. */
const library = () => import('oauth4webapi')

const clockDifference = 30 // seconds

/** The identity provider of the operator. */
export function createOidc(settings: Settings, http: HttpClient): Oidc {
  const { name, only, redirectUri, clientId } = settings
  const issuer = new URL(settings.issuer)

  const options = async () => {
    const { allowInsecureRequests, customFetch } = await library()
    // The settings allow plain http only on this machine.
    return { [customFetch]: fetchThrough(http), [allowInsecureRequests]: issuer.protocol === 'http:' }
  }

  async function discover(): Promise<AuthorizationServer> {
    const { discoveryRequest, processDiscoveryResponse } = await library()
    return processDiscoveryResponse(issuer, await discoveryRequest(issuer, await options()))
  }

  return {
    name,
    only,

    async address({ state, verifier }, { again }) {
      const { calculatePKCECodeChallenge } = await library()
      const { authorization_endpoint: endpoint } = await discover().catch(fail)
      if (endpoint === undefined) throw new OidcFault('The provider has no authorization endpoint.')
      const url = new URL(endpoint)
      const parameters = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: 'openid profile email',
        state,
        nonce: hashOneTime(verifier),
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(again ? { prompt: 'login' } : {}),
      }
      for (const [parameter, value] of Object.entries(parameters)) url.searchParams.set(parameter, value)
      return url.href
    },

    identify: (returned, attempt) => exchange(returned, attempt).catch(fail),
  }

  async function exchange(returned: URLSearchParams, { state, verifier }: Attempt): Promise<Identity> {
    const oauth = await library()
    const server = await discover()
    const client = { client_id: clientId, [oauth.clockTolerance]: clockDifference }
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const show = methods.includes('client_secret_basic') ? oauth.ClientSecretBasic : oauth.ClientSecretPost
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      show(settings.clientSecret),
      oauth.validateAuthResponse(server, client, returned, state),
      redirectUri,
      verifier,
      await options(),
    )
    const expected = { expectedNonce: hashOneTime(verifier), requireIdToken: true }
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, expected)
    await oauth.validateApplicationLevelSignature(server, response, await options())
    const claims = oauth.getValidatedIdTokenClaims(tokens)
    if (claims === undefined) throw new OidcFault('The provider sent no ID token.')
    return { issuer: claims.iss, subject: claims.sub, name: typeof claims.name === 'string' ? claims.name : null }
  }
}

async function fail(cause: unknown): Promise<never> {
  const { AuthorizationResponseError } = await library()
  if (cause instanceof AuthorizationResponseError)
    throw new OidcFault(cause.error_description ?? cause.error, { declined: true, cause })
  throw cause instanceof OidcFault ? cause : new OidcFault('The provider failed.', { cause })
}
