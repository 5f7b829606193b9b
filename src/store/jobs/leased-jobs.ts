import { sql } from 'kysely'
import type { Transaction } from '../engine/database.ts'
import { fixed, type ValueOf } from '../engine/fixed.ts'
import { databaseNow, inTime, isPostgres } from '../engine/kind.ts'
import { changeLeased, type Lease, type LeaseRenewal, release, renewLeases } from '../engine/leases.ts'
import { listed, numberOf, numbersIn, rowsOfEach, textOf } from '../engine/listed.ts'
import { beingAdded, firstWork, lockQuietLanes, notBefore } from '../engine/quiet.ts'
import { flag } from '../engine/stored.ts'
import { type JobRow, writtenJob } from './jobs.ts'

/** A job that is leased, and with it its account. */
export interface LeasedJob extends Lease, Pick<JobRow, 'lane'> {}

/** Renews the leases of jobs and of their accounts. Waits for no lock: a job whose account is locked is tried again later. */
export async function renewJobs(tx: Transaction, leases: readonly Lease[], lease: number): Promise<LeaseRenewal> {
  const free = isPostgres(tx) ? await withFreeLanes(tx, leases) : leases
  const answer = await renewLeases({ single: (work) => work(tx) }, 'jobs', leases, lease, free)
  if (answer.renewed.length > 0) await renewLanes(tx, answer.renewed, lease)
  return answer
}

/** The jobs whose accounts no other transaction has locked. They are locked now. */
async function withFreeLanes(tx: Transaction, leases: readonly Lease[]): Promise<Lease[]> {
  const jobs = rowsOfEach(
    tx,
    leases.map(({ id }) => id),
    'jobs',
    'id',
  )
  const { rows } = await sql<{ held_by: number }>`
    select held_by from ${jobs} join lanes on lanes.key = jobs.lane and lanes.held_by = jobs.id
    for no key update of lanes skip locked`.execute(tx)
  const free = new Set(rows.map(({ held_by }) => held_by))
  return leases.filter(({ id }) => free.has(id))
}

/** They are found by their keys, since `held_by` has no index. */
async function renewLanes(tx: Transaction, jobIds: readonly number[], lease: number): Promise<void> {
  const ids = numbersIn(tx, jobIds)
  await tx
    .updateTable('lanes')
    .set({ held_until: inTime(tx, lease) })
    .where('key', 'in', (e) => e.selectFrom('jobs').select('lane').where('id', 'in', ids))
    .where('held_by', 'in', ids)
    .execute()
}

/** Changes a job that is leased. */
export const changeLeasedJob = (
  tx: Transaction,
  job: Lease,
  changes: Parameters<typeof writtenJob>[0],
): Promise<void> => changeLeased(tx, 'jobs', job, { ...writtenJob(changes), updated_at: databaseNow(tx) })

export interface HandedBack {
  /** In how many milliseconds a worker has to look at the job again; null: never. */
  readonly dueIn: number | null
  /** The account stays reserved for this job, since its commit is in doubt. */
  readonly keepLane: boolean
  /** Until when no calls may be made for the whole account. */
  readonly pauseUntil?: number
}

/** Gives a leased job and its account back. */
export async function handBack(
  tx: Transaction,
  job: LeasedJob,
  { dueIn, keepLane, pauseUntil }: HandedBack,
): Promise<void> {
  await release(tx, 'jobs', job, dueIn === null ? null : inTime(tx, dueIn))
  if (keepLane) await keep(tx, job, dueIn ?? 0)
  else await freeLanes(tx, [job])
  if (pauseUntil !== undefined) await pauseLane(tx, job, pauseUntil)
}

/** The account stays due: whoever adds a job to it need not write to it. */
async function keep(tx: Transaction, { id, lane }: LeasedJob, dueIn: number): Promise<void> {
  await tx
    .updateTable('lanes')
    .set({ held_until: inTime(tx, dueIn) })
    .where('key', '=', lane)
    .where('held_by', '=', id)
    .execute()
}

/**
 * Gives back the accounts that some jobs hold. Each is due when its next job is, also one that only a newer version can read:
 * that version must find it.
 */
export async function freeLanes(tx: Transaction, jobs: readonly LeasedJob[]): Promise<void> {
  const quiet = await lockQuietLanes(
    tx,
    jobs.map(({ lane }) => lane),
  )
  await releaseLanes(tx, { holders: jobs.map(({ id, lane }) => ({ id, lane, quiet: flag(quiet.has(lane)) })) })
}

const releaseLanes = fixed((tx: Transaction, value: ValueOf<{ readonly holders: readonly object[] }>) => {
  const next = firstWork(tx, 'jobs', sql`lanes.key`)
  const again = sql`(${databaseNow(tx)} + ${sql.lit(beingAdded)})`
  const time = sql`(case when ${numberOf('quiet')} = 1 then ${next} else ${again} end)`
  return sql`
    update lanes set held_until = 0, held_by = null,
      due_at = ${notBefore(time, sql`lanes.paused_until`)}
    from ${listed(tx, value('holders'))}
    where lanes.key = ${textOf('lane')} and lanes.held_by = ${numberOf('id')}`.compile(tx)
})

/** Nothing may be done for the account before the pause ends. So it misses nothing, whatever is being added to it. */
async function pauseLane(tx: Transaction, { lane }: LeasedJob, until: number): Promise<void> {
  await tx
    .updateTable('lanes')
    .set({ paused_until: until, due_at: notBefore(sql`due_at`, sql`${until}`) })
    .where('key', '=', lane)
    .where('paused_until', '<', until)
    .execute()
}
