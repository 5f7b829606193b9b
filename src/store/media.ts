import { z } from 'zod'
import type { MediaFacts } from '../domain/media-facts.ts'
import { isMediaType } from '../domain/media-types.ts'
import type { Reader, Transaction } from './database.ts'

const number = z.number().nullable()

const facts = z.object({
  contentType: z.string().refine(isMediaType),
  size: z.number(),
  width: number,
  height: number,
  rotation: z.number(),
  seconds: number,
  frameRate: number,
  videoCodec: z.string().nullable(),
  audioCodec: z.string().nullable(),
  animated: z.boolean(),
  frames: number,
}) satisfies z.ZodType<MediaFacts>

const stored = z.object({
  key: z.string(),
  file: z.string(),
  user_id: z.number(),
  state: z.enum(['awaiting', 'ready']),
  content_type: z.string().refine(isMediaType),
  size: z.number(),
  sha256: z.string().nullable(),
  facts: z
    .string()
    .nullable()
    .transform((text) => (text === null ? null : facts.parse(JSON.parse(text)))),
  created_at: z.number(),
})

/** A file of the media host: awaited until its bytes have come and passed their checks, then ready for ever. */
export type MediaRow = z.output<typeof stored>

export async function findMedia(db: Reader, key: string): Promise<MediaRow | undefined> {
  const row = await db.selectFrom('media').selectAll().where('key', '=', key).executeTakeFirst()
  return row && stored.parse(row)
}

export async function insertMedia(tx: Transaction, row: MediaRow): Promise<void> {
  await tx
    .insertInto('media')
    .values({ ...row, facts: row.facts && JSON.stringify(row.facts) })
    .execute()
}

/** False where the bytes had come already: they never change. */
export async function makeMediaReady(
  tx: Transaction,
  key: string,
  ready: { file: string; sha256: string; facts: MediaFacts },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('media')
    .set({
      state: 'ready',
      file: ready.file,
      sha256: ready.sha256,
      facts: JSON.stringify(ready.facts),
      content_type: ready.facts.contentType,
    })
    .where('key', '=', key)
    .where('state', '=', 'awaiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The oldest media from before a time. */
export const listOldMedia = (db: Reader, before: number, limit: number) =>
  db
    .selectFrom('media')
    .select(['key', 'file'])
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit)
    .execute()

export const isFileKnown = async (db: Reader, file: string): Promise<boolean> =>
  (await db.selectFrom('media').select('key').where('file', '=', file).executeTakeFirst()) !== undefined

export async function deleteMedia(tx: Transaction, key: string): Promise<void> {
  await tx.deleteFrom('media').where('key', '=', key).execute()
}
