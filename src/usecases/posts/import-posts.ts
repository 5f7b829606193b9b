import { setImmediate as letOthersRun } from 'node:timers/promises'
import { PublicError } from '../../contract/errors.ts'
import type { Transaction } from '../../store/engine/database.ts'
import { isoTimeOrNull } from '../../system/clock.ts'
import type { UseCase } from '../context.ts'
import { ownProfile } from '../profiles/own-profile.ts'
import { approvalRequired, malformed, refusal } from '../refuse.ts'
import { columnNames } from './csv-columns.ts'
import { type ExaminedRow, examineRows, type RowResult } from './import-rows.ts'
import { readSource } from './import-source.ts'

/** All or nothing: every row is stored in one transaction, together with the response, or no row is. */
export const importPosts: UseCase<'importPosts'> = async (call) => {
  const { database, caller, body, answer, wake } = call
  if (body.commit && body.as === 'posts' && caller.publishing.type === 'drafts') throw approvalRequired()
  await ownProfile(database.read, caller, body.profile_id)
  const { rows: source, unknownColumns } = readSource(body)
  if (body.commit && unknownColumns.length > 0) throw unknownColumn(unknownColumns)
  const rows = await examineRows(call, source)
  const ok = unknownColumns.length === 0 && rows.every(({ findings }) => findings.length === 0)
  const show = (shown: readonly (readonly [ExaminedRow, RowResult])[]) => ({
    status: 'ok' as const,
    data: {
      committed: body.commit,
      ok,
      unknown_columns: [...unknownColumns],
      rows: shown.map(([{ row, fields, findings, warnings }, stored]) => ({
        row,
        ok: findings.length === 0,
        findings: [...findings],
        warnings: [...warnings],
        fields: { ...fields },
        ...stored,
      })),
    },
  })
  if (!body.commit) return database.step((tx) => answer(tx, show(rows.map((row) => [row, notStored(row)] as const))))

  const findings = rows.flatMap((row) => row.findings.map((finding) => ({ ...finding, row: row.row })))
  if (findings.length > 0) throw nothingStored(refusal(findings), findings[0]?.row)
  const answered = await database.ofUser(caller.userId, async (tx) => answer(tx, show(await storeRows(tx, rows))))
  wake()
  return answered
}

const notStored = ({ at }: ExaminedRow): RowResult => ({
  scheduled_at: isoTimeOrNull(at),
  post_id: null,
  draft_id: null,
})

async function storeRows(tx: Transaction, rows: readonly ExaminedRow[]) {
  const stored: (readonly [ExaminedRow, RowResult])[] = []
  for (const row of rows) {
    if (!row.store) throw new Error('A row without findings can be stored.')
    stored.push([row, await row.store(tx).catch((error: unknown) => Promise.reject(inRow(error, row.row)))])
    await letOthersRun()
  }
  return stored
}

/** Something changed between the checks and the transaction. */
function inRow(error: unknown, row: number): unknown {
  if (!(error instanceof PublicError)) return error
  const details = error.details.map((detail) => ({ ...detail, row }))
  return nothingStored(new PublicError(error.code, error.message, { details, headers: error.headers }), row)
}

const nothingStored = ({ code, message, details, headers }: PublicError, row: number | undefined): PublicError =>
  new PublicError(code, `Nothing was imported. Row ${row}: ${message}`, { details, headers: { ...headers } })

const unknownColumn = (names: readonly string[]): PublicError =>
  malformed(
    names.map((name) => ({
      path: 'csv',
      code: 'unknown_column',
      message: `No column is named “${name}”. The columns are ${columnNames.join(', ')}.`,
      allowed: columnNames,
    })),
  )
