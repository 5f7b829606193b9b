import { notFound } from '../../contract/errors.ts'
import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import type { Reader } from '../../store/engine/database.ts'
import { type DateRow, findDate } from '../../store/posts/dates.ts'
import { isoTime } from '../../system/clock.ts'
import type { Caller } from '../context.ts'

/** The caller's date with this ID. */
export async function ownDate(db: Reader, { userId }: Caller, id: number): Promise<DateRow> {
  const date = await findDate(db, userId, id)
  if (!date) throw notFound('date')
  return date
}

export const showDate = (row: DateRow): Output<Operations['createDate']>['data'] => ({
  id: row.id,
  profile_id: row.profile_id,
  name: row.name,
  from: row.first_day,
  to: row.last_day,
  created_at: isoTime(row.created_at),
  created_by: row.created_by,
})
