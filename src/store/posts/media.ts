import { type ExpressionBuilder, type RawBuilder, type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { folded } from '../../domain/folded.ts'
import type { MediaFacts } from '../../domain/media-facts.ts'
import { isMediaType } from '../../domain/media-types.ts'
import type { Reader, Transaction } from '../engine/database.ts'
import { textsIn } from '../engine/listed.ts'
import { flag, storedFlag } from '../engine/stored.ts'
import type { Tables } from '../tables.ts'

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
  /** Null: it has none yet, and its key is shown. */
  name: z.string().nullable(),
  alt_text: z.string().nullable(),
  listed: storedFlag,
  small: z.string().nullable(),
  created_at: z.number(),
})

/** Its file is being removed, and nobody finds it any more. */
export const removing = 'removing'

/** A file of the media host: awaited until its bytes have arrived and passed the checks, then ready for ever. */
export type MediaRow = z.output<typeof stored>

export const readMedia = (row: Selectable<Tables['media']>): MediaRow => stored.parse(row)

export async function findMedia(db: Reader, key: string): Promise<MediaRow | undefined> {
  const row = await db
    .selectFrom('media')
    .selectAll()
    .where('key', '=', key)
    .where('state', '<>', removing)
    .executeTakeFirst()
  return row && readMedia(row)
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
    .where('state', '<>', removing)
    .where((e) =>
      e.or([...(keys.length > 0 ? [e('key', 'in', keys)] : []), ...(files.length > 0 ? [e('file', 'in', files)] : [])]),
    )
    .execute()
  return rows.map(readMedia)
}

export async function insertMedia(
  tx: Transaction,
  row: Omit<MediaRow, 'small'> & Partial<Pick<MediaRow, 'small'>>,
): Promise<void> {
  await tx
    .insertInto('media')
    .values({
      ...row,
      facts: row.facts && JSON.stringify(row.facts),
      search: row.name && folded(row.name),
      listed: flag(row.listed),
    })
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

/** The stored statuses of posts that have not ended. */
export const unendedStatuses = ['queued', 'processing'] as const

/** Whether a post or a draft that fulfils a condition uses a file. */
export const usedBy =
  (isUser: RawBuilder<boolean>, isDraft?: RawBuilder<boolean>) => (e: ExpressionBuilder<Tables, 'media'>) =>
    e.or([
      e.exists(
        e
          .selectFrom('post_media')
          .innerJoin('posts', 'posts.id', 'post_media.post_id')
          .select('posts.id')
          .whereRef('post_media.media_key', '=', 'media.key')
          .where(isUser),
      ),
      e.exists(
        e
          .selectFrom('draft_media')
          .select('draft_media.draft_id')
          .whereRef('draft_media.media_key', '=', 'media.key')
          .$if(isDraft !== undefined, (query) =>
            query.where((draft) =>
              draft.exists(
                draft
                  .selectFrom('drafts')
                  .select('drafts.id')
                  .whereRef('drafts.id', '=', 'draft_media.draft_id')
                  .where(isDraft ?? sql<boolean>`true`),
              ),
            ),
          ),
      ),
    ])

/** It is the picture of a profile, or the small picture of another file. */
const isShown = (e: ExpressionBuilder<Tables, 'media'>) =>
  e.or([
    e.exists(
      e
        .selectFrom('profiles')
        .select('profiles.id')
        .whereRef('profiles.picture', '=', 'media.key')
        .where('profiles.deleted_at', 'is', null),
    ),
    e.exists(
      e
        .selectFrom('media as large')
        .select('large.key')
        .whereRef('large.small', '=', 'media.key')
        .where('large.state', '<>', removing),
    ),
  ])

/** Used by a post that has not ended, or by a draft, or shown. */
const hasNotEnded = sql<boolean>`posts.status in (${sql.join(unendedStatuses)})`
const isWaitedFor = (e: ExpressionBuilder<Tables, 'media'>) => e.or([usedBy(hasNotEnded)(e), isShown(e)])

/** A post that can be brought back. */
export const canComeBack = sql<boolean>`(posts.deleted_at is not null and posts.restored_as is null)`

/** The same, or by a post that can be brought back. */
const isKept = (e: ExpressionBuilder<Tables, 'media'>) =>
  e.or([usedBy(sql<boolean>`(${hasNotEnded} or ${canComeBack})`)(e), isShown(e)])

/** How many bytes of media a user stores, with those that are announced. Small pictures do not count. */
export async function countStoredBytes(db: Reader, userId: number): Promise<number> {
  const { bytes } = await db
    .selectFrom('media')
    .select((e) => e.fn.sum<number | null>('size').as('bytes'))
    .where('user_id', '=', userId)
    .where('state', '<>', removing)
    .where((e) => e.or([e('listed', '=', 1), e('small', 'is', null)]))
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

/** Where a walk through the media by age has arrived. */
export interface MediaPosition {
  readonly created_at: number
  readonly key: string
}

export interface OldMedia extends MediaPosition {
  readonly file: string
  readonly user_id: number
  /** The key of its small picture. */
  readonly small: string | null
  /** It can be removed: nothing keeps it. */
  readonly unused: boolean
}

/** Media from before a time, the oldest first: up to `limit` after a position. */
export async function listOldMedia(
  db: Reader,
  { before, after, limit, state }: { before: number; after: MediaPosition; limit: number; state?: 'awaiting' },
): Promise<OldMedia[]> {
  const rows = await db
    .selectFrom('media')
    .select(['key', 'file', 'user_id', 'small', 'created_at'])
    .select((e) => e.case().when(isKept(e)).then(0).else(1).end().as('unused'))
    .where('created_at', '<', before)
    .where('created_at', '>=', after.created_at)
    .where((e) => e.or([e('created_at', '>', after.created_at), e('key', '>', after.key)]))
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? ''))
    .orderBy('created_at')
    .orderBy('key')
    .limit(limit)
    .execute()
  return rows.map(({ unused, ...row }) => ({ ...row, unused: unused === 1 }))
}

/** Of these files, those that belong to a row. */
export async function knownFiles(db: Reader, files: readonly string[]): Promise<Set<string>> {
  if (files.length === 0) return new Set()
  const rows = await db.selectFrom('media').select('file').where('file', 'in', textsIn(db, files)).execute()
  return new Set(rows.map(({ file }) => file))
}

/** From now on nobody finds the media. Returns its file; undefined if a post or a draft uses it by now. */
export async function beginRemoval(tx: Transaction, key: string): Promise<string | undefined> {
  const row = await tx
    .updateTable('media')
    .set({ state: removing })
    .where('key', '=', key)
    .where((e) => e.not(isWaitedFor(e)))
    .returning('file')
    .executeTakeFirst()
  return row?.file
}

/** Call it when the file is removed. If a process ends before, the row is found again. */
export const endRemoval = async (tx: Transaction, key: string): Promise<void> => {
  await tx.deleteFrom('media').where('key', '=', key).where('state', '=', removing).execute()
}
