import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, type Transaction as KyselyTransaction, sql } from 'kysely'
import { readServers } from '../../domain/database-servers.ts'
import { ReadableFault } from '../../domain/readable-fault.ts'
import { randomFraction } from '../../system/random.ts'
import type { Tables } from '../tables.ts'
import { isConflict, isLockWait } from './away.ts'
import { DatabaseBusy } from './database-busy.ts'
import { EmbeddedDialect, openEmbedded } from './embedded.ts'
import { createWriterFinder } from './hosts.ts'
import { openLongReads } from './long-reads.ts'
import { PlanUnusable, type Queryable } from './prepared.ts'
import { openPool, overPatientPool, overPool, overReadingPool } from './server-pool.ts'
import { shareCommits } from './share-commits.ts'
import { timeOuts } from './time-outs.ts'
import { queuePerUser } from './user-queue.ts'

/** Reads committed data. It cannot write, so a function that takes a Reader changes nothing. */
export type Reader = Pick<Kysely<Tables>, 'selectFrom' | 'fn' | 'getExecutor'>

/** Reads and writes; everything it does is committed together or not at all. */
export type Transaction = KyselyTransaction<Tables>

/** Writes with one statement. */
export type Writer = Pick<Kysely<Tables>, 'insertInto' | 'updateTable' | 'deleteFrom' | 'getExecutor'>

export type DatabaseKind = 'sqlite' | 'postgres'

export interface Database {
  readonly kind: DatabaseKind
  readonly read: Reader
  /** The same for reads that may take longer than 10 ms: on SQLite they run on a separate thread. */
  readonly readLong: Reader
  /**
   * Runs the work as if no other work given to this function ran at the same time. It may run more than once, so it must do
   * nothing but database work.
   */
  readonly transaction: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>
  /**
   * The same for the posts, drafts, labels and media of one user, and to delete a profile: as if no other work on them ran at
   * the same time. It never conflicts with the work of other users. Each statement sees what was committed before it, so what
   * others change too (workers, `transaction`) must be locked before it is read.
   */
  readonly ofUser: <T>(userId: number, work: (tx: Transaction) => Promise<T>) => Promise<T>
  /**
   * As `transaction`, but each statement sees what was committed before it. For work whose conditions are on the rows that
   * it changes, such as claims: conflicts are normal there, and no reason to start again. `lock: 'short'`: it writes what
   * several have given, so it does not wait long for a lock that one of them needs. On SQLite nothing waits for a row.
   */
  readonly step: <T>(work: (tx: Transaction) => Promise<T>, limits?: { readonly lock?: 'short' }) => Promise<T>
  /** Runs one statement without a transaction, which saves a round trip on PostgreSQL. */
  readonly single: <T>(work: (db: Writer) => Promise<T>) => Promise<T>
  /** Rejects if the database does not respond. */
  readonly ping: () => Promise<void>
  /** Only for migrations, which take their own lock and may take long: on PostgreSQL it waits for as long as it takes. */
  readonly kysely: Kysely<Tables>
  /** Connections to a server, and what waits for one; null: there is no server. */
  readonly connections: () => { readonly used: number; readonly idle: number; readonly waiting: number } | null
  /** For the rate limiter, and to wake other processes. */
  readonly pool: Queryable | null
  /** The schema that the settings name; null: the one of the user, or SQLite. */
  readonly schema: string | null
  readonly close: () => Promise<void>
}

/** The database cannot be used as it is; the message is for the operator. */
export class DatabaseFault extends ReadableFault {}

/** The reason for a message. A host name with several addresses fails with one reason for each. */
export const reasonOf = (cause: unknown): string =>
  cause instanceof AggregateError ? cause.errors.map(reasonOf).join(', ') : cause instanceof Error ? cause.message : ''

/** How long to run a transaction again after conflicts, in milliseconds. */
const retryFor = 10_000
const longestPause = 50
const poolSize = 10
/** Connections for long reads, so that publishing never waits for them. */
const longReads = 3

/** A PostgreSQL database, and how it can be used. */
export interface PostgresOptions {
  /** It may name several servers. */
  readonly url: string
  readonly schema?: string | null
  /** A pooler is in between, so nothing may be kept in a connection from one transaction to the next. */
  readonly pooled?: boolean
  /** Called with each new connection, before anything else uses it. */
  readonly inspect?: (db: Kysely<Tables>) => Promise<void>
}

/** `file` names the embedded database; its folder must exist and be locked by the caller. */
export function openDatabase(where: { file: string } | PostgresOptions): Database {
  return 'url' in where ? openPostgres(where) : openSqlite(where.file)
}

function openSqlite(file: string): Database {
  const writer = openEmbedded(file, { readOnly: false })
  const reader = openEmbedded(file, { readOnly: true })
  const kysely = new Kysely<Tables>({ dialect: new EmbeddedDialect(writer) })
  const read = new Kysely<Tables>({ dialect: new EmbeddedDialect(reader) })
  const readLong = openLongReads(file)
  const run = shareCommits(kysely)
  return {
    kind: 'sqlite',
    read,
    readLong,
    transaction: (work) => retried(() => run(work)),
    ofUser: (_, work) => retried(() => run(work)),
    step: (work) => retried(() => run(work)),
    single: (work) => retried(() => run(work)),
    ping: () => ping(kysely),
    kysely,
    connections: () => null,
    pool: null,
    schema: null,
    close: async () => {
      await readLong.destroy()
      await read.destroy()
      await kysely.destroy()
    },
  }
}

function openPostgres({ url, schema = null, pooled = false, inspect = async () => {} }: PostgresOptions): Database {
  const servers = readServers(url)
  if (!servers) throw new DatabaseFault('The address of the database is not valid.')
  const way = { servers, finder: createWriterFinder(servers), schema, pooled, inspect }
  const main = openPool(way, { max: poolSize, answer: timeOuts.answer, unused: timeOuts.unused })
  const reading = openPool(way, { max: longReads, answer: timeOuts.longAnswer, unused: timeOuts.seldomUsed })
  // It opens connections only when it is used.
  const patient = openPool(way, { max: poolSize, answer: null, unused: timeOuts.seldomUsed })
  const db = overPool(main, timeOuts.lock)
  const hasty = overPool(main, timeOuts.shortLock)
  const step: Database['step'] = (work, { lock } = {}) => {
    const kysely = lock === 'short' ? hasty : db
    return retried(() => kysely.transaction().setIsolationLevel('read committed').execute(work))
  }
  const inUserQueue = queuePerUser(retryFor)
  return {
    kind: 'postgres',
    read: db,
    readLong: overReadingPool(reading),
    transaction: (work) => retried(() => db.transaction().setIsolationLevel('serializable').execute(work)),
    ofUser: (userId, work) =>
      inUserQueue(userId, () =>
        step(async (tx) => {
          await lockUser(tx, userId)
          return work(tx)
        }),
      ),
    step,
    single: (work) => retried(() => work(db)),
    ping: () => ping(db),
    kysely: overPatientPool(patient),
    connections: () => {
      const pools = [main, reading, patient].map(({ pool }) => pool)
      const sum = (of: (pool: (typeof pools)[number]) => number) => pools.reduce((all, pool) => all + of(pool), 0)
      return {
        used: sum(({ totalCount, idleCount }) => totalCount - idleCount),
        idle: sum(({ idleCount }) => idleCount),
        waiting: sum(({ waitingCount }) => waitingCount),
      }
    },
    pool: main.statements,
    schema,
    close: async () => {
      await Promise.all([main, reading, patient].map(({ close }) => close()))
    },
  }
}

/** The first number of PostgreSQL's advisory locks on users. */
const userLock = 760_592

/** Until the transaction ends. Works of other processes wait for it, too. */
async function lockUser(tx: Transaction, userId: number): Promise<void> {
  try {
    await sql`select pg_advisory_xact_lock(${sql.lit(userLock)}, hashint8(${userId}))`.execute(tx)
  } catch (cause) {
    // It is tried again, like any other conflict.
    if (isLockWait(cause)) throw new DatabaseBusy('Other work of the same user took too long.', { cause })
    throw cause
  }
}

async function ping(kysely: Kysely<Tables>): Promise<void> {
  await sql`select 1`.execute(kysely)
}

async function retried<T>(run: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  for (let tries = 1; ; tries++) {
    try {
      return await run()
    } catch (error) {
      if (!isConflict(error) && !(error instanceof PlanUnusable)) throw error
      if (performance.now() - begun > retryFor)
        throw new DatabaseBusy('Conflicts with other transactions lasted for too long.', { cause: error })
      await sleep(randomFraction() * Math.min(2 ** tries, longestPause))
    }
  }
}
