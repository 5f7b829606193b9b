import { minute, second } from '../../domain/time.ts'

/*
 * How long Polypost waits for PostgreSQL, at every level. None of this is sent as a parameter of the connection or as a
 * setting of the session, because PgBouncer refuses the first and mixes the second among clients in transaction mode.
 *
 * - This process waits for a connection and for each answer (`connection`, `answer`, `longAnswer`), and closes a connection
 *   that does not answer. It needs nothing from the server, so it also holds if the server or the network is silent.
 * - The server ends a statement, a wait for a lock and an idle transaction (`statement`, `lock`, `idle`). That frees its
 *   locks when this process is gone. It is set with SET LOCAL at the start of each of our transactions. A statement
 *   outside a transaction has only the limit of this process.
 * - TCP keep-alive (`keepAlive`) finds a dead machine while nothing is sent, so on idle connections and on the one that listens.
 */
export const timeOuts = {
  /** To open a connection, or to get one of the pool. */
  connection: 5 * second,
  /** For the answer to one statement. */
  answer: 5 * second,
  /** For the answer to a long read, and for its statement. */
  longAnswer: 60 * second,
  /** Less than `answer`, so that a server that is merely slow says so, and the connection stays usable. */
  statement: 4.5 * second,
  lock: 4 * second,
  /** The same for what several have given: each of them waits for the lock that one of them needs. */
  shortLock: second / 4,
  idle: 10 * second,
  /** After this time without data the first probe is sent. */
  keepAlive: 10 * second,
  /** How often the connection that listens is used, so that a dead one is noticed. */
  heartbeat: 10 * second,
  /**
   * A connection that is not used for this time is closed. The first statements of a new one take many times as long, and other
   * work waits for them.
   */
  unused: 10 * minute,
  /** The same for connections that are seldom needed. */
  seldomUsed: 10 * second,
  /** For closing all connections at the end. Then they are cut. */
  closing: 3 * second,
} as const
