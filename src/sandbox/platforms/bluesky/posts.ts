import { z } from 'zod'
import { minute, second } from '../../../domain/time.ts'
import type { LedgerPost, World } from '../../shared/simulator.ts'
import { mediaCount, postCollection, readPost } from './record.ts'
import { type RepoRecord, stored, uriOf } from './records.ts'
import { settingsOf } from './settings.ts'

/** How long a slow AppView does not know a new post. */
const longLag = minute

const postLink = z.object({ uri: z.string(), parent: z.string().nullable() })

/** A post as the AppView knows it, which is later than the server where it was written. */
const shown = stored.extend({
  uri: z.string(),
  did: z.string(),
  /** In milliseconds since 1970. */
  indexedAt: z.number(),
  visibleAt: z.number(),
  parent: z.string().nullable(),
  root: z.string().nullable(),
})

export type IndexedPost = z.output<typeof shown>

const posts = (world: World) => world.documents('posts')
/** All posts by time. */
const timeline = (world: World) => world.documents('timeline')
/** All replies under a post by time. */
const thread = (root: string, world: World) => world.documents(`thread ${root}`)

/** Passes a new record to the AppView and the ledger. */
export function showPost(
  did: string,
  rkey: string,
  { cid, value }: RepoRecord,
  world: World,
  lag: 'with lag' | 'at once' = 'with lag',
): void {
  const uri = uriOf(did, postCollection, rkey)
  const post = readPost(value)
  const parent = post.reply?.parent.uri ?? null
  const root = post.reply?.root.uri ?? null
  const indexedAt = world.now()
  const visibleAt = indexedAt + (lag === 'at once' ? 0 : lagOf(parent === null ? 'create' : 'comment', world))
  const isKnown = posts(world).get(uri) !== undefined
  posts(world).put(uri, { uri, did, cid, value, indexedAt, visibleAt, parent, root })
  timeline(world).put(`${rkey} ${did}`, { uri, parent })
  if (root !== null) thread(root, world).put(`${rkey} ${did}`, { uri, parent })
  const visible: LedgerPost = {
    id: uri,
    account_id: did,
    text: post.text,
    media_count: mediaCount(post),
    reply_to: parent,
    url: `${world.page('web')}/profile/${did}/post/${rkey}`,
    created_at: new Date(indexedAt).toISOString(),
  }
  if (isKnown) world.change(visible)
  else world.publish(visible)
}

const lagOf = (operation: 'create' | 'comment', world: World): number =>
  world.scaled(world.meets('list_lag', operation) ? longLag : settingsOf(world).appViewLagSeconds * second)

/** In a thread, its place stays, without a post. */
export function withdrawPost(uri: string, world: World): void {
  const found = posts(world).get(uri)
  if (found === undefined) return
  posts(world).remove(uri)
  const [, , did = '', , rkey = ''] = uri.split('/')
  timeline(world).remove(`${rkey} ${did}`)
  world.unpublish(uri)
}

/** The state for one call to the AppView: whether it lags is decided once per call. */
export type PostLookup = (uri: string) => IndexedPost | undefined

export function seenBy(operation: 'read' | 'metrics', world: World): PostLookup {
  const youngest = world.meets('list_lag', operation) ? world.now() - world.scaled(longLag) : world.now()
  return (uri) => {
    const document = posts(world).get(uri)
    const found = document === undefined ? undefined : shown.parse(document)
    return found && found.visibleAt <= world.now() && found.indexedAt <= youngest ? found : undefined
  }
}

/** The post on the server where it was written. */
export function knownPost(uri: string, world: World): IndexedPost | undefined {
  const document = posts(world).get(uri)
  return document === undefined ? undefined : shown.parse(document)
}

/** More posts than a simulated thread has. */
const maxThread = 10_000

export const answersBelow = (root: string, world: World) =>
  thread(root, world)
    .range({ limit: maxThread })
    .map(({ document }) => postLink.parse(document))

export const newest = (limit: number, world: World): readonly string[] =>
  timeline(world)
    .range({ reverse: true, limit })
    .map(({ document }) => postLink.parse(document).uri)
