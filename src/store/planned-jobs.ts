import type { PlannedStep } from '../domain/plan.ts'
import type { Transaction } from './engine/database.ts'
import { fixed, type ValueOf } from './engine/fixed.ts'
import { databaseNow } from './engine/kind.ts'
import type { Held } from './engine/leases.ts'
import { inOrder, listed, numberOf, textOf } from './engine/listed.ts'
import { jobFormat } from './jobs.ts'
import { type StepRow, writeSteps } from './steps.ts'

/** A held job with its plan. */
export interface PlannedJob extends Held {
  readonly plan: readonly PlannedStep[]
  /** The announcement of its first call; null if that call can simply be repeated. */
  readonly first: StepRow | null
}

/** Stores plans, and announces the first calls. Returns the IDs of the jobs that were still held. */
export async function storePlans(tx: Transaction, planned: readonly PlannedJob[]): Promise<number[]> {
  const rows = planned.map(({ id, fence, plan }) => ({ id, fence, plan: JSON.stringify(plan) }))
  const written = await writePlans(tx, { rows: inOrder(rows) })
  const held = written.map(({ id }) => id)
  await writeSteps(
    tx,
    planned.flatMap(({ id, first }) => (first && held.includes(id) ? [first] : [])),
  )
  return held
}

const writePlans = fixed((tx: Transaction, value: ValueOf<{ readonly rows: readonly object[] }>) =>
  tx
    .updateTable('jobs')
    .from(listed(tx, value('rows')))
    .set({ plan: textOf('plan'), needs: jobFormat, updated_at: databaseNow(tx) })
    .where('jobs.id', '=', numberOf('id'))
    .where('jobs.fence', '=', numberOf('fence'))
    .returning('jobs.id')
    .compile(),
)
