import type pg from 'pg'
import { isStandby } from './away.ts'

/** The driver's own error when `query_timeout` is over. */
const unanswered = /^Query read timeout/

/** A connection that gives up once: after a statement without an answer, nothing more is sent, and it is not used again. */
export interface GuardedClient {
  readonly query: (query: string | pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult>
  readonly isInTransaction: () => boolean
  readonly release: (destroy?: boolean | Error) => void
}

/**
 * The driver only forgets a statement that has no answer, and would send the next one behind it. A connection to a standby is
 * not kept either: the next one may lead to the primary.
 */
export function guarded(client: pg.PoolClient): GuardedClient {
  let unusable: Error | null = null
  return {
    query: async (query, values) => {
      if (unusable) throw unusable
      try {
        return await client.query(query, values)
      } catch (error) {
        if (error instanceof Error && (unanswered.test(error.message) || isStandby(error))) unusable = error
        throw error
      }
    },
    isInTransaction: () => client.getTransactionStatus() !== 'I',
    release: (destroy) => client.release(unusable ?? destroy),
  }
}
