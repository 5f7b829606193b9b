import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Sealer } from '../../crypto/seal.ts'
import { newWebhookSecret } from '../../crypto/webhook-signature.ts'
import { day } from '../../domain/time.ts'
import type { Reader, Transaction } from '../engine/database.ts'
import { fixed, type ValueOf } from '../engine/fixed.ts'
import { inOrder, listed, numberOf, textOf } from '../engine/listed.ts'
import { callbackBinding, webhookBinding } from '../engine/sealed.ts'
import { storedJson, storedWord } from '../engine/stored.ts'
import type { Tables } from '../tables.ts'
import { endpointOfWebhook } from './deliveries.ts'
import { cancelWaiting, forgetSilence } from './endpoints.ts'

/** How long the secret before signs as well: receivers have so long to take the new one. */
const overlap = day

export type DisabledReason = 'gone' | 'failing' | 'http_forbidden'

const stored = z.object({
  events: storedJson(z.array(z.string()).readonly()),
  disabled_reason: storedWord<DisabledReason>().nullable(),
})

/** An address that receives events of its user. */
export type WebhookRow = Omit<Selectable<Tables['webhooks']>, keyof z.output<typeof stored>> & z.output<typeof stored>

const readWebhook = (row: Selectable<Tables['webhooks']>): WebhookRow => ({ ...row, ...stored.parse(row) })

export async function insertWebhook(
  tx: Transaction,
  { userId, url, events, now }: { userId: number; url: string; events: readonly string[]; now: number },
  secret: string,
  sealer: Sealer,
): Promise<WebhookRow> {
  const { id } = await tx
    .insertInto('webhooks')
    .values({ user_id: userId, url, events: JSON.stringify(events), created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  // Sealed for its row, whose ID is known only now.
  const row = await tx
    .updateTable('webhooks')
    .set({ secret: sealer.seal(secret, webhookBinding(id)) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return readWebhook(row)
}

/** Those that are not deleted, oldest first. */
export async function listWebhooks(db: Reader, userId: number): Promise<WebhookRow[]> {
  const rows = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(readWebhook)
}

/** Of all users, without those whose plain http address the settings forbid: they would be disabled at once. */
export async function listDisabledWebhooks(db: Reader): Promise<WebhookRow[]> {
  const rows = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where('disabled_reason', 'in', ['gone', 'failing'])
    .orderBy('id')
    .execute()
  return rows.map(readWebhook)
}

/** Also finds a deleted webhook: its history can be read. */
export async function findWebhook(db: Reader, userId: number, id: number): Promise<WebhookRow | undefined> {
  const row = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && readWebhook(row)
}

/** A new URL has not failed yet. */
export async function changeWebhook(
  tx: Transaction,
  { id, url: before }: Pick<WebhookRow, 'id' | 'url'>,
  { url = before, events }: { readonly url?: string | undefined; readonly events?: readonly string[] | undefined },
): Promise<WebhookRow> {
  const row = await tx
    .updateTable('webhooks')
    .set({
      url,
      ...(events && { events: JSON.stringify(events) }),
      ...(url !== before && { failing_since: null }),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (url !== before) await forgetSilence(tx, endpointOfWebhook(id))
  return readWebhook(row)
}

/** Returns until when the secret before signs as well. */
export async function replaceWebhookSecret(
  tx: Transaction,
  { sealer, id, secret, now }: { sealer: Sealer; id: number; secret: string; now: number },
): Promise<number> {
  const until = now + overlap
  await tx
    .updateTable('webhooks')
    .set((e) => ({ secret: sealer.seal(secret, webhookBinding(id)), previous: e.ref('secret'), previous_until: until }))
    .where('id', '=', id)
    .execute()
  return until
}

/** Keeps the row for the history of its deliveries, but not the secret. Returns false if it was deleted before. */
export async function deleteWebhook(tx: Transaction, id: number, now: number): Promise<boolean> {
  const deleted = await tx
    .updateTable('webhooks')
    .set({ deleted_at: now, secret: null, previous: null, previous_until: null })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (deleted === undefined) return false
  await cancelWaiting(tx, endpointOfWebhook(id))
  return true
}

/**
 * Disables it because of what happened at this URL; returns false if it has another URL by now, or is disabled. What waits for it
 * is to be cancelled.
 */
export async function disableWebhook(
  tx: Transaction,
  { id, url }: { readonly id: number; readonly url: string },
  reason: DisabledReason,
  now: number,
): Promise<boolean> {
  const disabled = await tx
    .updateTable('webhooks')
    .set({ disabled_at: now, disabled_reason: reason })
    .where('id', '=', id)
    .where('url', '=', url)
    .where('disabled_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return disabled !== undefined
}

export async function enableWebhook(tx: Transaction, id: number): Promise<WebhookRow> {
  const row = await tx
    .updateTable('webhooks')
    .set({ disabled_at: null, disabled_reason: null, failing_since: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await forgetSilence(tx, endpointOfWebhook(id))
  return readWebhook(row)
}

/** The result of an attempt, as it is noted at its webhook. */
export interface NotedAttempt {
  readonly id: number
  /** Where it was sent. */
  readonly url: string
  /** Null: it succeeded. */
  readonly failedAt: number | null
}

/** The state of a webhook after an attempt. */
export interface AfterAttempt {
  readonly url: string
  /** Since when no attempt has succeeded. */
  readonly failingSince: number | null
  /** It gets no events any more. */
  readonly gone: 'endpoint_removed' | 'disabled' | null
}

/**
 * Notes one attempt for each webhook. With one statement for failures and another for successes, two workers could lock the same
 * webhooks in opposite orders. If a webhook has another URL by now, a failure says nothing about it.
 */
export async function noteAttempts(
  tx: Transaction,
  attempts: readonly NotedAttempt[],
): Promise<Map<number, AfterAttempt>> {
  if (attempts.length === 0) return new Map()
  const rows = await writeNotes(tx, { attempts: inOrder(attempts) })
  return new Map(
    rows.map(({ id, url, failing_since, disabled_at, deleted_at }) => [
      id,
      {
        url,
        failingSince: failing_since,
        gone: deleted_at !== null ? 'endpoint_removed' : disabled_at !== null ? 'disabled' : null,
      },
    ]),
  )
}

const writeNotes = fixed((tx: Transaction, value: ValueOf<{ readonly attempts: readonly object[] }>) => {
  const failedAt = numberOf('failedAt')
  return sql<Pick<WebhookRow, 'id' | 'url' | 'failing_since' | 'disabled_at' | 'deleted_at'>>`
    update webhooks
    set failing_since = case
      when ${failedAt} is null then null
      when webhooks.url = ${textOf('url')} then coalesce(webhooks.failing_since, ${failedAt})
      else webhooks.failing_since
    end
    from ${listed(tx, value('attempts'))}
    where webhooks.id = ${numberOf('id')}
    returning webhooks.id, webhooks.url, webhooks.failing_since, webhooks.disabled_at, webhooks.deleted_at`.compile(tx)
})

/** Whether anything was delivered to it since then, so that it has not failed all the time. */
export async function hasDelivered(tx: Transaction, id: number, since: number): Promise<boolean> {
  const row = await tx
    .selectFrom('deliveries')
    .select('id')
    .where('webhook_id', '=', id)
    .where('delivered_at', '>=', since)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function noteSuccess(tx: Transaction, id: number): Promise<void> {
  await tx.updateTable('webhooks').set({ failing_since: null }).where('id', '=', id).execute()
}

/** Removes up to `limit` webhooks that were deleted before then and have no history left, and returns how many. */
export async function pruneWebhooks(tx: Transaction, before: number, limit: number): Promise<number> {
  const old = await tx
    .selectFrom('webhooks')
    .select('id')
    .where('deleted_at', '<', before)
    .where((e) =>
      e.not(
        e.exists(
          e.selectFrom('deliveries').select('deliveries.id').whereRef('deliveries.webhook_id', '=', 'webhooks.id'),
        ),
      ),
    )
    .limit(limit)
    .execute()
  const ids = old.map(({ id }) => id)
  if (ids.length > 0) await tx.deleteFrom('webhooks').where('id', 'in', ids).execute()
  return ids.length
}

export interface CallbackSecret {
  readonly secret: string
  readonly created_at: number
}

/** The secret that signs the callbacks of a user's posts. It is made when it is first needed. */
export async function callbackSecret(
  tx: Transaction,
  sealer: Sealer,
  userId: number,
  now: number,
): Promise<CallbackSecret> {
  const binding = callbackBinding(userId)
  await tx
    .insertInto('callback_secrets')
    .values({ user_id: userId, secret: sealer.seal(newWebhookSecret(), binding), created_at: now })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
  const row = await tx
    .selectFrom('callback_secrets')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return { secret: sealer.open(row.secret, binding), created_at: row.created_at }
}

export async function replaceCallbackSecret(
  tx: Transaction,
  sealer: Sealer,
  userId: number,
  now: number,
): Promise<CallbackSecret> {
  const secret = newWebhookSecret()
  const row = { secret: sealer.seal(secret, callbackBinding(userId)), created_at: now }
  await tx
    .insertInto('callback_secrets')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((e) => ({
        ...row,
        previous: e.ref('callback_secrets.secret'),
        previous_until: now + overlap,
      })),
    )
    .execute()
  return { secret, created_at: now }
}
