import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Json } from '../domain/outcome.ts'
import type { Reader, Transaction } from './engine/database.ts'
import { fixed, type ValueOf } from './engine/fixed.ts'
import { databaseNow } from './engine/kind.ts'
import { listed, numberOf, textOf } from './engine/listed.ts'
import { json, storedJson } from './engine/stored.ts'
import type { Tables } from './tables.ts'

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
  if (steps.length === 0) return
  const rows = steps.map((row) => ({ ...row, saved: text(row.saved), result: text(row.result) }))
  await putSteps(tx, { rows })
}

const putSteps = fixed((tx: Transaction, value: ValueOf<{ readonly rows: readonly object[] }>) =>
  tx
    .insertInto('steps')
    .columns(['job_id', 'position', ...numbers, ...texts])
    .expression((e) =>
      e
        .selectFrom(listed(tx, value('rows')))
        .select([numberOf('job_id').as('job_id'), numberOf('position').as('position')])
        .select(numbers.map((name) => numberOf(name).as(name)))
        .select(texts.map((name) => textOf(name).as(name)))
        // Without a condition SQLite reads the conflict as part of a join.
        .where(sql<boolean>`true`),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['job_id', 'position'])
        .doUpdateSet((e) =>
          Object.fromEntries([...numbers, ...texts].map((name) => [name, e.ref(`excluded.${name}`)])),
        ),
    )
    .compile(),
)

/** For a job that starts again: nothing of it is visible. */
export async function deleteSteps(tx: Transaction, jobId: number): Promise<void> {
  await tx.deleteFrom('steps').where('job_id', '=', jobId).execute()
}

/** For a job in doubt that was not published, as a person has reported: the step in doubt is performed again. */
export async function reopenSteps(tx: Transaction, jobId: number): Promise<void> {
  await tx
    .updateTable('steps')
    // What it saved belongs to a try that failed.
    .set({ status: 'open', tries: 0, saved: null, doubt_since: null, started_at: databaseNow(tx) })
    .where('job_id', '=', jobId)
    .where('status', '=', 'begun')
    .execute()
}
