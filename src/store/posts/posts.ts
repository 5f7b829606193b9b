import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import type { Client } from '../../domain/client.ts'
import type { PostWarning } from '../../domain/content.ts'
import { folded } from '../../domain/folded.ts'
import { storedPostStatuses } from '../../domain/post-status.ts'
import type { PostWarningCode } from '../../domain/warning-codes.ts'
import type { Reader, Transaction } from '../engine/database.ts'
import { insertRows } from '../engine/insert-rows.ts'
import { isPostgres } from '../engine/kind.ts'
import { flag, storedActor, storedFlag, storedJson, storedWord } from '../engine/stored.ts'
import type { Tables } from '../tables.ts'
import { labelNames } from './labels.ts'
import { removing, unendedStatuses } from './media.ts'

/** An item of a post's media, as requested. */
export const postMedia = z.object({
  key: z.string(),
  url: z.string(),
  thumbnailUrl: z.string().nullable(),
  altText: z.string().nullable(),
})

export const postWarning = z.object({
  platform: z.string().nullable(),
  code: storedWord<PostWarningCode>(),
  severity: z.enum(['info', 'warning']),
  message: z.string(),
}) satisfies z.ZodType<PostWarning>

/** `platform_options` of each platform, by the name that the caller used. */
export const postOptions = z.record(z.string(), z.record(z.string(), z.unknown()))

const stored = z.object({
  platforms: storedJson(z.array(z.string())),
  media: storedJson(z.array(postMedia)),
  comments: storedJson(z.array(z.string())),
  options: storedJson(postOptions).nullable(),
  auto_reply_enabled: storedFlag.nullable(),
  source: storedWord<Client>(),
  status: z.enum(storedPostStatuses),
  warnings: storedJson(z.array(postWarning)),
  created_by: storedActor,
  updated_by: storedActor,
  deleted_by: storedActor,
  labels: storedJson(z.array(z.string())),
})

export type PostMedia = z.output<typeof postMedia>

export type PostOptions = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** The post of a caller: a group of one job per platform. */
export type PostRow = Omit<Selectable<Tables['posts']>, keyof z.output<typeof stored> | 'search'> &
  z.output<typeof stored>

export const readPost = ({
  search: _,
  ...row
}: Selectable<Tables['posts']> & { readonly labels: string }): PostRow => ({
  ...row,
  ...stored.parse(row),
})

/** The part of a post that an edit replaces. */
export type EditedPost = Pick<
  PostRow,
  | 'profile_id'
  | 'message'
  | 'platforms'
  | 'media'
  | 'comments'
  | 'options'
  | 'auto_reply_enabled'
  | 'webhook_url'
  | 'scheduled_at'
  | 'scheduled_timezone'
  | 'status'
  | 'warnings'
  | 'revision'
  | 'updated_at'
  | 'updated_by'
>

const editedColumns = ({
  platforms,
  media,
  comments,
  options,
  auto_reply_enabled,
  warnings,
  updated_by,
  ...plain
}: EditedPost) => ({
  ...plain,
  platforms: JSON.stringify(platforms),
  media: JSON.stringify(media),
  comments: JSON.stringify(comments),
  options: options && JSON.stringify(options),
  auto_reply_enabled: auto_reply_enabled === null ? null : flag(auto_reply_enabled),
  warnings: JSON.stringify(warnings),
  updated_by: updated_by && JSON.stringify(updated_by),
})

export type NewPost = EditedPost & Pick<PostRow, 'id' | 'user_id' | 'batch_id' | 'source' | 'created_at' | 'created_by'>

export function newPostRow({ id, user_id, batch_id, source, created_at, created_by, ...edited }: NewPost) {
  return {
    ...editedColumns(edited),
    id,
    user_id,
    batch_id,
    source,
    created_at,
    created_by: created_by && JSON.stringify(created_by),
    search: searchText(batch_id, edited),
  }
}

const insertPosts = insertRows('posts')
export const insertPost = (tx: Transaction, post: NewPost): Promise<void> => insertPosts(tx, [newPostRow(post)])

export async function editPost(tx: Transaction, { id, batch_id }: PostRow, edited: EditedPost): Promise<void> {
  await tx
    .updateTable('posts')
    .set({ ...editedColumns(edited), search: searchText(batch_id, edited) })
    .where('id', '=', id)
    .execute()
}

export async function markPostDeleted(
  tx: Transaction,
  id: number,
  { by, now }: { readonly by: Actor; readonly now: number },
): Promise<void> {
  await tx
    .updateTable('posts')
    .set({ deleted_at: now, deleted_by: JSON.stringify(by), status: 'cancelled', updated_at: now })
    .where('id', '=', id)
    .execute()
}

export async function markPostRestored(tx: Transaction, id: number, as: number): Promise<void> {
  await tx.updateTable('posts').set({ restored_as: as }).where('id', '=', id).execute()
}

const searchText = (batchId: string, post: Pick<PostRow, 'message' | 'options'>): string =>
  folded([batchId, ...textsOf(post)].join('\n'))

/** All texts of a post or a draft. */
export const textsOf = ({ message, options }: Pick<PostRow, 'message' | 'options'>): string[] => [
  message,
  ...Object.values(options ?? {}).flatMap((given) => (typeof given.message === 'string' ? [given.message] : [])),
]

/** A post of the user, by its own ID or the ID of one of its jobs. */
export async function findPost(db: Reader, userId: number, id: number): Promise<PostRow | undefined> {
  const row = await postOf(db, userId, id).where('deleted_at', 'is', null).executeTakeFirst()
  return row && readPost(row)
}

/** The same for a deleted post that is still kept. */
export async function findDeletedPost(db: Reader, userId: number, id: number): Promise<PostRow | undefined> {
  const row = await postOf(db, userId, id).where('deleted_at', 'is not', null).executeTakeFirst()
  return row && readPost(row)
}

/** The same, and locks it and its jobs until the transaction ends. A worker that gives a job back locks only the job. */
export async function lockPost(tx: Transaction, userId: number, id: number): Promise<PostRow | undefined> {
  if (!isPostgres(tx)) return findPost(tx, userId, id)
  const row = await postOf(tx, userId, id).where('deleted_at', 'is', null).forNoKeyUpdate().executeTakeFirst()
  if (row)
    await tx.selectFrom('jobs').select('id').where('post_id', '=', row.id).orderBy('id').forNoKeyUpdate().execute()
  return row && readPost(row)
}

const postOf = (db: Reader, userId: number, id: number) =>
  db
    .selectFrom('posts')
    .selectAll()
    .select(labelNames(db, 'post'))
    .where('user_id', '=', userId)
    .where((e) =>
      e.or([e('id', '=', id), e('id', '=', e.selectFrom('jobs').select('post_id').where('jobs.id', '=', id))]),
    )

/** Whether any post of a profile has not ended. */
export async function hasUnendedPosts(db: Reader, profileId: string): Promise<boolean> {
  const found = await db
    .selectFrom('posts')
    .select('id')
    .where('profile_id', '=', profileId)
    .where('status', 'in', unendedStatuses)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Keeps media for a post. False if some of it was removed in the meantime. */
export async function keepMedia(tx: Transaction, postId: number, keys: readonly string[]): Promise<boolean> {
  if (keys.length === 0) return true
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('post_media')
    .columns(['post_id', 'media_key'])
    .expression((e) =>
      e
        .selectFrom('media')
        .select([sql<number>`${sql.lit(postId)}`.as('post_id'), 'key'])
        .where('key', 'in', keys)
        .where('state', '<>', removing),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === BigInt(keys.length)
}

/** Counts the change of a post whose labels were replaced. */
export async function markPostRelabelled(tx: Transaction, { id, revision }: PostRow, now: number): Promise<void> {
  await tx
    .updateTable('posts')
    .set({ revision: revision + 1, updated_at: now })
    .where('id', '=', id)
    .execute()
}

export async function releaseMedia(tx: Transaction, postId: number): Promise<void> {
  await tx.deleteFrom('post_media').where('post_id', '=', postId).execute()
}
