import { notFound } from '../../contract/errors.ts'
import type { Reader } from '../../store/engine/database.ts'
import { findListedMedia } from '../../store/posts/library.ts'
import type { MediaRow } from '../../store/posts/media.ts'
import type { Caller } from '../context.ts'

/** The caller's file with this ID. */
export async function ownMedia(db: Reader, { userId }: Caller, id: string): Promise<MediaRow> {
  const row = await findListedMedia(db, userId, id)
  if (!row) throw notFound('file')
  return row
}
