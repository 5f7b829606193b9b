import { hour, minute, second } from './time.ts'
export const deliveryStatuses = ['pending', 'delivering', 'retrying', 'delivered', 'failed', 'cancelled'] as const

export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** Every move there is; one that was interrupted is claimed while it is still `delivering`. */
const deliveryMoves: Readonly<Record<DeliveryStatus, readonly DeliveryStatus[]>> = {
  pending: ['delivering', 'cancelled'],
  delivering: ['delivering', 'delivered', 'retrying', 'failed', 'cancelled'],
  retrying: ['delivering', 'cancelled'],
  delivered: [],
  failed: [],
  cancelled: [],
}

/** The status after a move; a move that does not exist is a mistake in the program. */
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
  /** The same for one that was interrupted and for the one that was made in its stead. */
  readonly number: number
  readonly startedAt: number
  readonly finishedAt: number
  readonly statusCode: number | null
  readonly error: DeliveryError | null
}

/** After each attempt, until the next. */
const pauses = [5 * second, minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 12 * hour]
const jitter = 1 / 5
/** An endpoint that wants to be asked even later has to do with this. */
export const longestAsked = 24 * hour

/** Milliseconds until the next attempt after so many; null: there is none. */
export function retryPause(attempts: number, fraction: number): number | null {
  const pause = pauses[attempts - 1]
  return pause === undefined ? null : pause * (1 + fraction * jitter)
}

/** An attempt that was broken off by our own end so many times is not made again: it may be what ends the worker. */
export const maxInterruptions = 10

/** An endpoint that has not taken anything for so long is told of nothing more. */
export const disabledAfter = 5 * 24 * hour

const longestSilence = 5 * minute

/** For how long an endpoint that did not answer in time, so many times in a row, is left alone with everything. */
export const silencePause = (times: number): number => Math.min(5 * second * 2 ** (times - 1), longestSilence)
