import type { z } from 'zod'
import { type Answer, call, hostOf, isDone, isFault } from '../shared/call.ts'
import type { LiveContext, Renewal } from '../shared/live.ts'
import { refusal } from './errors.ts'
import { query } from './request.ts'
import { didAnswer, didDocument, did as didShape } from './wire.ts'

/** An account and the server that it lives on, or why it could not be found: for good, or for now. */
type Located = { readonly type: 'found'; readonly did: string; readonly pds: string } | NotLocated

type NotLocated = Exclude<Renewal, { readonly type: 'renewed' }>
type Passing = Extract<Renewal, { readonly type: 'retry' }>

const handleShape = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/
const maxHandle = 253

/** As people write or copy it: with an @, in capitals, and with the invisible signs that Bluesky's app puts around it. */
export const plainIdentifier = (given: string): string => {
  const plain = given.trim().replace(/[\p{Cf}\s]/gu, '')
  return plain.startsWith('did:') ? plain : plain.replace(/^@/, '').toLowerCase()
}

export async function locate(identifier: string, context: LiveContext): Promise<Located> {
  if (identifier.startsWith('did:')) return locateDid(identifier, context)
  if (!handleShape.test(identifier) || identifier.length > maxHandle)
    return unknown(`“${identifier}” is no Bluesky handle. A handle has a dot in it, such as alice.bsky.social.`)
  const did = await didOfHandle(identifier, context)
  if (typeof did !== 'string') return did
  return locateDid(did, context)
}

async function didOfHandle(handle: string, context: LiveContext): Promise<string | NotLocated> {
  const answer = await askForHandle(handle, context)
  if (isDone(answer)) return didAnswer.parse(answer.json()).did
  const passing = later('Bluesky can’t look up handles just now.', answer, context)
  return (
    passing ??
    (await didOfSite(handle, context)) ??
    unknown(`No account has the handle ${handle}. Check how it is written.`)
  )
}

export const askForHandle = (handle: string, context: LiveContext): Promise<Answer> =>
  query(context, {
    host: hostOf(context, 'entryway'),
    name: 'com.atproto.identity.resolveHandle',
    query: { handle },
  })

/** They lead nowhere, or not to the same place from everywhere (atproto specification of handles, 2026-08). */
const closedNames = /\.(alt|arpa|example|internal|invalid|local|localhost|onion|test)$/

/** A handle may be told by its own site alone, which the entryway might not see as we do. */
async function didOfSite(handle: string, context: LiveContext): Promise<string | null> {
  if (closedNames.test(handle)) return null
  try {
    const answer = await call(context, { method: 'GET', url: `https://${handle}/.well-known/atproto-did` })
    return didShape.safeParse(answer.text.trim()).data ?? null
  } catch (error) {
    // A mistyped handle is the name of no site: that nobody is there is the answer.
    if (isFault(error)) return null
    throw error
  }
}

async function locateDid(did: string, context: LiveContext): Promise<Located> {
  const url = documentAddress(did, context)
  if (url === null) return unknown(`“${did}” is no DID that Bluesky uses.`)
  const answer = await call(context, { method: 'GET', url })
  if (!isDone(answer))
    return (
      later('The directory of accounts does not answer just now.', answer, context) ??
      unknown('The account does not exist any more.')
    )
  const pds = pdsOf(did, didDocument.parse(answer.json()), context)
  return pds === null ? unknown('The account has no server that it could be reached at.') : { type: 'found', did, pds }
}

function documentAddress(did: string, context: LiveContext): string | null {
  if (/^did:plc:[a-z0-9]{1,64}$/.test(did)) return `${hostOf(context, 'plc')}/${did}`
  const site = did.replace(/^did:web:/, '')
  return handleShape.test(site) ? `https://${site}/.well-known/did.json` : null
}

/** A server's address may have a path of its own; the app password is sent there, so it has to be secret on its way. */
function pdsOf(did: string, document: z.output<typeof didDocument>, context: LiveContext): string | null {
  if (document.id !== did) return null
  const service = document.service.find(({ id }) => id === '#atproto_pds' || id === `${did}#atproto_pds`)
  const url = URL.parse(String(service?.serviceEndpoint))
  // Plain http is taken where the operator has chosen it for the entryway too: in the sandbox and in tests.
  const mayBePlain = hostOf(context, 'entryway').startsWith('http:')
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && mayBePlain))) return null
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

const unknown = (message: string): NotLocated => ({ type: 'refused', error: 'reconnect_required', message })

/** A refusal as one that passes; null where it is final. */
export function later(message: string, answer: Answer, context: LiveContext): Passing | null {
  const refused = refusal(answer, 'read', context)
  if (refused.type !== 'retry') return null
  const { notBefore } = refused
  return { type: 'retry', message: `${message} Try again later.`, ...(notBefore !== undefined && { notBefore }) }
}
