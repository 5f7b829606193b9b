import type { ExpressionBuilder } from 'kysely'
import { z } from 'zod'
import type { MediaFacts } from '../domain/media-facts.ts'
import { isMediaType } from '../domain/media-types.ts'
import type { Reader, Transaction } from './engine/database.ts'
import type { Tables } from './tables.ts'

const number = z.number().nullable()

export const storedFacts = z.object({
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
    .transform((text) => (text === null ? null : storedFacts.parse(JSON.parse(text)))),
  created_at: z.number(),
})

/** A file of the media host: awaited until its bytes have arrived and passed the checks, then ready for ever. */
export type MediaRow = z.output<typeof stored>

export async function findMedia(db: Reader, key: string): Promise<MediaRow | undefined> {
  const row = await db.selectFrom('media').selectAll().where('key', '=', key).executeTakeFirst()
  return row && stored.parse(row)
}

/** The media of a user with one of these names or files. */
export async function listNamedMedia(
  db: Reader,
  userId: number,
  { keys, files }: { keys: readonly string[]; files: readonly string[] },
): Promise<MediaRow[]> {
  if (keys.length + files.length === 0) return []
  const rows = await db
    .selectFrom('media')
    .selectAll()
    .where('user_id', '=', userId)
    .where((e) =>
      e.or([...(keys.length > 0 ? [e('key', 'in', keys)] : []), ...(files.length > 0 ? [e('file', 'in', files)] : [])]),
    )
    .execute()
  return rows.map((row) => stored.parse(row))
}

export async function insertMedia(tx: Transaction, row: MediaRow): Promise<void> {
  await tx
    .insertInto('media')
    .values({ ...row, facts: row.facts && JSON.stringify(row.facts) })
    .execute()
}

/** False if the bytes had arrived before: they never change. */
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

/** Used by a post that has not ended, or by a draft. */
const isWaitedFor = (e: ExpressionBuilder<Tables, 'media'>) =>
  e.or([
    e.exists(
      e
        .selectFrom('post_media')
        .innerJoin('posts', 'posts.id', 'post_media.post_id')
        .select('posts.id')
        .whereRef('post_media.media_key', '=', 'media.key')
        .where('posts.status', 'in', ['queued', 'processing']),
    ),
    e.exists(
      e.selectFrom('draft_media').select('draft_media.draft_id').whereRef('draft_media.media_key', '=', 'media.key'),
    ),
  ])

/** The oldest media from before a time that nothing uses. */
export const listOldMedia = (db: Reader, before: number, limit: number) =>
  db
    .selectFrom('media')
    .select(['key', 'file'])
    .where('created_at', '<', before)
    .where((e) => e.not(isWaitedFor(e)))
    .orderBy('created_at')
    .limit(limit)
    .execute()

export const isFileKnown = async (db: Reader, file: string): Promise<boolean> =>
  (await db.selectFrom('media').select('key').where('file', '=', file).executeTakeFirst()) !== undefined

/** False if a post or a draft uses it by now. */
export async function deleteMedia(tx: Transaction, key: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('media')
    .where('key', '=', key)
    .where((e) => e.not(isWaitedFor(e)))
    .executeTakeFirst()
  return numDeletedRows > 0n
}
