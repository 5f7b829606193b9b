import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Json } from '../../../domain/outcome.ts'
import { endOfLogin, isKind } from '../../shared/kinds.ts'
import type { SimulatedReply, World } from '../../shared/simulator.ts'
import { toBase32 } from './cid.ts'
import { invalidRequest, RefusedRequest } from './errors.ts'

const account = z.object({
  did: z.string(),
  handle: z.string(),
  displayName: z.string(),
  appPassword: z.string(),
  emailConfirmed: z.boolean(),
  standing: z.enum(['active', 'takendown', 'deactivated']),
  followers: z.number(),
  /** Until when the app password works; null: for ever. */
  passwordEndsAt: z.number().nullable().default(null),
})

export type Account = z.output<typeof account>

/** A top-level domain that does not exist (RFC 6761), so that no simulated handle belongs to a real person. */
const handleDomain = 'bsky.test'
const maxLabel = 63

const accounts = (world: World) => world.documents('accounts')
const handles = (world: World) => world.documents('handles')

/**
 * Creates the account if it does not exist. The same name always has the same DID and app password, also after a reset.
 */
export function accountNamed(name: string, world: World): Account {
  const handle = handleOf(name)
  const known = findAccount(handle, world)
  if (known) return known
  const made: Account = {
    did: `did:plc:${toBase32(hashOf(`did ${handle}`)).slice(0, 24)}`,
    handle,
    displayName: name.trim(),
    appPassword: passwordOf(handle),
    emailConfirmed: !isKind(name, 'unconfirmed'),
    standing: standingOf(name),
    followers: 0,
    passwordEndsAt: null,
  }
  accounts(world).put(made.did, made)
  handles(world).put(handle, made.did)
  return made
}

/** Somebody signs in: an app password that ends begins again. */
export function withPassword(name: string, world: World): Account {
  const made: Account = { ...accountNamed(name, world), passwordEndsAt: endOfLogin(name, world) }
  accounts(world).put(made.did, made)
  return made
}

function handleOf(name: string): string {
  const label = name
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^[.-]+|[.-]+$/g, '')
  const plain = label.slice(0, maxLabel) || 'somebody'
  return plain.includes('.') ? plain : `${plain}.${handleDomain}`
}

const standingOf = (name: string): Account['standing'] => {
  if (isKind(name, 'taken_down')) return 'takendown'
  return isKind(name, 'deactivated') ? 'deactivated' : 'active'
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

const passwordOf = (handle: string): string =>
  (
    toBase32(hashOf(`app password ${handle}`))
      .slice(0, 16)
      .match(/.{4}/g) ?? []
  ).join('-')

/** Finds an account by DID or handle. */
export function findAccount(identifier: string, world: World): Account | undefined {
  const plain = identifier.toLowerCase()
  const did = plain.startsWith('did:') ? plain : handles(world).get(plain)
  const document = typeof did === 'string' ? accounts(world).get(did) : undefined
  return document === undefined ? undefined : account.parse(document)
}

export const changeFollowers = (did: string, change: (before: number) => number, world: World): void => {
  const found = findAccount(did, world)
  if (found) accounts(world).put(did, { ...found, followers: change(found.followers) })
}

/** The document that the DID directory and every session return: above all, it names the server of the account. */
export const didDocument = ({ did, handle }: Account, world: World): Json => ({
  '@context': [
    'https://www.w3.org/ns/did/v1',
    'https://w3id.org/security/multikey/v1',
    'https://w3id.org/security/suites/secp256k1-2019/v1',
  ],
  id: did,
  alsoKnownAs: [`at://${handle}`],
  verificationMethod: [],
  service: [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: world.address('pds') }],
})

export function lookUpDid(did: string, world: World): SimulatedReply {
  const found = did.startsWith('did:') ? findAccount(did, world) : undefined
  if (!found) return { status: 404, body: { message: `DID not registered: ${did}` } }
  return { status: 200, headers: { 'content-type': 'application/did+ld+json' }, body: didDocument(found, world) }
}

export function resolveHandle(query: URLSearchParams, world: World): Json {
  const handle = query.get('handle') ?? ''
  if (handle === '') throw invalidRequest('Error: Params must have the property "handle"')
  const found = handle.startsWith('did:') ? undefined : findAccount(handle, world)
  if (!found) throw new RefusedRequest(400, 'InvalidRequest', 'Unable to resolve handle')
  return { did: found.did }
}
