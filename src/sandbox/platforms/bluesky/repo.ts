import { z } from 'zod'
import type { Json } from '../../../domain/outcome.ts'
import type { SimulatedReply, SimulatedRequest, World } from '../../shared/simulator.ts'
import { type Account, findAccount } from './accounts.ts'
import { blobsIn, nameBlobs } from './blobs.ts'
import { recordCid } from './cid.ts'
import { invalidRequest, invalidSwap, RefusedRequest, serverFailed, tooLarge } from './errors.ts'
import { countWrite } from './limits.ts'
import { showPost, withdrawPost } from './posts.ts'
import { postCollection, readPost } from './record.ts'
import { keepRecord, type RepoRecord, records, stored, storedRecord, uriOf } from './records.ts'
import { writer } from './session.ts'
import { newTid, tid } from './tid.ts'

/** In bytes (bsky-docs, 2026-04-21). */
const maxJson = 1_000_000

const nsid = z.string().regex(/^[a-zA-Z0-9-]+(\.[a-zA-Z0-9-]+){2,}$/)
const recordKey = z.string().regex(/^[a-zA-Z0-9_~.:-]{1,512}$/)
const json = z.json()

const write = z.object({
  repo: z.string(),
  collection: nsid,
  rkey: recordKey.optional(),
  validate: z.boolean().optional(),
  record: z.record(z.string(), json),
  swapRecord: z.string().nullable().optional(),
  swapCommit: z.string().optional(),
})

type Write = z.output<typeof write>

const removal = write
  .pick({ repo: true, collection: true, swapRecord: true, swapCommit: true })
  .extend({ rkey: recordKey })

const head = z.object({ cid: z.string(), rev: z.string() })

const heads = (world: World) => world.documents('heads')

function readBody<S extends z.ZodType>(schema: S, { json, size }: SimulatedRequest): z.output<S> {
  if (size > maxJson) throw tooLarge()
  const read = schema.safeParse(json())
  if (!read.success) throw invalidRequest(`Input is invalid: ${z.prettifyError(read.error)}`)
  return read.data
}

/** Everybody writes only in their own repository. */
function owner(request: SimulatedRequest, repo: string, world: World): Account {
  const account = writer(request, world)
  if (repo !== account.did && repo.toLowerCase() !== account.handle)
    throw new RefusedRequest(401, 'AuthRequired', 'Authentication Required')
  return account
}

/** Writes a record under a key. If the same record is already there, nothing is written. */
export function putRecord(request: SimulatedRequest, world: World): SimulatedReply {
  const given = readBody(write, request)
  const account = owner(request, given.repo, world)
  const headers = countWrite(account.did, 'put', world)
  if (given.rkey === undefined) throw invalidRequest('Input must have the property "rkey"')
  const prepared = prepare(given)
  const address = { account, collection: given.collection, rkey: given.rkey }
  const before = storedRecord(account.did, given.collection, given.rkey, world)
  if (before?.cid === prepared.cid) return { status: 200, headers, body: answer(address, prepared) }
  if (given.swapRecord !== undefined && given.swapRecord !== (before?.cid ?? null))
    throw invalidSwap('Record', before?.cid ?? null)
  return { status: 200, headers, body: answer(address, prepared, store(address, given, prepared, world)) }
}

export function createRecord(request: SimulatedRequest, world: World): SimulatedReply {
  const given = readBody(write, request)
  const account = owner(request, given.repo, world)
  const headers = countWrite(account.did, 'create', world)
  const address = { account, collection: given.collection, rkey: given.rkey ?? newTid(world) }
  const prepared = prepare({ ...given, rkey: address.rkey })
  // The real server notices a used key too late for a proper error (sheet of 2026-11-21).
  if (storedRecord(account.did, address.collection, address.rkey, world)) throw serverFailed()
  return { status: 200, headers, body: answer(address, prepared, store(address, given, prepared, world)) }
}

interface RecordAddress {
  readonly account: Account
  readonly collection: string
  readonly rkey: string
}

interface PreparedRecord {
  readonly cid: string
  readonly value: RepoRecord['value']
  readonly status: 'valid' | 'unknown' | null
}

/** Only posts are known here. Unknown records are accepted, unless the caller requests validation. */
function prepare({ collection, rkey, record, validate }: Write): PreparedRecord {
  const value = { $type: collection, ...record }
  if (value.$type !== collection) throw invalidRequest(`Invalid $type: expected ${collection}, got ${value.$type}`)
  if (validate === false) return { cid: recordCid(value), value, status: null }
  if (collection !== postCollection) {
    if (validate === true) throw invalidRequest(`Unknown lexicon type: ${collection}`)
    return { cid: recordCid(value), value, status: 'unknown' }
  }
  if (!tid.test(rkey ?? '')) throw invalidRequest(`Invalid record key for ${collection}: expected a TID`)
  readPost(value)
  return { cid: recordCid(value), value, status: 'valid' }
}

function answer({ account, collection, rkey }: RecordAddress, { cid, status }: PreparedRecord, commit?: Json): Json {
  return {
    uri: uriOf(account.did, collection, rkey),
    cid,
    ...(commit !== undefined && { commit }),
    ...(status !== null && { validationStatus: status }),
  }
}

function store(address: RecordAddress, { swapCommit }: Write, { cid, value }: PreparedRecord, world: World): Json {
  const { account, collection, rkey } = address
  nameBlobs(account.did, blobsIn(value), world)
  const commit = newCommit(account.did, swapCommit, world)
  keepRecord(account.did, collection, rkey, { cid, value }, world)
  if (collection === postCollection) showPost(account.did, rkey, { cid, value }, world)
  return commit
}

/** Every write is a commit. It fails if it names another commit than the newest one. */
function newCommit(did: string, swapCommit: string | undefined, world: World): Json {
  const newest = head.safeParse(heads(world).get(did))
  if (swapCommit !== undefined && swapCommit !== newest.data?.cid) throw invalidSwap('Commit', newest.data?.cid ?? null)
  const rev = newTid(world)
  const commit = { cid: recordCid({ did, rev, prev: newest.data?.cid ?? null }), rev }
  heads(world).put(did, commit)
  return commit
}

/** A missing record counts as deleted. */
export function deleteRecord(request: SimulatedRequest, world: World): SimulatedReply {
  const { repo, collection, rkey, swapRecord, swapCommit } = readBody(removal, request)
  const { did } = owner(request, repo, world)
  const headers = countWrite(did, 'delete', world)
  const before = storedRecord(did, collection, rkey, world)
  if (!before) return { status: 200, headers, body: {} }
  if (swapRecord !== undefined && swapRecord !== before.cid) throw invalidSwap('Record', before.cid)
  const commit = newCommit(did, swapCommit, world)
  records(did, collection, world).remove(rkey)
  if (collection === postCollection) withdrawPost(uriOf(did, collection, rkey), world)
  return { status: 200, headers, body: { commit } }
}

function repoOf(query: URLSearchParams, world: World): string {
  const repo = query.get('repo') ?? ''
  const account = findAccount(repo, world)
  if (!account) throw invalidRequest(`Could not find repo: ${repo}`)
  return account.did
}

export function getRecord({ query }: SimulatedRequest, world: World): Json {
  const did = repoOf(query, world)
  const collection = query.get('collection') ?? ''
  const rkey = query.get('rkey') ?? ''
  const uri = uriOf(did, collection, rkey)
  const found = storedRecord(did, collection, rkey, world)
  const wanted = query.get('cid')
  if (!found || (wanted !== null && wanted !== found.cid))
    throw new RefusedRequest(400, 'RecordNotFound', `Could not locate record: ${uri}`)
  return { uri, ...found }
}

const maxPage = 100
const defaultPage = 50

/** Newest first, because keys of posts increase with time. */
export function listRecords({ query }: SimulatedRequest, world: World): Json {
  const did = repoOf(query, world)
  const collection = query.get('collection') ?? ''
  const limit = pageSize(query)
  const cursor = query.get('cursor')
  const upwards = query.get('reverse') === 'true'
  const page = records(did, collection, world).range({
    reverse: !upwards,
    limit,
    ...(cursor !== null && (upwards ? { after: cursor } : { before: cursor })),
  })
  return {
    records: page.map(({ id, document }) => ({ uri: uriOf(did, collection, id), ...stored.parse(document) })),
    ...(page.length === limit && { cursor: page.at(-1)?.id ?? '' }),
  }
}

export function pageSize(query: URLSearchParams): number {
  const limit = Number(query.get('limit') ?? defaultPage)
  if (!Number.isInteger(limit) || limit < 1 || limit > maxPage)
    throw invalidRequest(`Error: limit must be an integer from 1 to ${maxPage}`)
  return limit
}
