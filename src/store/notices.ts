import { type AliasedRawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { ActionRequired } from '../domain/outcome.ts'
import { hour } from '../domain/time.ts'
import type { Reader } from './engine/database.ts'
import { numbersIn } from './engine/listed.ts'
import { actor, storedJson } from './engine/stored.ts'
import { storedAction } from './jobs/jobs.ts'
import { inScope, ofProfiles, type ProfileScope } from './scope.ts'

/** The newest rows that need a person, and how many there are. */
export interface PendingRows<Row> {
  readonly rows: readonly Row[]
  readonly total: number
}

interface OwnedNotice {
  readonly scope: ProfileScope
  readonly limit: number
}

/** Each row says how many rows there are without the limit. */
const counted: AliasedRawBuilder<number, 'total'> = sql<number>`count(*) over ()`.as('total')

const wanting = <Row extends { readonly total: number }>(rows: readonly Row[]): PendingRows<Row> => ({
  rows,
  total: Number(rows[0]?.total ?? 0),
})

const action = storedJson(storedAction)
const names = storedJson(z.array(z.string()))
const deleter = storedJson(actor)

/** Jobs that only a person can end. The literal is that of the index; see 0038-notices. */
export async function listWantingJobs(db: Reader, { scope, limit }: OwnedNotice) {
  const rows = await db
    .selectFrom('jobs')
    .innerJoin('posts', 'posts.id', 'jobs.post_id')
    .select(['jobs.id', 'jobs.post_id', 'jobs.profile_id', 'jobs.named', 'jobs.action', 'jobs.updated_at'])
    .select(['posts.message', counted])
    .where(inScope(db, scope, 'jobs'))
    .where('jobs.status', '=', sql.lit('action_required'))
    .where('jobs.dropped', '=', 0)
    .where('posts.deleted_at', 'is', null)
    .orderBy('jobs.updated_at', 'desc')
    .orderBy('jobs.id', 'desc')
    .limit(limit)
    .execute()
  const { rows: found, total } = wanting(rows)
  return { total, rows: found.map((row) => ({ ...row, action: readAction(row.action) })) }
}

/** Null: another version wrote it. */
const readAction = (stored: string | null): ActionRequired | null => action.safeParse(stored).data ?? null

/** Posts of which jobs have failed since then, with the platforms on which they did. */
export async function listFailures(db: Reader, { scope, since, limit }: OwnedNotice & { readonly since: number }) {
  const rows = await db
    .selectFrom('jobs')
    .innerJoin('posts', 'posts.id', 'jobs.post_id')
    .select(['posts.id', 'posts.profile_id', 'posts.message', counted])
    .select((e) => e.fn.max('jobs.finished_at').as('failed_at'))
    .where(inScope(db, scope, 'jobs'))
    .where('jobs.status', '=', sql.lit('failed'))
    .where('jobs.finished_at', '>=', since)
    .where('jobs.dropped', '=', 0)
    .where('posts.deleted_at', 'is', null)
    .groupBy('posts.id')
    .orderBy('failed_at', 'desc')
    .orderBy('posts.id', 'desc')
    .limit(limit)
    .execute()
  const ids = rows.map(({ id }) => id)
  const failed = await db
    .selectFrom('jobs')
    .select(['post_id', 'named'])
    .where('post_id', 'in', numbersIn(db, ids))
    .where('status', '=', 'failed')
    .where('dropped', '=', 0)
    .orderBy('id')
    .execute()
  const platformsOf = Map.groupBy(failed, ({ post_id }) => post_id)
  const { rows: found, total } = wanting(rows)
  return {
    total,
    rows: found.map((row) => ({
      ...row,
      failed_at: Number(row.failed_at),
      platforms: platformsOf.get(row.id)?.map(({ named }) => named) ?? [],
    })),
  }
}

/** How many posts a key may delete in an hour before people are told. */
const unremarkable = 5

/** Keys that have deleted more posts than that within an hour, since then. What came back does not count. */
export async function listDeletingKeys(db: Reader, { scope, since, limit }: OwnedNotice & { readonly since: number }) {
  const deletions = db
    .selectFrom('posts')
    .select(['deleted_by', 'deleted_at', 'profile_id'])
    // The time of the deletion that is so many before this one.
    .select(
      sql<number | null>`lag(deleted_at, ${sql.lit(unremarkable)})
        over (partition by deleted_by order by deleted_at, id)`.as('before'),
    )
    .where(inScope(db, scope, 'posts'))
    .where('deleted_at', '>=', since)
    .where('deleted_by', 'like', '{"type":"key",%')
    .where('restored_as', 'is', null)
  const rows = await db
    .selectFrom(deletions.as('deletions'))
    .select(['deleted_by', counted])
    .select((e) => [e.fn.min('deleted_at').as('first_at'), e.fn.max('deleted_at').as('last_at')])
    .select((e) => [e.fn.min('profile_id').as('profile_id'), e.fn.max('profile_id').as('other_profile_id')])
    .whereRef('deleted_at', '<=', sql`before + ${sql.lit(hour)}`)
    .groupBy('deleted_by')
    .orderBy('last_at', 'desc')
    .limit(limit)
    .execute()
  const { rows: found, total } = wanting(rows)
  return {
    total,
    rows: found.map(({ deleted_by, profile_id, other_profile_id, first_at, last_at }) => ({
      key: deleter.parse(deleted_by),
      /** Null: several. */
      profile_id: profile_id === other_profile_id ? profile_id : null,
      first_at: Number(first_at),
      last_at: Number(last_at),
    })),
  }
}

export async function listWantingDrafts(db: Reader, { scope, limit }: OwnedNotice) {
  const rows = await db
    .selectFrom('drafts')
    .select(['id', 'profile_id', 'message', 'platforms', 'revision', 'updated_at', counted])
    .where(inScope(db, scope, 'drafts'))
    .where('awaiting', '=', sql.lit(1))
    .where('submission', 'is', null)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  const { rows: found, total } = wanting(rows)
  return { total, rows: found.map((row) => ({ ...row, platforms: names.parse(row.platforms) })) }
}

/** Profiles with comments about which the language model is still to be asked, and since when the first one waits. */
export const listUnasked = (db: Reader, { scope }: Pick<OwnedNotice, 'scope'>) =>
  db
    .selectFrom('auto_replies')
    .innerJoin('profiles', 'profiles.id', 'auto_replies.profile_id')
    .innerJoin('jobs', 'jobs.id', 'auto_replies.job_id')
    .innerJoin('posts', 'posts.id', 'jobs.post_id')
    .leftJoin('profile_settings', 'profile_settings.profile_id', 'profiles.id')
    .select(['profiles.id', 'profiles.name'])
    .select((e) => e.fn.min('auto_replies.created_at').as('since'))
    .where('profiles.user_id', '=', scope.userId)
    .$if(scope.profileIds !== null, (query) => query.where(ofProfiles(db, scope, 'auto_replies')))
    .where('profiles.deleted_at', 'is', null)
    .where('auto_replies.status', '=', sql.lit('queued'))
    .where('auto_replies.message', 'is', null)
    .where((e) => e(e.fn.coalesce('posts.auto_reply_enabled', 'profile_settings.auto_reply_enabled'), '=', 1))
    .groupBy(['profiles.id', 'profiles.name'])
    .orderBy('profiles.id')
    .execute()

/** Auto-replies that wait for approval, with the entry of the inbox to which each belongs. */
export async function listWantingReplies(db: Reader, { scope, limit }: OwnedNotice) {
  const rows = await db
    .selectFrom('auto_replies')
    .innerJoin('profiles', 'profiles.id', 'auto_replies.profile_id')
    .leftJoin('comments', (join) =>
      join
        .onRef('comments.job_id', '=', 'auto_replies.job_id')
        .onRef('comments.comment_id', '=', 'auto_replies.comment_id'),
    )
    .select(['auto_replies.id', 'auto_replies.profile_id', 'auto_replies.platform', 'auto_replies.comment_message'])
    .select(['auto_replies.created_at', 'comments.id as entry_id', counted])
    .where('profiles.user_id', '=', scope.userId)
    .$if(scope.profileIds !== null, (query) => query.where(ofProfiles(db, scope, 'auto_replies')))
    .where('profiles.deleted_at', 'is', null)
    .where('auto_replies.status', '=', sql.lit('awaiting_approval'))
    .orderBy('auto_replies.id', 'desc')
    .limit(limit)
    .execute()
  return wanting(rows)
}
