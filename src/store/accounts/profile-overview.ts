import { type ExpressionBuilder, sql } from 'kysely'
import { folded } from '../../domain/folded.ts'
import type { Reader } from '../engine/database.ts'
import { isPostgres } from '../engine/kind.ts'
import { textsIn } from '../engine/listed.ts'
import type { Tables } from '../tables.ts'
import { type AccountRow, readAccount } from './accounts.ts'
import type { ProfilePicture, ProfileRow } from './profiles.ts'

export interface OverviewFilters {
  readonly userId: number
  /** Part of the name, or of the name of an account at its platform. */
  readonly search?: string | undefined
  readonly ids?: readonly string[] | undefined
}

export interface OverviewProfile extends Pick<ProfileRow, 'id' | 'name' | 'color'>, ProfilePicture {
  readonly timezone: string | null
  readonly accounts: readonly AccountRow[]
  /** Jobs that a person must end, and posts that failed. */
  readonly troubled: number
  readonly unread: number
  readonly drafts: number
  readonly waitingDrafts: number
  readonly waitingReplies: number
}

export async function countListedProfiles(db: Reader, filters: OverviewFilters): Promise<number> {
  const { count } = await matching(db, filters)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** By name. What belongs to the profiles is read for those of the page only. */
export async function listOverview(
  db: Reader,
  filters: OverviewFilters,
  { offset, limit, failedSince }: { readonly offset: number; readonly limit: number; readonly failedSince: number },
): Promise<OverviewProfile[]> {
  const rows = await matching(db, filters)
    .leftJoin('slots', 'slots.profile_id', 'profiles.id')
    .leftJoin('media as chosen', (join) =>
      join.onRef('chosen.key', '=', 'profiles.picture').on('chosen.state', '=', sql.lit('ready')),
    )
    .leftJoin('media as small', 'small.key', 'chosen.small')
    .select(['profiles.id', 'profiles.name', 'profiles.color', 'slots.timezone'])
    .select(['chosen.key as picture_key', 'chosen.file as picture_file'])
    .select(['small.key as small_key', 'small.file as small_file'])
    .orderBy(isPostgres(db) ? sql`profiles.folded_name collate "C"` : 'profiles.folded_name')
    .orderBy('profiles.id')
    .limit(limit)
    .offset(offset)
    .execute()
  const ids = rows.map(({ id }) => id)
  const [accounts, troubled, unread, drafts, replies] = await Promise.all([
    accountsOf(db, ids),
    troubledOf(db, filters.userId, { ids, since: failedSince }),
    unreadOf(db, filters.userId, ids),
    draftsOf(db, ids),
    waitingRepliesOf(db, ids),
  ])
  return rows.map((row) => ({
    ...row,
    accounts: accounts.get(row.id) ?? [],
    troubled: troubled.get(row.id) ?? 0,
    unread: unread.get(row.id) ?? 0,
    drafts: drafts.get(row.id)?.all ?? 0,
    waitingDrafts: drafts.get(row.id)?.waiting ?? 0,
    waitingReplies: replies.get(row.id) ?? 0,
  }))
}

const matching = (db: Reader, { userId, search, ids }: OverviewFilters) =>
  db
    .selectFrom('profiles')
    .where('profiles.user_id', '=', userId)
    .where('profiles.deleted_at', 'is', null)
    .$if(ids !== undefined, (query) => query.where('profiles.id', 'in', textsIn(db, ids ?? [])))
    .$if(search !== undefined, (query) => query.where((e) => isFound(db, e, folded(search ?? ''))))

const isFound = (db: Reader, e: ExpressionBuilder<Tables, 'profiles'>, text: string) => {
  const indexIn = sql.raw(isPostgres(db) ? 'strpos' : 'instr')
  return e.or([
    sql<boolean>`${indexIn}(profiles.folded_name, ${text}) > 0`,
    e.exists(
      e
        .selectFrom('accounts')
        .select('accounts.id')
        .whereRef('accounts.profile_id', '=', 'profiles.id')
        .where(sql<boolean>`${indexIn}(lower(coalesce(accounts.username, '')), ${text}) > 0`),
    ),
  ])
}

async function accountsOf(db: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, readonly AccountRow[]>> {
  const rows = await db
    .selectFrom('accounts')
    .selectAll()
    .where('profile_id', 'in', textsIn(db, ids))
    .orderBy('id')
    .execute()
  return Map.groupBy(rows.map(readAccount), ({ profile_id }) => profile_id)
}

interface CountRow {
  readonly profile_id: string
  readonly count: number
}

const countsOf = (rows: readonly CountRow[]): ReadonlyMap<string, number> =>
  new Map(rows.map(({ profile_id, count }) => [profile_id, Number(count)]))

/** The literals are those of the indexes; see 0038-notices. */
async function troubledOf(
  db: Reader,
  userId: number,
  { ids, since }: { readonly ids: readonly string[]; readonly since: number },
): Promise<ReadonlyMap<string, number>> {
  const named = textsIn(db, ids)
  const { rows } = await sql<CountRow>`
    select profile_id, count(*) as count from (
      select jobs.profile_id, jobs.id from jobs join posts on posts.id = jobs.post_id
      where jobs.user_id = ${userId} and jobs.status = 'action_required' and jobs.dropped = 0
        and posts.deleted_at is null and jobs.profile_id in ${named}
      union all
      select distinct jobs.profile_id, jobs.post_id from jobs join posts on posts.id = jobs.post_id
      where jobs.user_id = ${userId} and jobs.status = 'failed' and jobs.finished_at >= ${since} and jobs.dropped = 0
        and posts.deleted_at is null and jobs.profile_id in ${named}
    ) as troubled group by profile_id`.execute(db)
  return countsOf(rows)
}

async function unreadOf(db: Reader, userId: number, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<CountRow>`
    select profile_id, count(*) as count from comments
    where user_id = ${userId} and profile_id in ${textsIn(db, ids)} and is_own = 0 and read_at is null
    group by profile_id`.execute(db)
  return countsOf(rows)
}

async function draftsOf(db: Reader, ids: readonly string[]) {
  const { rows } = await sql<CountRow & { readonly waiting: number }>`
    select profile_id, count(*) as count, sum(awaiting) as waiting from drafts
    where profile_id in ${textsIn(db, ids)} and submission is null and template = 0
    group by profile_id`.execute(db)
  return new Map(
    rows.map(({ profile_id, count, waiting }) => [profile_id, { all: Number(count), waiting: Number(waiting) }]),
  )
}

async function waitingRepliesOf(db: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<CountRow>`
    select profile_id, count(*) as count from auto_replies
    where profile_id in ${textsIn(db, ids)} and status = 'awaiting_approval'
    group by profile_id`.execute(db)
  return countsOf(rows)
}
