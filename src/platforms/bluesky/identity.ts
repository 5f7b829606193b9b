import type { z } from 'zod'
import { type Answer, call, hostOf, isDone, isFault } from '../shared/call.ts'
import type { Renewal } from '../shared/connect.ts'
import type { LiveContext } from '../shared/context.ts'
import { refusal } from './errors.ts'
import { query } from './request.ts'
import { didAnswer, didDocument, did as didShape } from './wire.ts'

/** An account and its server, or why it could not be found: permanently or temporarily. */
type IdentityResult = { readonly type: 'found'; readonly did: string; readonly pds: string } | NotLocated

type NotLocated = Exclude<Renewal, { readonly type: 'renewed' }>
type Temporary = Extract<Renewal, { readonly type: 'retry' }>

const handleShape = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/
const maxHandle = 253

/** Removes what people type or copy with a handle: an @, capitals, and the invisible characters that Bluesky's app adds. */
export const plainIdentifier = (given: string): string => {
  const plain = given.trim().replace(/[\p{Cf}\s]/gu, '')
  return plain.startsWith('did:') ? plain : plain.replace(/^@/, '').toLowerCase()
}

export async function locate(identifier: string, context: LiveContext): Promise<IdentityResult> {
  if (identifier.startsWith('did:')) return locateDid(identifier, context)
  if (!handleShape.test(identifier) || identifier.length > maxHandle)
    return notLocated(`“${identifier}” is not a Bluesky handle. A handle contains a dot, such as alice.bsky.social.`)
  const did = await didOfHandle(identifier, context)
  if (typeof did !== 'string') return did
  return locateDid(did, context)
}

async function didOfHandle(handle: string, context: LiveContext): Promise<string | NotLocated> {
  const answer = await askForHandle(handle, context)
  if (isDone(answer)) return didAnswer.parse(answer.json()).did
  const passing = temporaryRefusal('Bluesky is not able to look up handles at the moment.', answer, context)
  return (
    passing ??
    (await didFromSite(handle, context)) ??
    notLocated(`No Bluesky account has the handle ${handle}. Check the spelling.`)
  )
}

export const askForHandle = (handle: string, context: LiveContext): Promise<Answer> =>
  query(context, {
    host: hostOf(context, 'entryway'),
    name: 'com.atproto.identity.resolveHandle',
    query: { handle },
  })

/** Reserved names, which do not resolve to the same place everywhere (atproto specification of handles, 2026-08). */
const reservedNames = /\.(alt|arpa|example|internal|invalid|local|localhost|onion|test)$/

/** Only the site of a handle may know its DID, and the entryway may not be able to reach that site. */
async function didFromSite(handle: string, context: LiveContext): Promise<string | null> {
  if (reservedNames.test(handle)) return null
  try {
    const answer = await call(context, { method: 'GET', url: `https://${handle}/.well-known/atproto-did` })
    return didShape.safeParse(answer.text.trim()).data ?? null
  } catch (error) {
    // A mistyped handle has no site, so an unreachable site means that there is no such handle.
    if (isFault(error)) return null
    throw error
  }
}

async function locateDid(did: string, context: LiveContext): Promise<IdentityResult> {
  const url = documentAddress(did, context)
  if (url === null) return notLocated(`“${did}” is not a DID that Bluesky uses.`)
  const answer = await call(context, { method: 'GET', url })
  if (!isDone(answer))
    return (
      temporaryRefusal('Bluesky’s directory of accounts does not respond at the moment.', answer, context) ??
      notLocated('The Bluesky account no longer exists.')
    )
  const pds = pdsOf(did, didDocument.parse(answer.json()), context)
  return pds === null
    ? notLocated('The Bluesky account has no server that can be reached.')
    : { type: 'found', did, pds }
}

function documentAddress(did: string, context: LiveContext): string | null {
  if (/^did:plc:[a-z0-9]{1,64}$/.test(did)) return `${hostOf(context, 'plc')}/${did}`
  const site = did.replace(/^did:web:/, '')
  return handleShape.test(site) ? `https://${site}/.well-known/did.json` : null
}

/** The address of the account's server, which may have a path. It needs https, because the app password is sent there. */
function pdsOf(did: string, document: z.output<typeof didDocument>, context: LiveContext): string | null {
  if (document.id !== did) return null
  const service = document.service.find(({ id }) => id === '#atproto_pds' || id === `${did}#atproto_pds`)
  const url = URL.parse(String(service?.serviceEndpoint))
  // Plain http is accepted only if the operator's entryway uses it too: in the sandbox and in tests.
  const mayBePlain = hostOf(context, 'entryway').startsWith('http:')
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && mayBePlain))) return null
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

const notLocated = (message: string): NotLocated => ({ type: 'refused', error: 'reconnect_required', message })

/** A temporary refusal; null if the refusal is final. */
export function temporaryRefusal(message: string, answer: Answer, context: LiveContext): Temporary | null {
  const refused = refusal(answer, 'read', context)
  if (refused.type !== 'retry') return null
  const { notBefore } = refused
  return { type: 'retry', message: `${message} Try again later.`, ...(notBefore !== undefined && { notBefore }) }
}
