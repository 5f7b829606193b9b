import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Json } from '../../domain/outcome.ts'
import type { Reader, Transaction } from '../engine/database.ts'
import { fixed, type QueryRunner, type ValueOf } from '../engine/fixed.ts'
import { databaseNow } from '../engine/kind.ts'
import { listed, numberOf, textOf } from '../engine/listed.ts'
import { json, storedJson } from '../engine/stored.ts'
import type { Tables } from '../tables.ts'

const stored = z.object({
  /** `open`: not performed. `begun`: the call may be running, or its response is lost. */
  status: z.enum(['open', 'begun', 'done', 'failed']),
  saved: storedJson(json).nullable(),
  result: storedJson(json).nullable(),
})

/** The state of one step of a job's plan. */
export type StepRow = Omit<Selectable<Tables['steps']>, keyof z.output<typeof stored>> & z.output<typeof stored>

export async function listSteps(db: Reader, jobId: number): Promise<StepRow[]> {
  const rows = await db.selectFrom('steps').selectAll().where('job_id', '=', jobId).orderBy('position').execute()
  return rows.map((row) => ({ ...row, ...stored.parse(row) }))
}

const text = (value: Json): string | null => (value === null ? null : JSON.stringify(value))

const numbers = ['tries', 'started_at', 'doubt_since', 'finished_at'] as const
const texts = ['status', 'saved', 'result'] as const

/** Writes the states of steps. The caller holds their jobs. */
export async function writeSteps(tx: Transaction, steps: readonly StepRow[]): Promise<void> {
  if (steps.length > 0) await putSteps(tx, { rows: stepValues(steps) })
}

/** As a list for `insertSteps`. */
export const stepValues = (steps: readonly StepRow[]): readonly object[] =>
  steps.map((row) => ({ ...row, saved: text(row.saved), result: text(row.result) }))

/**
 * A statement that writes the states of steps for which a condition holds, or a part of one. Without any condition SQLite
 * would read the conflict as part of a join.
 */
export const insertSteps = (db: QueryRunner, rows: readonly object[], condition = sql`true`) => sql`
  insert into steps (job_id, position, ${sql.join([...numbers, ...texts].map((name) => sql.ref(name)))})
  select ${numberOf('job_id')}, ${numberOf('position')}, ${sql.join([...numbers.map(numberOf), ...texts.map(textOf)])}
  from ${listed(db, rows)} where ${condition}
  on conflict (job_id, position) do update set
    ${sql.join([...numbers, ...texts].map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}`

const putSteps = fixed((tx: Transaction, value: ValueOf<{ readonly rows: readonly object[] }>) =>
  insertSteps(tx, value('rows')).compile(tx),
)

/** For a job that starts again: nothing of it is visible. */
export async function deleteSteps(tx: Transaction, jobId: number): Promise<void> {
  await tx.deleteFrom('steps').where('job_id', '=', jobId).execute()
}

/** For a job in doubt that was not published, as a person has reported: the step in doubt is performed again. */
export async function reopenSteps(tx: Transaction, jobId: number): Promise<void> {
  await tx
    .updateTable('steps')
    // The data that it saved belongs to a try that failed.
    .set({ status: 'open', tries: 0, saved: null, doubt_since: null, started_at: databaseNow(tx) })
    .where('job_id', '=', jobId)
    .where('status', '=', 'begun')
    .execute()
}
