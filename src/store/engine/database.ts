import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, type KyselyConfig, type Transaction as KyselyTransaction, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { randomFraction } from '../../system/random.ts'
import type { Tables } from '../tables.ts'
import { DatabaseBusy } from './database-busy.ts'
import { EmbeddedDialect, openEmbedded } from './embedded.ts'
import { openLongReads } from './long-reads.ts'
import { PlanUnusable, preparing } from './prepared.ts'
import { shareCommits } from './share-commits.ts'

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
   * Runs the work as if no other transaction ran at the same time. It may run more than once, so it must do nothing but
   * database work.
   */
  readonly transaction: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>
  /**
   * As `transaction`, but each statement sees what was committed before it. For work whose conditions are on the rows that
   * it changes, such as claims: conflicts are normal there, and no reason to start again.
   */
  readonly step: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>
  /** Runs one statement without a transaction, which saves two round trips on PostgreSQL. */
  readonly single: <T>(work: (db: Writer) => Promise<T>) => Promise<T>
  /** Rejects if the database does not respond. */
  readonly ping: () => Promise<void>
  /** Only for migrations, which take their own lock, and for the rate limiter. */
  readonly kysely: Kysely<Tables>
  readonly pool: pg.Pool | null
  readonly close: () => Promise<void>
}

/** The database cannot be used as it is; the message is for the operator. */
export class DatabaseFault extends Error {}

/** The reason for a message. A host name with several addresses fails with one reason for each. */
export const reasonOf = (cause: unknown): string =>
  cause instanceof AggregateError ? cause.errors.map(reasonOf).join(', ') : cause instanceof Error ? cause.message : ''

/** How long to run a transaction again after conflicts, in milliseconds. */
const retryFor = 10_000
const longestPause = 50
const poolSize = 10
/** Connections for long reads, so that publishing never waits for them. */
const longReads = 3
const connectTimeout = 10_000
/** PostgreSQL ends a transaction that is idle for so many milliseconds, so that others need not wait for its locks. */
const longestIdle = 10_000
const int8 = 20

/** `file` names the embedded database; its folder must exist and be locked by the caller. */
export function openDatabase(where: { file: string } | { url: string }): Database {
  return 'url' in where ? openPostgres(where.url) : openSqlite(where.file)
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
    step: (work) => retried(() => run(work)),
    single: (work) => retried(() => run(work)),
    ping: () => ping(kysely),
    kysely,
    pool: null,
    close: async () => {
      await readLong.destroy()
      await read.destroy()
      await kysely.destroy()
    },
  }
}

function openPostgres(url: string): Database {
  const pool = openPool(url, poolSize)
  const kysely = overPool(pool)
  const readLong = overPool(openPool(url, longReads))
  return {
    kind: 'postgres',
    read: kysely,
    readLong,
    transaction: (work) => retried(() => kysely.transaction().setIsolationLevel('serializable').execute(work)),
    step: (work) => retried(() => kysely.transaction().setIsolationLevel('read committed').execute(work)),
    single: (work) => retried(() => work(kysely)),
    ping: () => ping(kysely),
    kysely,
    pool,
    close: async () => {
      await readLong.destroy()
      await kysely.destroy()
    },
  }
}

const overPool = (pool: pg.Pool) => {
  const config: KyselyConfig = { dialect: new PostgresDialect({ pool: preparing(pool) }) }
  return new Kysely<Tables>(config)
}

function openPool(url: string, max: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: connectTimeout,
    idle_in_transaction_session_timeout: longestIdle,
    application_name: 'polypost',
    types: { getTypeParser: (oid, format) => (oid === int8 ? Number : pg.types.getTypeParser(oid, format)) },
  })
  // A broken connection is replaced, and the query that was using it fails. Without a listener its error would end the
  // process: the pool listens on idle connections, but not on those in use.
  pool.on('error', () => {})
  pool.on('connect', (connection) => connection.on('error', () => {}))
  return pool
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
      if (!isSerializationFailure(error)) throw error
      if (performance.now() - begun > retryFor)
        throw new DatabaseBusy('Conflicts with other transactions lasted for too long.', { cause: error })
      await sleep(randomFraction() * Math.min(2 ** tries, longestPause))
    }
  }
}

const serializationFailures = new Set(['40001', '40P01'])
const sqliteBusy = 5

/** SQLSTATEs: connection exceptions, an idle transaction, insufficient resources, a server that stops or starts. */
const unreachable = /^(08|25P03|53|57P)/
/** The driver's own errors have no SQLSTATE, but a network code or a message such as “Connection terminated”. */
const network = /^E[A-Z]+$/
const driver = /connect|terminated|timeout/i

/** Whether the database was unreachable or busy, so that a later try may succeed. Any other error is a bug. */
export const isTemporary = (error: unknown): boolean => {
  if (error instanceof DatabaseBusy || isBusy(error)) return true
  if (!(error instanceof Error) || 'errcode' in error) return false
  const code = 'code' in error ? String(error.code) : null
  return code === null
    ? error.name === 'Error' && driver.test(error.message)
    : unreachable.test(code) || network.test(code)
}

/** Whether SQLite found the file locked by another process. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  (error.errcode & 0xff) === sqliteBusy

/** There was a conflict with another transaction. Nothing was done, and the same work can run again. */
function isSerializationFailure(error: unknown): boolean {
  if (isBusy(error) || error instanceof PlanUnusable) return true
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && serializationFailures.has(error.code)
  )
}
