import { sql } from 'kysely'
import type { PlannedStep } from '../../domain/plan.ts'
import type { Database, Transaction, Writer } from '../engine/database.ts'
import { fixed, type QueryRunner, type ValueOf } from '../engine/fixed.ts'
import { databaseNow } from '../engine/kind.ts'
import type { Lease } from '../engine/leases.ts'
import { inOrder, listed, numberOf, numbersIn, textOf } from '../engine/listed.ts'
import { insertSteps, type StepRow, stepValues } from './steps.ts'

/** A leased job with its plan. */
export interface PlannedJob extends Lease {
  readonly plan: readonly PlannedStep[]
  /** The format that its next worker must know. */
  readonly needs: number
  /** The announcement of its first call; null if that call can simply be repeated. */
  readonly first: StepRow | null
}

/** Stores plans, and announces the first calls. Returns the IDs of the jobs that were still leased. */
export async function storePlans(database: Database, planned: readonly PlannedJob[]): Promise<number[]> {
  const plans = inOrder(planned.map(({ id, fence, needs, plan }) => ({ id, fence, needs, plan: JSON.stringify(plan) })))
  const first = stepValues(planned.flatMap((job) => job.first ?? []))
  const leased = await (database.kind === 'postgres'
    ? database.single((db) => writeAtOnce(db, { plans, first }))
    : database.step(async (tx) => {
        const written = await writePlans(tx, { plans })
        if (first.length > 0) await writeFirst(tx, { first, leased: written.map(({ id }) => id) })
        return written
      }))
  return leased.map(({ id }) => id)
}

interface Plans {
  readonly plans: readonly object[]
}

const updatePlans = (db: QueryRunner, plans: readonly object[]) => sql<{ id: number }>`
  update jobs set plan = ${textOf('plan')}, needs = ${numberOf('needs')}, updated_at = ${databaseNow(db)}
  from ${listed(db, plans)} where jobs.id = ${numberOf('id')} and jobs.fence = ${numberOf('fence')} returning jobs.id`

/**
 * One statement is a transaction of its own. The server may run it late, when this process has given it up, has sent it again
 * and has performed the first step: then it leaves that step alone.
 */
const writeAtOnce = fixed((db: Writer, value: ValueOf<Plans & { readonly first: readonly object[] }>) =>
  sql<{ id: number }>`
    with leased as (${updatePlans(db, value('plans'))}),
    announced as (
      ${insertSteps(db, value('first'), sql`${numberOf('job_id')} in (select id from leased)`)}
      where steps.status <> 'done')
    select id from leased`.compile(db),
)

/** SQLite changes one table in a statement. */
const writePlans = fixed((tx: Transaction, value: ValueOf<Plans>) => updatePlans(tx, value('plans')).compile(tx))
const writeFirst = fixed(
  (tx: Transaction, value: ValueOf<{ readonly first: readonly object[]; readonly leased: readonly number[] }>) =>
    insertSteps(tx, value('first'), sql`${numberOf('job_id')} in ${numbersIn(tx, value('leased'))}`).compile(tx),
)
