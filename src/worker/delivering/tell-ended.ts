import type { Log } from '../../system/log.ts'
import type { Metrics } from '../../system/metrics.ts'
import type { EndedDelivery } from './end-parts.ts'

/** Counts how an attempt has ended, and logs the last one that failed. */
export function tellEnded(
  { log, metrics }: { readonly log: Log; readonly metrics: Pick<Metrics, 'count'> },
  { delivery, end: { status, statusCode, error, history } }: EndedDelivery,
): void {
  metrics.count.deliveryEnded(status)
  if (status !== 'failed') return
  const { id, user_id, webhook_id, event, event_id } = delivery
  log.warn(
    { delivery_id: id, user_id, webhook_id, event, event_id, attempts: history.length, status: statusCode, error },
    'delivery failed',
  )
}
