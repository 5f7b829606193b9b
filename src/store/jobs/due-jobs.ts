import { type Selectable, sql } from 'kysely'
import { jobFormat } from '../../domain/job-format.ts'
import { type AccountRow, accountsAt, tryReadAccount } from '../accounts/accounts.ts'
import type { Reader, Transaction } from '../engine/database.ts'
import { fixed, type QueryRunner, type ValueOf } from '../engine/fixed.ts'
import { notHeld } from '../engine/held.ts'
import { databaseNow, isPostgres } from '../engine/kind.ts'
import { isStillDue, newLease } from '../engine/leases.ts'
import { listed, numberOf, numbersIn, textOf, textsIn } from '../engine/listed.ts'
import { dueOf, orderOf } from '../engine/quiet.ts'
import type { Tables } from '../tables.ts'
import { type JobRow, readJob } from './jobs.ts'
import { UnreadableJobs } from './unreadable-jobs.ts'

export interface Ask {
  /** How many jobs at most. */
  readonly slots: number
  /** In milliseconds. */
  readonly lease: number
  /** How many more jobs of a user may be worked on at the same time. */
  readonly slotsFor: (userId: number) => number
  readonly fullUsers: readonly number[]
  /** Jobs that this process still works on, although their leases have ended: it may hold an answer that could not be stored yet. */
  readonly except: readonly number[]
  /** Accounts to leave alone. */
  readonly exceptLanes: readonly string[]
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
  /** The account that is connected in its profile. */
  readonly account: AccountRow | undefined
}

/** Candidates that are looked at for each slot, since many may belong to one user. */
const candidatesPerSlot = 4

/**
 * Leases due accounts and the first job of each, the longest due first. When the lease runs out, they are due again. Throws
 * `UnreadableJobs`.
 */
export async function claimDueJobs(tx: Transaction, ask: Ask): Promise<ClaimedJobs> {
  const candidates = await candidatesFor(tx, ask)
  const chosen = choose(candidates, ask)
  if (chosen.length === 0) return { rows: [], more: false }
  const leased = await (isPostgres(tx)
    ? leaseAtOnce(tx, { jobs: chosen.map(({ id, lane }) => ({ id, lane })), lease: ask.lease })
    : leaseInSteps(tx, chosen, ask.lease))
  const rows = readAll(chosen.flatMap(({ id }) => leased.filter((one) => one.id === id)))
  return {
    rows,
    more: rows.length > 0 && (candidates.length >= ask.slots * candidatesPerSlot || rows.length < chosen.length),
  }
}

type StoredJob = Selectable<Tables['jobs']>

interface LeasedRow extends StoredJob {
  readonly was_due: number
  readonly account: Selectable<Tables['accounts']> | null
}

/** The jobs of a claim, if all of them can be worked on. */
function readAll(leased: readonly LeasedRow[]): readonly ClaimedJob[] {
  const rows = leased.map(({ was_due, account, ...job }) => ({
    ...readJob(job),
    was_due,
    account: account ? tryReadAccount(account) : undefined,
  }))
  const unreadable = rows.flatMap(({ id, lane, readable, account }, at) => {
    if (!readable) return { id, lane, accountId: null }
    const accountId = leased[at]?.account?.id
    return account === undefined && accountId !== undefined ? { id, lane, accountId } : []
  })
  if (unreadable.length > 0) throw new UnreadableJobs(unreadable)
  return rows
}

type Ids = { readonly ids: readonly number[] }
type Lease = { readonly lease: number }

/** The values that a claim writes in a job, and the condition that the job must meet. */
const leaseOf = (db: QueryRunner, lease: number) => {
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

/**
 * The lanes are locked already. No part of it waits for a lock, because a transaction that has a post or a job may be waiting for
 * its lane: what others have locked is skipped, and stays due. A job that has been moved to another account since it was read is
 * skipped, too; no index can be used for that condition. So is one whose account another worker has taken, and has kept for its
 * own job, just before this one locked it.
 */
const leaseAtOnce = fixed((tx: Transaction, value: ValueOf<Lease & { readonly jobs: readonly object[] }>) => {
  const { set, isDue, until } = leaseOf(tx, value('lease'))
  return sql<LeasedRow>`
    with free as (
      select jobs.id, jobs.due_at as was_due, posts.status = 'queued' as is_first from ${listed(tx, value('jobs'))}
      join jobs on jobs.id = ${numberOf('id')} and jobs.lane is not distinct from ${textOf('lane')}
      join posts on posts.id = jobs.post_id
      join lanes on lanes.key = ${textOf('lane')} and (lanes.held_by is null or lanes.held_by = jobs.id or not exists (${unfinished}))
      for no key update of jobs, posts skip locked),
    leased as (update jobs set ${set} where id in (select id from free) and ${isDue} returning *),
    leased_lanes as (update lanes set held_until = ${until}, held_by = leased.id from leased where lanes.key = leased.lane),
    begun as (
      update posts set status = 'processing' from leased join free using (id)
      where posts.id = leased.post_id and free.is_first)
    select leased.*, free.was_due, to_jsonb(accounts) as account
    from leased join free using (id) left join accounts using (profile_id, platform)`.compile(tx)
})

/** SQLite changes one table in a statement. */
async function leaseInSteps(tx: Transaction, chosen: readonly Candidate[], lease: number): Promise<LeasedRow[]> {
  const jobs = await leaseJobs(tx, { ids: chosen.map(({ id }) => id), lease })
  await leaseLanes(tx, { holders: jobs.map(({ id, lane }) => ({ id, lane })), lease })
  await beginPosts(tx, { ids: jobs.map(({ post_id }) => post_id) })
  const accounts = await accountsAt(tx, { pairs: jobs.map(({ profile_id, platform }) => ({ profile_id, platform })) })
  return jobs.map((job) => ({
    ...job,
    was_due: chosen.find(({ id }) => id === job.id)?.due_at ?? job.updated_at,
    account:
      accounts.find(({ profile_id, platform }) => profile_id === job.profile_id && platform === job.platform) ?? null,
  }))
}

const leaseJobs = fixed((tx: Transaction, value: ValueOf<Ids & Lease>) => {
  const { set, isDue } = leaseOf(tx, value('lease'))
  return sql<StoredJob>`
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
  const usersWithBacklog = new Set(first.map(({ user_id }) => user_id))
  return [...first, ...(await dueJobs(tx, { ...ask, fullUsers: [...ask.fullUsers, ...usersWithBacklog] }))]
}

const dueJobs = (tx: Transaction, { slots, fullUsers, except, exceptLanes }: Ask): Promise<Candidate[]> =>
  findDue(tx, { fullUsers, except, exceptLanes, most: slots * candidatesPerSlot })

type Due = Pick<Ask, 'fullUsers' | 'except' | 'exceptLanes'> & { readonly most: number }

/**
 * The first job of each account that is due and free, however many wait for it. On PostgreSQL it locks the accounts.
 *
 * If a dead worker left a job half-done, it is the only job of its account that can be taken: its commit may be in doubt,
 * and no other commit may be made before that is resolved.
 */
const findDue = fixed((tx: Transaction, value: ValueOf<Due>) => {
  const now = databaseNow(tx)
  const next = sql`case when exists (${unfinished}) then lanes.held_by else (
    select id from jobs where ${dueOf(tx, 'jobs', sql`lanes.key`)} and needs <= ${jobFormat} ${orderOf(tx, 'jobs')} limit 1) end`
  const isNext = sql`jobs.id = ${next} and jobs.lane is not distinct from lanes.key and jobs.needs <= ${jobFormat}
    and coalesce(jobs.due_at, ${sql.lit(Number.MAX_SAFE_INTEGER)}) <= ${now}`
  // One account after the other, until there are enough. Without that, the databases may begin with all jobs.
  const withNext = isPostgres(tx)
    ? sql`cross join lateral (
        select jobs.id, post_id, lane, user_id, jobs.due_at from jobs where ${isNext} limit 1) as jobs`
    : sql`cross join jobs on ${isNext}`
  return sql<Candidate>`
    select jobs.id, jobs.post_id, jobs.lane, jobs.user_id, jobs.due_at from lanes ${withNext}
    where lanes.due_at <= ${now} and lanes.held_until <= ${now} and lanes.paused_until <= ${now} and ${notHeld}
      and lanes.key not in ${textsIn(tx, value('exceptLanes'))} and jobs.id not in ${numbersIn(tx, value('except'))}
      and jobs.user_id not in ${numbersIn(tx, value('fullUsers'))}
    order by lanes.due_at, lanes.key limit ${value('most')}
    ${isPostgres(tx) ? sql`for no key update of lanes skip locked` : sql``}`.compile(tx)
})

/** The job that held the account, if it was at work. A status of a newer version may mean that it is. */
const unfinished = sql`
  select 1 from jobs as holder where holder.id = lanes.held_by and holder.due_at is not null
    and holder.status not in ('queued', 'retrying', 'action_required', 'failed', 'cancelled')`

/**
 * In how many milliseconds an account is due; null if nothing waits. Accounts that are due already do not count, except those
 * that are free and became due in the last `elapsed` milliseconds. An account that is kept for a job in doubt is due all the
 * time, so jobs are asked, too.
 */
export async function nextJobIn(db: Reader, elapsed: number): Promise<number | null> {
  const [row] = await findNext(db, { elapsed: Math.ceil(elapsed) })
  return row === undefined || row.wait === null ? null : Number(row.wait)
}

const findNext = fixed((db: Reader, value: ValueOf<{ readonly elapsed: number }>) => {
  const now = databaseNow(db)
  return sql<{ wait: number | null }>`
    select min(due_at) - ${now} as wait from (
      select * from (
        select due_at from lanes where due_at > ${now} - ${value('elapsed')}
          and (due_at > ${now} or (held_until <= ${now} and paused_until <= ${now} and ${notHeld}))
        order by due_at limit 1) as next_lane
      union all
      select * from (select due_at from jobs where due_at > ${now} order by due_at limit 1) as next_job) as next`.compile(
    db,
  )
})

/** Each time from the user with the most slots left; among equals the account that is due the longest. */
function choose(candidates: readonly Candidate[], { slots, slotsFor }: Ask): Candidate[] {
  const chosen: Candidate[] = []
  const lanes = new Set<string>()
  const slotsLeft = new Map(candidates.map(({ user_id }) => [user_id, slotsFor(user_id)]))
  const slotsLeftFor = ({ user_id, lane }: Candidate): number => (lanes.has(lane) ? 0 : (slotsLeft.get(user_id) ?? 0))
  while (chosen.length < slots) {
    const [first, ...others] = candidates.filter((one) => slotsLeftFor(one) > 0)
    if (!first) break
    const next = others.reduce((one, other) => (slotsLeftFor(other) > slotsLeftFor(one) ? other : one), first)
    slotsLeft.set(next.user_id, slotsLeftFor(next) - 1)
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
