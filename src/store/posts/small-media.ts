import { sql } from 'kysely'
import type { Reader, Transaction } from '../engine/database.ts'
import { textsIn } from '../engine/listed.ts'
import { type MediaRow, readMedia, removing } from './media.ts'

/** Instead of a key: no small picture can be made of the file, or it is one. */
export const noSmall = ''

/** The files of the small pictures of these files. */
export async function listSmall(db: Reader, keys: readonly string[]) {
  if (keys.length === 0) return new Map<string, { readonly key: string; readonly file: string }>()
  const rows = await db
    .selectFrom('media as large')
    .innerJoin('media as small', 'small.key', 'large.small')
    .select(['large.key as of', 'small.key', 'small.file'])
    .where('large.key', 'in', textsIn(db, keys))
    .where('small.state', '<>', removing)
    .execute()
  return new Map(rows.map(({ of, ...small }) => [of, small]))
}

/** False if the file is gone. */
export async function setSmall(tx: Transaction, key: string, small: string | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('media')
    .set({ small })
    .where('key', '=', key)
    .where('state', '<>', removing)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Images of the library from before a time that have no small picture yet, the newest first. The literals are those of the index. */
export async function listWithoutSmall(
  db: Reader,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<MediaRow[]> {
  const rows = await db
    .selectFrom('media')
    .selectAll()
    .where('created_at', '<', before)
    .where('small', 'is', null)
    .where('listed', '=', sql.lit(1))
    .where('state', '=', 'ready')
    .where(sql<boolean>`content_type like 'image/%'`)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(readMedia)
}
