import { hour, minute, second } from './time.ts'
export const deliveryStatuses = ['pending', 'delivering', 'retrying', 'delivered', 'failed', 'cancelled'] as const

export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** All allowed changes of status. An interrupted delivery is claimed while it is still `delivering`. */
const deliveryMoves: Readonly<Record<DeliveryStatus, readonly DeliveryStatus[]>> = {
  pending: ['delivering', 'cancelled'],
  delivering: ['delivering', 'delivered', 'retrying', 'failed', 'cancelled'],
  retrying: ['delivering', 'cancelled'],
  delivered: [],
  failed: [],
  cancelled: [],
}

/** The status after a change. A change that is not allowed is a bug. */
export function moveDelivery(from: DeliveryStatus, to: DeliveryStatus): DeliveryStatus {
  if (!deliveryMoves[from].includes(to)) throw new Error(`A delivery never goes from ${from} to ${to}.`)
  return to
}

export const deliveryErrors = [
  'http_error',
  'network_error',
  'timeout',
  'worker_interrupted',
  'endpoint_removed',
] as const

export type DeliveryError = (typeof deliveryErrors)[number]

export interface DeliveryAttempt {
  /** An interrupted attempt and its repetition have the same number. */
  readonly number: number
  readonly startedAt: number
  readonly finishedAt: number
  readonly statusCode: number | null
  readonly error: DeliveryError | null
}

/** The pause after each attempt. */
const pauses = [5 * second, minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 12 * hour]
const jitter = 1 / 5
/** Longest pause that an endpoint can request. */
export const longestRequestedPause = 24 * hour

/** Milliseconds until the next attempt after this number of attempts; null: there is none. */
export function retryPause(attempts: number, fraction: number): number | null {
  const pause = pauses[attempts - 1]
  return pause === undefined ? null : pause * (1 + fraction * jitter)
}

/** After this number of interruptions a delivery is not attempted again: it may be what ends the worker. */
export const maxInterruptions = 10

/** A webhook is disabled if its endpoint has accepted nothing for this time. */
export const disabledAfter = 5 * 24 * hour

const longestSilence = 5 * minute

/** How long nothing is sent to an endpoint after this number of time-outs in a row. */
export const silencePause = (times: number): number => Math.min(5 * second * 2 ** (times - 1), longestSilence)
