import { notFound, PublicError } from '../../contract/errors.ts'
import type { Reader } from '../../store/engine/database.ts'
import { findLabel, type LabelRow } from '../../store/posts/labels.ts'
import { isoTime } from '../../system/clock.ts'
import type { Caller } from '../context.ts'

/** The caller's label with this ID. */
export async function ownLabel(db: Reader, { userId }: Caller, id: number): Promise<LabelRow> {
  const label = await findLabel(db, userId, id)
  if (!label) throw notFound('label')
  return label
}

export const showLabel = ({ id, name, color, created_at }: LabelRow) => ({
  id,
  name,
  color,
  created_at: isoTime(created_at),
})

export const nameTaken = (name: string): PublicError =>
  new PublicError('name_taken', `Another label is already named “${name}”. Choose a different name.`)
