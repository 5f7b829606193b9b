import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import type { DeliveryAttempt, DeliveryStatus } from '../../domain/delivery.ts'
import type { DeliveryRow, KnownDelivery } from '../../store/deliveries/deliveries.ts'
import { storedWord } from '../../store/engine/stored.ts'
import { isoTime, isoTimeOrNull } from '../../system/clock.ts'

type Delivery = Output<Operations['listDeliveries']>['deliveries'][number]
type Attempt = Delivery['attempt_history'][number]

/** During an attempt, the due time is that of this attempt. */
const waiting: readonly DeliveryStatus[] = ['pending', 'retrying']

/** A delivery in a response: its status, but not its content, its URL or the response. */
export const showDelivery = (delivery: KnownDelivery): Delivery => ({
  id: delivery.id,
  event_id: delivery.event_id,
  // The store knows only the names of events.
  event: storedWord<Delivery['event']>().parse(delivery.event),
  ...showState(delivery),
  attempts: delivery.attempts,
  last_status_code: delivery.last_status_code,
  created_at: isoTime(delivery.created_at),
  delivered_at: isoTimeOrNull(delivery.delivered_at),
  attempt_history: [...delivery.history.map(showAttempt), ...runningAttempt(delivery)],
})

/**
 * Deliveries that wait for an endpoint that is gone are cancelled in parts, which may take a while. They are shown as
 * cancelled at once.
 */
function showState(delivery: KnownDelivery): Pick<Delivery, 'status' | 'next_attempt_at' | 'last_error_code'> {
  const { status, due_at, last_error_code, created_at, paused_until, cancel_before, disabled_at, deleted_at } = delivery
  if (!waiting.includes(status)) return { status, next_attempt_at: null, last_error_code }
  const isGone = deleted_at !== null || disabled_at !== null || created_at < (cancel_before ?? 0)
  return isGone
    ? {
        status: 'cancelled',
        next_attempt_at: null,
        last_error_code: deleted_at === null ? last_error_code : 'endpoint_removed',
      }
    : {
        status,
        next_attempt_at: due_at === null ? null : isoTime(Math.max(due_at, paused_until ?? 0)),
        last_error_code,
      }
}

const showAttempt = ({ number, startedAt, finishedAt, statusCode, error }: DeliveryAttempt): Attempt => ({
  attempt_number: number,
  started_at: isoTime(startedAt),
  finished_at: isoTime(finishedAt),
  status_code: statusCode,
  error_code: error,
})

const runningAttempt = ({ status, attempts, started_at }: DeliveryRow): Attempt[] =>
  status === 'delivering' && started_at !== null
    ? [
        {
          attempt_number: attempts,
          started_at: isoTime(started_at),
          finished_at: null,
          status_code: null,
          error_code: null,
        },
      ]
    : []
