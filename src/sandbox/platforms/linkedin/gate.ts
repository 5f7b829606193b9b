import type { SimulatedOAuth } from '../../shared/oauth.ts'
import type { Bearer } from '../../shared/oauth-tokens.ts'
import type { SimulatedReply, SimulatedRequest, SimulatedRoute, World } from '../../shared/simulator.ts'
import {
  badPath,
  denied,
  tokenExpired,
  tokenMissing,
  tokenRevoked,
  tokenUnknown,
  unsupportedVersion,
  versionMissing,
  wrong,
} from './problems.ts'
import { settingsOf } from './settings.ts'
import { granted, type Person, pageUrn, people, personUrn } from './store.ts'

export interface Call {
  readonly request: SimulatedRequest
  readonly world: World
  /** The person of the token. */
  readonly person: Person
  readonly scopes: readonly string[]
}

export type Handler = (call: Call) => SimulatedReply

const refusals = { missing: tokenMissing, unknown: tokenUnknown, expired: tokenExpired, revoked: tokenRevoked }

/** Accepts the calls that LinkedIn accepts. */
export const signedIn =
  (oauth: SimulatedOAuth, handle: Handler): SimulatedRoute['handle'] =>
  (request, world) => {
    const holder: Bearer = oauth.bearer(request, world)
    if (holder.type === 'refused') return refusals[holder.why]()
    const person = people(world).get(holder.accountId)
    if (!person) return tokenUnknown()
    return handle({ request, world, person, scopes: granted(person, holder.scopes) })
  }

/** The same for versioned endpoints, which also require headers and correctly encoded URNs. */
export const versioned = (oauth: SimulatedOAuth, handle: Handler): SimulatedRoute['handle'] =>
  signedIn(oauth, (call) => wrongCall(call) ?? handle(call))

function wrongCall({ request: { headers, path, query, method }, world }: Call): SimulatedReply | null {
  const version = headers['linkedin-version']
  const [first, last] = settingsOf(world).versions
  if (version === undefined) return versionMissing()
  if (!/^\d{6}$/.test(version) || version < first || version > last) return unsupportedVersion(version)
  if (headers['x-restli-protocol-version'] !== '2.0.0') return wrong('Rest.li protocol 1.0.0 is not supported')
  if (/[:(),]/.test(path)) return badPath()
  const isFinder = method === 'GET' && query.has('q')
  const restliMethod = headers['x-restli-method']
  if (!isFinder || restliMethod === undefined || restliMethod.toUpperCase() === 'FINDER') return null
  return wrong(`Unknown method ${restliMethod}`)
}

const publishers = ['ADMINISTRATOR', 'CONTENT_ADMINISTRATOR']

/** Whether the person may do this as themselves, or as a Page that they manage. One of the scopes is enough. */
export function refusedAs(
  urn: string,
  {
    person,
    page,
    what,
  }: { readonly person: readonly string[]; readonly page: readonly string[]; readonly what: string },
  call: Call,
): SimulatedReply | null {
  const isOwn = urn === personUrn(call.person.id)
  const manages = call.person.pages.some((id) => pageUrn(id) === urn) && publishers.includes(call.person.role)
  const scopes = isOwn ? person : manages ? page : []
  return scopes.some((scope) => call.scopes.includes(scope)) ? null : denied(what)
}
