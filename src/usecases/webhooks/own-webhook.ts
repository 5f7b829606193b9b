import { notFound, PublicError } from '../../contract/errors.ts'
import { findWebhook, type WebhookRow } from '../../store/deliveries/webhooks.ts'
import type { Reader } from '../../store/engine/database.ts'
import type { Caller } from '../context.ts'
import { whyDisabled } from './show-webhook.ts'

/** The caller's webhook with this ID. A deleted webhook has only its history. */
export async function ownWebhook(db: Reader, caller: Caller, id: number): Promise<WebhookRow> {
  const webhook = await rememberedWebhook(db, caller, id)
  if (webhook.deleted_at !== null) throw notFound('webhook')
  return webhook
}

/** The same for the history, so deleted webhooks too. */
export async function rememberedWebhook(db: Reader, { userId }: Caller, id: number): Promise<WebhookRow> {
  const webhook = await findWebhook(db, userId, id)
  if (!webhook) throw notFound('webhook')
  return webhook
}

/** The same for sending, so only an enabled webhook. */
export async function enabledWebhook(db: Reader, caller: Caller, id: number): Promise<WebhookRow> {
  const webhook = await ownWebhook(db, caller, id)
  if (webhook.disabled_at === null) return webhook
  throw new PublicError(
    'wrong_state',
    `The webhook is disabled, because ${whyDisabled(webhook)}, so nothing is sent to it. When its endpoint works again, enable it with POST /webhooks/${id}/enable and try again.`,
    { details: [{ code: 'wrong_state', message: 'The webhook is disabled.', status: 'disabled' }] },
  )
}
