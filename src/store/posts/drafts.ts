import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../../domain/actor.ts'
import { folded } from '../../domain/folded.ts'
import type { Reader, Transaction } from '../engine/database.ts'
import { DatabaseBusy } from '../engine/database-busy.ts'
import { actor, flag, storedActor, storedFlag, storedJson } from '../engine/stored.ts'
import type { Tables } from '../tables.ts'
import { labelNames } from './labels.ts'
import { removing } from './media.ts'
import { postMedia, postOptions, postWarning, textsOf } from './posts.ts'

/** As requested: milliseconds since 1970, null for now or for the next free slot. */
const schedule = z.object({
  at: z.number().nullable(),
  timezone: z.string().nullable(),
  nextSlot: z.boolean().default(false),
})

/** The result of submitting a draft. */
const submission = z.object({
  /** The answer with which the post was accepted. */
  post: z.object({
    status: z.literal('queued'),
    post_id: z.number(),
    batch_id: z.string(),
    profile_id: z.string().nullable(),
    /** Submissions before 2026-11-23 lack it. */
    scheduled_at: z.string().nullable().optional(),
    jobs: z.array(
      z.object({
        platform: z.string(),
        jobId: z.number(),
        platform_post_id: z.string().nullable(),
        platform_post_url: z.string().nullable(),
      }),
    ),
    warnings: z.array(postWarning),
  }),
  schedule,
})

/** A request to publish a draft, and how it ended. */
const approval = z.object({
  by: actor,
  at: z.number(),
  schedule,
  webhook_url: z.string().nullable(),
  decision: z
    .object({
      outcome: z.enum(['approved', 'returned', 'withdrawn']),
      by: actor,
      at: z.number(),
      note: z.string().nullable(),
    })
    .nullable(),
})

const stored = z.object({
  platforms: storedJson(z.array(z.string())),
  media: storedJson(z.array(postMedia)),
  comments: storedJson(z.array(z.union([z.string(), z.object({ message: z.string() })]))),
  options: storedJson(postOptions).nullable(),
  auto_reply_enabled: storedFlag.nullable(),
  submission: storedJson(submission).nullable(),
  created_by: storedActor,
  updated_by: storedActor,
  awaiting: storedFlag,
  approval: storedJson(approval).nullable(),
  labels: storedJson(z.array(z.string())),
  template: storedFlag,
})

export type DraftStatus = 'draft' | 'awaiting_approval' | 'submitted'

export type Submission = z.output<typeof submission>
export type Approval = z.output<typeof approval>
export type Decision = NonNullable<Approval['decision']>

/** A post that is not published yet. Once it is submitted it does not change. */
export type DraftRow = Omit<Selectable<Tables['drafts']>, keyof z.output<typeof stored>> & z.output<typeof stored>

export const readDraft = (row: Selectable<Tables['drafts']> & { readonly labels: string }): DraftRow => ({
  ...row,
  ...stored.parse(row),
})

/** The content of a draft, set by the caller. */
export type DraftContent = Pick<
  DraftRow,
  | 'message'
  | 'platforms'
  | 'media'
  | 'comments'
  | 'options'
  | 'auto_reply_enabled'
  | 'labels'
  | 'template'
  | 'planned_at'
  | 'planned_timezone'
>

const contentColumns = ({
  message,
  platforms,
  media,
  comments,
  options,
  auto_reply_enabled,
  template,
  planned_at,
  planned_timezone,
}: DraftContent) => ({
  template: flag(template),
  planned_at,
  planned_timezone,
  search: folded(textsOf({ message, options }).join('\n')),
  message,
  platforms: JSON.stringify(platforms),
  media: JSON.stringify(media),
  comments: JSON.stringify(comments),
  options: options && JSON.stringify(options),
  auto_reply_enabled: auto_reply_enabled === null ? null : flag(auto_reply_enabled),
})

export async function insertDraft(
  tx: Transaction,
  {
    now,
    by,
    content,
    ...row
  }: Pick<DraftRow, 'id' | 'user_id' | 'profile_id'> & { now: number; by: Actor; content: DraftContent },
): Promise<void> {
  await tx
    .insertInto('drafts')
    .values({
      ...row,
      ...contentColumns(content),
      revision: 1,
      submission: null,
      created_at: now,
      created_by: JSON.stringify(by),
      updated_at: now,
    })
    .execute()
}

/** Replaces the content of a draft, as its next revision. If it waits for approval, it no longer does. */
export async function editDraft(
  tx: Transaction,
  { id, revision, approval }: DraftRow,
  { profileId, now, by, content }: { profileId: string; now: number; by: Actor; content: DraftContent },
): Promise<void> {
  await tx
    .updateTable('drafts')
    .set({
      ...contentColumns(content),
      ...decided(approval, { outcome: 'withdrawn', by, at: now, note: null }),
      profile_id: profileId,
      revision: revision + 1,
      updated_at: now,
      updated_by: JSON.stringify(by),
    })
    .where('id', '=', id)
    .execute()
}

/** The draft waits for approval. */
export async function requestApproval(tx: Transaction, id: string, asked: Approval): Promise<void> {
  await tx
    .updateTable('drafts')
    .set({ awaiting: flag(true), approval: JSON.stringify(asked), updated_at: asked.at })
    .where('id', '=', id)
    .execute()
}

/** Ends the wait of a draft. An ended request keeps its first decision. */
const decided = (asked: Approval | null, decision: Decision) => ({
  awaiting: flag(false),
  approval: asked && JSON.stringify({ ...asked, decision: asked.decision ?? decision }),
})

/** The draft is editable again, as its next revision: nobody approves what they did not see. */
export async function returnDraft(
  tx: Transaction,
  { id, revision, approval }: DraftRow,
  made: Decision,
): Promise<void> {
  await tx
    .updateTable('drafts')
    .set({ ...decided(approval, made), revision: revision + 1, updated_at: made.at })
    .where('id', '=', id)
    .execute()
}

export async function markDraftApproved(tx: Transaction, { id, approval }: DraftRow, made: Decision): Promise<void> {
  await tx.updateTable('drafts').set(decided(approval, made)).where('id', '=', id).execute()
}

/** If the draft was submitted or deleted meanwhile, the transaction runs again, and finds that. */
export async function markDraftSubmitted(tx: Transaction, id: string, made: Submission, now: number): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('drafts')
    .set({ submission: JSON.stringify(made), updated_at: now })
    .where('id', '=', id)
    .where('submission', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new DatabaseBusy(`Draft ${id} was submitted or deleted by another transaction.`)
  // From now on the post keeps its media.
  await releaseDraftMedia(tx, id)
}

export async function findDraft(db: Reader, userId: number, id: string): Promise<DraftRow | undefined> {
  const row = await db
    .selectFrom('drafts')
    .selectAll()
    .select(labelNames(db, 'draft'))
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && readDraft(row)
}

export async function deleteDraft(tx: Transaction, id: string): Promise<void> {
  await releaseDraftMedia(tx, id)
  await tx.deleteFrom('draft_labels').where('draft_id', '=', id).execute()
  await tx.deleteFrom('drafts').where('id', '=', id).execute()
}

export async function deleteDraftsOf(tx: Transaction, profileId: string): Promise<void> {
  for (const table of ['draft_media', 'draft_labels'] as const)
    await tx
      .deleteFrom(table)
      .where('draft_id', 'in', (e) => e.selectFrom('drafts').select('id').where('profile_id', '=', profileId))
      .execute()
  await tx.deleteFrom('drafts').where('profile_id', '=', profileId).execute()
}

/** Keeps media for a draft. False if some of it was removed in the meantime. */
export async function keepDraftMedia(tx: Transaction, id: string, keys: readonly string[]): Promise<boolean> {
  if (keys.length === 0) return true
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('draft_media')
    .columns(['draft_id', 'media_key'])
    .expression((e) =>
      e
        .selectFrom('media')
        .select([e.val(id).as('draft_id'), 'key'])
        .where('key', 'in', keys)
        .where('state', '<>', removing),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === BigInt(keys.length)
}

export async function releaseDraftMedia(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('draft_media').where('draft_id', '=', id).execute()
}
