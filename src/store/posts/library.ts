import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { folded } from '../../domain/folded.ts'
import { isMediaType, type MediaType, mediaTypes } from '../../domain/media-types.ts'
import type { Reader, Transaction } from '../engine/database.ts'
import { isPostgres } from '../engine/kind.ts'
import { textsIn } from '../engine/listed.ts'
import { inScope, type ProfileScope } from '../scope.ts'
import type { Tables } from '../tables.ts'
import {
  canComeBack,
  type MediaPosition,
  type MediaRow,
  readMedia,
  removing,
  unendedStatuses,
  usedBy,
} from './media.ts'

/** How many posts, and how many drafts, are named among those that use a file. */
const namedUses = 20

export interface MediaFilters {
  readonly scope: ProfileScope
  readonly kind?: 'image' | 'video' | undefined
  readonly used?: boolean | undefined
  readonly search?: string | undefined
}

interface Uses<Id> {
  readonly count: number
  readonly newest: readonly Id[]
}

export interface MediaUses {
  readonly posts: Uses<number>
  readonly drafts: Uses<string>
}

/** The deleted posts are those that can be brought back. */
export interface AllUses extends MediaUses {
  readonly deletedPosts: Uses<number>
}

export async function findListedMedia(db: Reader, userId: number, key: string): Promise<MediaRow | undefined> {
  const row = await inLibrary(db, userId).selectAll().where('key', '=', key).executeTakeFirst()
  return row && readMedia(row)
}

/** Newest first. */
export async function listMedia(
  db: Reader,
  { scope, kind, used, search }: MediaFilters,
  { after, limit }: { readonly after: MediaPosition | undefined; readonly limit: number },
): Promise<MediaRow[]> {
  const rows = await inLibrary(db, scope.userId)
    .selectAll()
    .$if(scope.profileIds !== null, (query) => query.where((e) => e.or([isUsedIn(db, scope)(e), e.not(isUsed(e))])))
    .$if(kind !== undefined, (query) => query.where('content_type', 'in', typesOf(kind)))
    .$if(used !== undefined, (query) => query.where((e) => (used ? isUsed(e) : e.not(isUsed(e)))))
    .$if(search !== undefined, (query) => query.where(named(db, folded(search ?? ''))))
    .$if(after !== undefined, (query) => query.where((e) => isBefore(e, after ?? { created_at: 0, key: '' })))
    .orderBy('created_at', 'desc')
    .orderBy('key', 'desc')
    .limit(limit)
    .execute()
  return rows.map(readMedia)
}

const inLibrary = (db: Reader, userId: number) =>
  db.selectFrom('media').where('user_id', '=', userId).where('listed', '=', 1).where('state', '<>', removing)

/** An animated image is an image. */
const typesOf = (kind: MediaFilters['kind']): MediaType[] =>
  Object.keys(mediaTypes)
    .filter(isMediaType)
    .filter((type) => (mediaTypes[type] === 'video') === (kind === 'video'))

const named = (db: Reader, text: string) =>
  isPostgres(db)
    ? sql<boolean>`strpos(coalesce(search, lower(key)), ${text}) > 0`
    : sql<boolean>`instr(coalesce(search, lower(key)), ${text}) > 0`

const isBefore = (e: ExpressionBuilder<Tables, 'media'>, { created_at, key }: MediaPosition) =>
  e.and([e('created_at', '<=', created_at), e.or([e('created_at', '<', created_at), e('key', '<', key)])])

const isUsed = usedBy(sql<boolean>`(posts.deleted_at is null or ${canComeBack})`)

const isUsedIn = (db: Reader, scope: ProfileScope) =>
  usedBy(sql<boolean>`(posts.deleted_at is null and ${inScope(db, scope, 'posts')})`, inScope(db, scope, 'drafts'))

/** The posts and drafts that use each of these files. */
export async function listUses(db: Reader, keys: readonly string[]): Promise<(key: string) => AllUses> {
  const posts = await uses<number>(db, keys, inPosts(sql`posts.deleted_at is null`))
  const deletedPosts = await uses<number>(db, keys, inPosts(canComeBack))
  const drafts = await uses<string>(db, keys, inDrafts)
  return (key) => ({
    posts: usesOf(posts, key),
    deletedPosts: usesOf(deletedPosts, key),
    drafts: usesOf(drafts, key),
  })
}

/** The posts that have not ended, and the drafts, for which a file is kept. The same as `isWaitedFor`. */
export async function listHolders(db: Reader, key: string): Promise<MediaUses> {
  const waiting = sql`posts.status in (${sql.join(unendedStatuses.map((status) => sql.lit(status)))})`
  return {
    posts: usesOf(await uses<number>(db, [key], inPosts(waiting)), key),
    drafts: usesOf(await uses<string>(db, [key], inDrafts), key),
  }
}

const inPosts = (condition: RawBuilder<unknown>) =>
  sql`select media_key, posts.id from post_media join posts on posts.id = post_media.post_id where ${condition}`
const inDrafts = sql`select media_key, draft_id as id from draft_media where true`

interface Use<Id> {
  readonly media_key: string
  readonly id: Id
  readonly total: number
}

async function uses<Id>(db: Reader, keys: readonly string[], source: RawBuilder<unknown>): Promise<readonly Use<Id>[]> {
  const { rows } = await sql<Use<Id>>`
    select media_key, id, total from (
      select media_key, id, count(*) over (partition by media_key) as total,
        row_number() over (partition by media_key order by id desc) as rank
      from (${source} and media_key in ${textsIn(db, keys)}) as used
    ) as ranked
    where rank <= ${namedUses} order by id desc`.execute(db)
  return rows
}

function usesOf<Id>(all: readonly Use<Id>[], key: string): Uses<Id> {
  const own = all.filter(({ media_key }) => media_key === key)
  return { count: Number(own[0]?.total ?? 0), newest: own.map(({ id }) => id) }
}

export async function changeMedia(
  tx: Transaction,
  key: string,
  { name, altText }: { readonly name: string | null; readonly altText: string | null },
): Promise<void> {
  await tx
    .updateTable('media')
    .set({ name, search: name && folded(name), alt_text: altText })
    .where('key', '=', key)
    .execute()
}
