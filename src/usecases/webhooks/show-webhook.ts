import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import { own } from '../../domain/own.ts'
import type { DisabledReason, WebhookRow } from '../../store/deliveries/webhooks.ts'
import { storedWord } from '../../store/engine/stored.ts'
import { isoTime, isoTimeOrNull } from '../../system/clock.ts'

type Webhook = Output<Operations['enableWebhook']>['data']

export const showWebhook = (webhook: WebhookRow): Webhook => ({
  ...showIdentity(webhook),
  created_at: isoTime(webhook.created_at),
  failing_since: isoTimeOrNull(webhook.failing_since),
  disabled_at: isoTimeOrNull(webhook.disabled_at),
  disabled_reason: webhook.disabled_reason,
})

/** The store knows only the names of events. */
export const showIdentity = ({ id, url, events }: WebhookRow) => ({
  id,
  url,
  events: storedWord<Webhook['events'][number]>().array().parse(events),
})

/** An empty list means all events. */
export const allIfNone = (events: readonly string[]): readonly string[] => (events.length === 0 ? ['*'] : events)

export const auditedWebhook = ({ id, url }: WebhookRow) => ({ type: 'webhook', id: String(id), name: url }) as const

const reasons: Readonly<Record<DisabledReason, string>> = {
  gone: 'its endpoint answered 410 Gone',
  failing: 'for 5 days its endpoint has taken nothing',
  http_forbidden: 'its address is not https, and the operator allows only https now',
}

/** For a sentence. */
export function whyDisabled({ disabled_reason }: WebhookRow): string {
  const reason = disabled_reason ?? 'failing'
  return own(reasons, reason) ?? `of “${reason}”, which a newer version stored`
}
