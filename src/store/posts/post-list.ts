import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { folded } from '../../domain/folded.ts'
import type { PostStatus } from '../../domain/post-status.ts'
import type { Reader } from '../engine/database.ts'
import { isPostgres } from '../engine/kind.ts'
import { textsIn } from '../engine/listed.ts'
import { inScope, type ProfileScope } from '../scope.ts'
import type { Tables } from '../tables.ts'
import { labelled, labelNames } from './labels.ts'
import { type PostRow, readPost } from './posts.ts'

export interface PostFilters {
  /** Any of these. */
  readonly statuses?: readonly PostStatus[] | undefined
  /** Any of these, by their names in the database. */
  readonly platforms?: readonly string[] | undefined
  /** The first and the last effective time. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly scheduledFrom?: number | undefined
  readonly scheduledTo?: number | undefined
  readonly batchId?: string | undefined
  readonly search?: string | undefined
  readonly label?: string | undefined
  /** Those that are deleted, instead of those that are not. */
  readonly deleted?: boolean
  readonly now: number
}

export interface ListedPosts {
  readonly scope: ProfileScope
  readonly filters: PostFilters
}

export interface PostOrder {
  /** `time` is the effective time, `deletion` the time at which a post was deleted. */
  readonly by: 'id' | 'time' | 'deletion'
  readonly descending: boolean
}

/** Where a list of posts has arrived: the ID, and the time by which it is sorted. */
export interface PostPosition {
  readonly id: number
  readonly time: number
}

/** Two indexes contain this expression; see 0020-library. */
export const effectiveTime: RawBuilder<number> = sql<number>`coalesce(posts.scheduled_at, posts.posted_at, posts.created_at)`

export async function listPosts(
  db: Reader,
  posts: ListedPosts,
  { by, descending }: PostOrder,
  part: { readonly limit: number } & ({ readonly offset: number } | { readonly after: PostPosition }),
): Promise<PostRow[]> {
  const direction = descending ? 'desc' : 'asc'
  const rows = await matching(db, posts)
    .selectAll('posts')
    .select(labelNames(db, 'post'))
    .$if('after' in part, (query) =>
      'after' in part ? query.where((e) => follows(e, { by, descending }, part.after)) : query,
    )
    .$if(by !== 'id', (query) => query.orderBy(timeOf(by), direction))
    .orderBy('posts.id', direction)
    .limit(part.limit)
    .$if('offset' in part, (query) => ('offset' in part ? query.offset(part.offset) : query))
    .execute()
  return rows.map(readPost)
}

export async function countPosts(db: Reader, posts: ListedPosts): Promise<number> {
  const { total } = await matching(db, posts)
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

const matching = (db: Reader, { scope, filters }: ListedPosts) =>
  db
    .selectFrom('posts')
    .where(inScope(db, scope, 'posts'))
    .where('posts.deleted_at', filters.deleted ? 'is not' : 'is', null)
    .where((e) => e.and(postConditions(db, e, filters)))
    .$if(filters.label !== undefined, (query) =>
      query.where(sql<boolean>`posts.id in ${labelled(scope.userId, 'post', filters.label ?? '')}`),
    )

const timeOf = (by: PostOrder['by']): RawBuilder<number> =>
  by === 'deletion' ? sql<number>`posts.deleted_at` : effectiveTime

function follows(e: ExpressionBuilder<Tables, 'posts'>, { by, descending }: PostOrder, { id, time }: PostPosition) {
  const beyond = descending ? '<' : '>'
  const later = e('posts.id', beyond, id)
  if (by === 'id') return later
  // The first condition alone bounds the range of the index.
  return e.and([e(timeOf(by), `${beyond}=`, time), e.or([e(timeOf(by), beyond, time), later])])
}

export function postConditions(
  db: Reader,
  e: ExpressionBuilder<Tables, 'posts'>,
  { statuses, platforms, from, to, scheduledFrom, scheduledTo, batchId, search, now }: PostFilters,
) {
  return [
    ...(statuses === undefined ? [] : [e.or(statuses.map((status) => hasStatus(e, status, now)))]),
    ...(platforms === undefined ? [] : [goesTo(db, e, platforms)]),
    ...(from === undefined ? [] : [e(effectiveTime, '>=', from)]),
    ...(to === undefined ? [] : [e(effectiveTime, '<=', to)]),
    ...(scheduledFrom === undefined ? [] : [e('scheduled_at', '>=', scheduledFrom)]),
    ...(scheduledTo === undefined ? [] : [e('scheduled_at', '<=', scheduledTo)]),
    ...(batchId === undefined ? [] : [e('batch_id', '=', batchId)]),
    ...(search === undefined ? [] : [holds(db, folded(search))]),
  ]
}

/** The same distinction as `shownPostStatus` makes. */
function hasStatus(e: ExpressionBuilder<Tables, 'posts'>, status: PostStatus, now: number) {
  if (status === 'scheduled') return e.and([e('status', '=', 'queued'), e('scheduled_at', '>', now)])
  if (status !== 'queued') return e('status', '=', status)
  return e.and([e('status', '=', status), e.or([e('scheduled_at', 'is', null), e('scheduled_at', '<=', now)])])
}

const goesTo = (db: Reader, e: ExpressionBuilder<Tables, 'posts'>, platforms: readonly string[]) =>
  e.exists(
    e
      .selectFrom('jobs')
      .select('jobs.id')
      .whereRef('jobs.post_id', '=', 'posts.id')
      .where('jobs.platform', 'in', textsIn(db, platforms))
      .where('jobs.dropped', '=', 0),
  )

/** Not LIKE, which has special characters and differs between the databases. */
export const holds = (db: Reader, text: string) =>
  isPostgres(db) ? sql<boolean>`strpos(search, ${text}) > 0` : sql<boolean>`instr(search, ${text}) > 0`
