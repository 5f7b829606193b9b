import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type AccountRow, accountsAt, readAccount } from './accounts.ts'
import type { Reader, Transaction, Writer } from './engine/database.ts'
import { type Executing, fixed, type ValueOf } from './engine/fixed.ts'
import { notHeld } from './engine/held.ts'
import { databaseNow, isPostgres } from './engine/kind.ts'
import { isStillDue, newLease } from './engine/leases.ts'
import { listed, numberOf, numbersIn, textOf } from './engine/listed.ts'
import { type JobRow, jobFormat, readJob } from './jobs.ts'
import type { Tables } from './tables.ts'
import { checkReadable } from './unreadable-jobs.ts'

export interface Ask {
  /** How many jobs at most. */
  readonly slots: number
  /** In milliseconds. */
  readonly lease: number
  /** How many more jobs of a user may be worked on at the same time. */
  readonly roomOf: (userId: number) => number
  readonly fullUsers: readonly number[]
  /** Jobs that this process still works on, although their leases have ended: it may hold an answer that could not be stored yet. */
  readonly except: readonly number[]
  /** Whether to look also for users behind the many jobs of others. It takes longer the more jobs there are. */
  readonly thorough: boolean
}

export interface ClaimedJobs {
  readonly rows: readonly ClaimedJob[]
  /** Whether there may be more to claim at once. */
  readonly more: boolean
}

/** A job that a worker has just claimed. */
export interface ClaimedJob extends JobRow {
  /** When it was due. */
  readonly was_due: number
  /** What is connected in its profile. */
  readonly account: AccountRow | undefined
}

/** Candidates that are looked at for each slot, since several may belong to one account. */
const candidatesPerSlot = 4

/**
 * Leases due jobs and their accounts, the longest due first, one job per account. When the lease runs out, the job is due
 * again. Throws `UnreadableJobs`.
 */
export async function claimDueJobs(tx: Transaction, ask: Ask): Promise<ClaimedJobs> {
  const candidates = await candidatesFor(tx, ask)
  const chosen = choose(candidates, ask)
  if (chosen.length === 0) return { rows: [], more: false }
  const leased = await (isPostgres(tx)
    ? leaseAtOnce(tx, { jobs: chosen.map(({ id, lane }) => ({ id, lane })), lease: ask.lease })
    : leaseInTurn(tx, chosen, ask.lease))
  const rows = checkReadable(chosen.flatMap(({ id }) => leased.filter((one) => one.id === id).map(read)))
  return {
    rows,
    more: rows.length > 0 && (candidates.length >= ask.slots * candidatesPerSlot || rows.length < chosen.length),
  }
}

type Stored = Selectable<Tables['jobs']>

interface Leased extends Stored {
  readonly was_due: number
  readonly account: Selectable<Tables['accounts']> | null
}

const read = ({ was_due, account, ...job }: Leased): ClaimedJob => ({
  ...readJob(job),
  was_due,
  account: account ? readAccount(account) : undefined,
})

type Ids = { readonly ids: readonly number[] }
type Lease = { readonly lease: number }

/** What a claim writes in a job, and for which jobs. */
const leaseOf = (db: Executing, lease: number) => {
  const now = databaseNow(db)
  const { until, fence } = newLease(db, lease)
  const isNew = sql`status in ('queued', 'retrying')`
  return {
    until,
    set: sql`fence = ${fence}, due_at = ${until}, started_at = coalesce(started_at, ${now}), updated_at = ${now},
      attempts = attempts + case when ${isNew} then 1 else 0 end,
      status = case when ${isNew} then 'processing' else status end`,
    // Since it was read, the job may have been cancelled, or claimed by another worker.
    isDue: sql`${isStillDue(db, 'jobs')} and needs <= ${jobFormat}`,
  }
}

/** Of a job and its post that are locked. What others have locked is skipped, and stays due. */
const freeJob = sql`jobs.id, jobs.due_at as was_due, posts.status = 'queued' as is_first`
const lockFree = sql`for no key update of jobs, posts skip locked`

/**
 * The rest of a statement that has found jobs in `free` and has locked their lanes: leases the jobs, their accounts and their
 * posts. No part of it waits for a lock, because a transaction that has a post or a job may be waiting for its lane.
 */
const leaseFree = (db: Executing, lease: number) => {
  const { set, isDue, until } = leaseOf(db, lease)
  return sql`
    leased as (update jobs set ${set} where id in (select id from free) and ${isDue} returning *),
    held as (update lanes set held_until = ${until}, held_by = leased.id from leased where lanes.key = leased.lane),
    begun as (
      update posts set status = 'processing' from leased join free using (id)
      where posts.id = leased.post_id and free.is_first),
    taken as (
      select leased.*, free.was_due, to_jsonb(accounts) as account
      from leased join free using (id) left join accounts using (profile_id, platform))`
}

/** A job that has been moved to another account since it was read is skipped. No index can be used for this condition. */
const isSameLane = (lane: RawBuilder<string>) => sql`jobs.lane is not distinct from ${lane}`

const leaseAtOnce = fixed((tx: Transaction, value: ValueOf<Lease & { readonly jobs: readonly object[] }>) =>
  sql<Leased>`
    with free as (
      select ${freeJob} from ${listed(tx, value('jobs'))}
      join jobs on jobs.id = ${numberOf('id')} and ${isSameLane(textOf('lane'))} join posts on posts.id = jobs.post_id
      ${lockFree}),
    ${leaseFree(tx, value('lease'))}
    select * from taken`.compile(tx),
)

/**
 * On PostgreSQL: claims a job if it is queued, was never claimed, and no other is due. One statement without a transaction
 * saves two round trips before its first call. Null: something else is due.
 */
export async function claimOnlyJob(db: Writer, lease: number): Promise<ClaimedJob[] | null> {
  const rows = await leaseOnly(db, { lease })
  const jobs = rows.flatMap(({ leased }) => (leased ? [read(leased)] : []))
  return jobs.length === rows.length ? jobs : null
}

const leaseOnly = fixed((db: Writer, value: ValueOf<Lease>) =>
  sql<{ leased: Leased | null }>`
    with due as materialized (${due(db, sql`true`, sql`2`)}),
    free as (
      select job.* from due cross join lateral (
        select ${freeJob} from jobs join posts on posts.id = jobs.post_id
        where jobs.id = due.id and ${isSameLane(sql`due.lane`)} and jobs.fence = 0 and jobs.status = 'queued'
        ${lockFree}) as job
      where (select count(*) from due) = 1 limit 1),
    ${leaseFree(db, value('lease'))}
    select to_jsonb(taken) as leased from due left join taken using (id)`.compile(db),
)

/** SQLite changes one table in a statement. */
async function leaseInTurn(tx: Transaction, chosen: readonly Candidate[], lease: number): Promise<Leased[]> {
  const jobs = await leaseJobs(tx, { ids: chosen.map(({ id }) => id), lease })
  await leaseLanes(tx, { holders: jobs.map(({ id, lane }) => ({ id, lane })), lease })
  await beginPosts(tx, { ids: jobs.map(({ post_id }) => post_id) })
  const accounts = await accountsAt(tx, { places: jobs.map(({ profile_id, platform }) => ({ profile_id, platform })) })
  return jobs.map((job) => ({
    ...job,
    was_due: chosen.find(({ id }) => id === job.id)?.due_at ?? job.updated_at,
    account:
      accounts.find(({ profile_id, platform }) => profile_id === job.profile_id && platform === job.platform) ?? null,
  }))
}

const leaseJobs = fixed((tx: Transaction, value: ValueOf<Ids & Lease>) => {
  const { set, isDue } = leaseOf(tx, value('lease'))
  return sql<Stored>`
    update jobs set ${set} where id in ${numbersIn(tx, value('ids'))} and ${isDue} returning *`.compile(tx)
})

const leaseLanes = fixed((tx: Transaction, value: ValueOf<Lease & { readonly holders: readonly object[] }>) =>
  tx
    .updateTable('lanes')
    .from(listed(tx, value('holders')))
    .set({ held_until: newLease(tx, value('lease')).until, held_by: numberOf('id') })
    .where('lanes.key', '=', textOf('lane'))
    .compile(),
)

const beginPosts = fixed((tx: Transaction, value: ValueOf<Ids>) =>
  tx
    .updateTable('posts')
    .set({ status: 'processing' })
    .where('id', 'in', numbersIn(tx, value('ids')))
    .where('status', '=', 'queued')
    .compile(),
)

interface Candidate {
  readonly id: number
  readonly post_id: number
  readonly lane: string
  readonly user_id: number
  readonly due_at: number | null
}

async function candidatesFor(tx: Transaction, ask: Ask): Promise<Candidate[]> {
  const first = await dueJobs(tx, ask)
  if (!ask.thorough || first.length < ask.slots * candidatesPerSlot) return first
  const crowd = new Set(first.map(({ user_id }) => user_id))
  return [...first, ...(await dueJobs(tx, { ...ask, fullUsers: [...ask.fullUsers, ...crowd] }))]
}

/**
 * If a dead worker left a job half-done, it is the only job of its account that can be taken: its commit may be in doubt,
 * and no other commit may be made before that is resolved.
 */
const dueJobs = (tx: Transaction, { slots, fullUsers, except }: Ask): Promise<Candidate[]> =>
  findDue(tx, { fullUsers, except, most: slots * candidatesPerSlot })

type Due = Pick<Ask, 'fullUsers' | 'except'> & { readonly most: number }

const findDue = fixed((tx: Transaction, value: ValueOf<Due>) =>
  due(
    tx,
    sql`jobs.user_id not in ${numbersIn(tx, value('fullUsers'))} and jobs.id not in ${numbersIn(tx, value('except'))}`,
    value('most'),
  ).compile(tx),
)

/** Jobs that are due and whose accounts are free; on PostgreSQL it locks the accounts. */
function due(db: Executing, condition: RawBuilder<unknown>, most: RawBuilder<unknown> | number) {
  const now = databaseNow(db)
  const isFree = sql`lanes.key = jobs.lane and lanes.paused_until <= ${now} and (
    lanes.held_by is null or lanes.held_by = jobs.id or (lanes.held_until <= ${now} and not exists (${unfinished})))`
  // Lateral, so that PostgreSQL looks at one job after the other until it has enough. Otherwise it may read all due jobs
  // first, because it expects few of them: ten thousand, at each claim, after an outage.
  const withLane = isPostgres(db)
    ? sql`cross join lateral (select from lanes where ${isFree} for update skip locked) as lane`
    : sql`join lanes on ${isFree}`
  return sql<Candidate>`
    select jobs.id, jobs.post_id, jobs.lane, jobs.user_id, jobs.due_at from jobs ${withLane}
    where jobs.due_at <= ${now} and jobs.needs <= ${jobFormat} and ${notHeld} and ${condition}
    order by jobs.due_at, jobs.id limit ${most}`
}

/** The job that held the account, if it was at work. A status of a newer version may mean that it is. */
const unfinished = sql`
  select 1 from jobs as holder where holder.id = lanes.held_by and holder.due_at is not null
    and holder.status not in ('queued', 'retrying', 'action_required', 'failed', 'cancelled')`

/** One job per lane, each time from the user with the most room left; among equals the job that is due the longest. */
function choose(candidates: readonly Candidate[], { slots, roomOf }: Ask): Candidate[] {
  const chosen: Candidate[] = []
  const lanes = new Set<string>()
  const room = new Map(candidates.map(({ user_id }) => [user_id, roomOf(user_id)]))
  const roomFor = ({ user_id, lane }: Candidate): number => (lanes.has(lane) ? 0 : (room.get(user_id) ?? 0))
  while (chosen.length < slots) {
    const [first, ...others] = candidates.filter((one) => roomFor(one) > 0)
    if (!first) break
    const next = others.reduce((one, other) => (roomFor(other) > roomFor(one) ? other : one), first)
    room.set(next.user_id, roomFor(next) - 1)
    lanes.add(next.lane)
    chosen.push(next)
  }
  return chosen
}

/** For how many milliseconds the longest overdue job has waited for a worker; 0 if none is overdue. */
export async function oldestOverdue(db: Reader): Promise<number> {
  const now = databaseNow(db)
  const row = await db
    .selectFrom('jobs')
    .select(sql<number>`${now} - due_at`.as('overdue'))
    .where('due_at', '<=', now)
    .where('status', 'in', ['queued', 'retrying'])
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? 0 : Number(row.overdue)
}
