import { type RawBuilder, sql, type Updateable } from 'kysely'
import type { Transaction } from './engine/database.ts'
import { fixed, type ValueOf } from './engine/fixed.ts'
import { databaseNow, inTime, isPostgres } from './engine/kind.ts'
import { changeHeld, type Held, type Renewed, release, renewLeases } from './engine/leases.ts'
import { numbersIn, rowsOfEach } from './engine/listed.ts'
import { jobFormat, writtenJob } from './jobs.ts'
import type { Tables } from './tables.ts'

/** Renews the leases of jobs and of their accounts. Waits for no lock: a job whose account is locked is tried again later. */
export async function renewJobs(tx: Transaction, held: readonly Held[], lease: number): Promise<Renewed> {
  const free = isPostgres(tx) ? await withFreeLanes(tx, held) : held
  const answer = await renewLeases({ single: (work) => work(tx) }, 'jobs', held, lease, free)
  if (answer.renewed.length > 0) await changedLanes(tx, answer.renewed, { held_until: inTime(tx, lease) }).execute()
  return answer
}

/** The jobs whose accounts no other transaction has locked. They are locked now. */
async function withFreeLanes(tx: Transaction, held: readonly Held[]): Promise<Held[]> {
  const jobs = rowsOfEach(
    tx,
    held.map(({ id }) => id),
    'jobs',
    'id',
  )
  const { rows } = await sql<{ held_by: number }>`
    select held_by from ${jobs} join lanes on lanes.key = jobs.lane and lanes.held_by = jobs.id
    for no key update of lanes skip locked`.execute(tx)
  const free = new Set(rows.map(({ held_by }) => held_by))
  return held.filter(({ id }) => free.has(id))
}

/** Changes the accounts that some jobs hold. They are found by their key, since `held_by` has no index. */
function changedLanes(
  tx: Transaction,
  jobIds: readonly number[],
  changes: Pick<Updateable<Tables['lanes']>, 'held_by'> & { readonly held_until: RawBuilder<number> | number },
) {
  const ids = numbersIn(tx, jobIds)
  return tx
    .updateTable('lanes')
    .set(changes)
    .where('key', 'in', (e) => e.selectFrom('jobs').select('lane').where('id', 'in', ids))
    .where('held_by', 'in', ids)
}

/** Changes a job that is held. */
export const changeHeldJob = (tx: Transaction, job: Held, changes: Parameters<typeof writtenJob>[0]): Promise<void> =>
  changeHeld(tx, 'jobs', job, { ...writtenJob(changes), updated_at: databaseNow(tx) })

export interface HandedBack {
  /** In how many milliseconds a worker has to look at the job again; null: never. */
  readonly dueIn: number | null
  /** The account stays reserved for this job, since its commit is in doubt. */
  readonly keepLane: boolean
  /** Until when no calls may be made for the whole account. */
  readonly pauseUntil?: number
}

/** Gives a held job and its account back. */
export async function handBack(tx: Transaction, job: Held, { dueIn, keepLane, pauseUntil }: HandedBack): Promise<void> {
  await release(tx, 'jobs', job, dueIn === null ? null : inTime(tx, dueIn))
  if (keepLane) await changedLanes(tx, [job.id], { held_until: inTime(tx, dueIn ?? 0) }).execute()
  else await freeLanes(tx, [job.id])
  if (pauseUntil !== undefined) await pauseLane(tx, job.id, pauseUntil)
}

/** Gives back the accounts that some jobs hold. */
export async function freeLanes(tx: Transaction, jobIds: readonly number[]): Promise<void> {
  await releaseLanes(tx, { ids: jobIds })
}

const releaseLanes = fixed((tx: Transaction, value: ValueOf<{ readonly ids: readonly number[] }>) =>
  changedLanes(tx, value('ids'), { held_until: 0, held_by: null }).compile(),
)

async function pauseLane(tx: Transaction, jobId: number, until: number): Promise<void> {
  await tx
    .updateTable('lanes')
    .set({ paused_until: until })
    .where('key', '=', (e) => e.selectFrom('jobs').select('lane').where('id', '=', jobId))
    .where('paused_until', '<', until)
    .execute()
}

/**
 * Undoes a claim of `claimOnlyJob` whose job this version cannot read, and leaves it to a newer one. What the job was before is
 * known, because it was new.
 */
export async function undoOnlyClaim(tx: Transaction, job: Held): Promise<void> {
  await changeHeldJob(tx, job, { status: 'queued', attempts: 0, started_at: null, needs: jobFormat + 1 })
  await handBack(tx, job, { dueIn: 0, keepLane: false })
}
