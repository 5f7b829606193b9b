import { setTimeout as sleep } from 'node:timers/promises'
import { hour, second } from '../../domain/time.ts'
import type { Log } from '../../system/log.ts'
import { isAway, isStuck } from './away.ts'

const firstPause = 200 // milliseconds
const longestPause = 1_000
/** How long a caller waits, who may be a person. */
const longestWait = 4 * second
/** How long an answer of a platform is kept in memory. */
const longestKept = hour

interface RetryOptions {
  readonly log: Log
  /** Then the write is given up. */
  readonly until: AbortSignal
  /** Counts a try that has failed. */
  readonly onRetry?: (() => void) | undefined
}

/**
 * Tries a write for as long as the database can't be used. The write may have taken effect although the response was lost, so
 * it must be harmless to repeat.
 */
export async function untilStored<T>({ log, until, onRetry }: RetryOptions, write: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await write()
    } catch (error) {
      if (!isAway(error) || until.aborted) throw error
      onRetry?.()
      log.warn(
        { err: error },
        isStuck(error)
          ? 'a write waits for other work, and is retried'
          : 'the database can’t be used, and a write is retried',
      )
      await sleep(Math.min(firstPause * tries, longestPause), undefined, { signal: until }).catch(() => {})
    }
  }
}

/**
 * Stores an answer that can't be requested again. If the database is away for longer than a caller can wait, the caller gets the
 * error, and `later` goes on without it until it is stored.
 */
export async function storeAnswer<T>(
  log: Log,
  write: () => Promise<T>,
  later: () => Promise<unknown> = write,
): Promise<T> {
  try {
    return await untilStored({ log, until: AbortSignal.timeout(longestWait) }, write)
  } catch (error) {
    if (isAway(error))
      untilStored({ log, until: AbortSignal.timeout(longestKept) }, later).catch((err) =>
        log.warn({ err }, 'an answer of a platform was not stored'),
      )
    throw error
  }
}
