import { eventName } from '../../contract/events.ts'
import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import type { DeliveryAttempt, DeliveryStatus } from '../../domain/delivery.ts'
import type { DeliveryRow } from '../../store/deliveries.ts'
import { isoTime, isoTimeOrNull } from '../../system/clock.ts'

type Delivery = Output<Operations['listDeliveries']>['deliveries'][number]
type Attempt = Delivery['attempt_history'][number]

/** During an attempt, the due time is that of this attempt, or the end of its lease. */
const waiting: readonly DeliveryStatus[] = ['pending', 'retrying']

/** A delivery in a response: its status, but not its content, its URL or the response. */
export const showDelivery = (delivery: DeliveryRow): Delivery => ({
  id: delivery.id,
  event_id: delivery.event_id,
  // The store knows only the names of events.
  event: eventName.parse(delivery.event),
  status: delivery.status,
  attempts: delivery.attempts,
  next_attempt_at: waiting.includes(delivery.status) ? isoTimeOrNull(delivery.due_at) : null,
  last_status_code: delivery.last_status_code,
  last_error_code: delivery.last_error_code,
  created_at: isoTime(delivery.created_at),
  delivered_at: isoTimeOrNull(delivery.delivered_at),
  attempt_history: [...delivery.history.map(showAttempt), ...runningAttempt(delivery)],
})

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
