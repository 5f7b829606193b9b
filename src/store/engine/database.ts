import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, type KyselyConfig, type Transaction as KyselyTransaction, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { randomFraction } from '../../system/random.ts'
import type { Tables } from '../tables.ts'
import { Crowded } from './crowded.ts'
import { EmbeddedDialect, openEmbedded } from './embedded.ts'
import { openLongReads } from './long-reads.ts'
import { PlanLost, preparing } from './prepared.ts'
import { shareCommits } from './share-commits.ts'

/** Reads what is committed. It cannot write, so a function that takes a Reader is known to change nothing. */
export type Reader = Pick<Kysely<Tables>, 'selectFrom' | 'fn' | 'getExecutor'>

/** Reads and writes; everything it does is committed together or not at all. */
export type Transaction = KyselyTransaction<Tables>

/** Writes by one statement. */
export type Writer = Pick<Kysely<Tables>, 'insertInto' | 'updateTable' | 'deleteFrom' | 'getExecutor'>

export type DatabaseKind = 'sqlite' | 'postgres'

export interface Database {
  readonly kind: DatabaseKind
  readonly read: Reader
  /** The same for reads that may take longer than 10 ms: on SQLite they have a thread of their own. */
  readonly readLong: Reader
  /**
   * Runs the work as if no other transaction ran beside it. The database may ask for it again, so the work must do
   * nothing that a second run would do twice.
   */
  readonly transaction: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>
  /**
   * As `transaction`, but each statement sees what was committed before it. For work that writes by conditions on the
   * very rows it changes, such as claims: there others being in the way is usual, and no reason to begin anew.
   */
  readonly step: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>
  /** One statement, which needs no transaction around it: on PostgreSQL that spares two exchanges with the server. */
  readonly single: <T>(work: (db: Writer) => Promise<T>) => Promise<T>
  /** Rejects where the database does not answer. */
  readonly ping: () => Promise<void>
  /** For what needs statements of its own: migrations, which lock by themselves, and the rate limiter's pool. */
  readonly kysely: Kysely<Tables>
  readonly pool: pg.Pool | null
  readonly close: () => Promise<void>
}

/** The database cannot be used as it is; the message is for the operator. */
export class DatabaseFault extends Error {}

/** For a sentence: a name that leads to several addresses fails with one reason for each. */
export const reasonOf = (cause: unknown): string =>
  cause instanceof AggregateError ? cause.errors.map(reasonOf).join(', ') : cause instanceof Error ? cause.message : ''

/** So long a transaction is run again when another was in its way. */
const retryFor = 10_000
const longestPause = 50
const poolSize = 10
/** Connections for reads that take long, so that those never wait for them who publish. */
const longReads = 3
const connectTimeout = 10_000
/** Whoever stands still in the middle of a transaction, or is cut off in it, keeps others waiting no longer. */
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
  // A connection that breaks is replaced, and whoever was using it is told by its query. Without a listener its error
  // would end the process: the pool listens on idle connections, but nobody on one that is lent out.
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
        throw new Crowded('Conflicts with other transactions lasted for too long.', { cause: error })
      await sleep(randomFraction() * Math.min(2 ** tries, longestPause))
    }
  }
}

const serializationFailures = new Set(['40001', '40P01'])
const sqliteBusy = 5

/** SQLSTATEs: connection exceptions, a transaction that stood still, too few resources, a server that stops or starts. */
const away = /^(08|25P03|53|57P)/
/** The driver's own errors have no SQLSTATE: the network's code, or a sentence such as “Connection terminated”. */
const network = /^E[A-Z]+$/
const driver = /connect|terminated|timeout/i

/** Whether the database did not answer, and may do so a moment later; anything else is a mistake of ours. */
export const isAway = (error: unknown): boolean => {
  if (error instanceof Crowded || isBusy(error)) return true
  if (!(error instanceof Error) || 'errcode' in error) return false
  const code = 'code' in error ? String(error.code) : null
  return code === null ? error.name === 'Error' && driver.test(error.message) : away.test(code) || network.test(code)
}

/** Whether SQLite found the file locked by someone else. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  (error.errcode & 0xff) === sqliteBusy

/** Another transaction was in the way; nothing was done, and the same work can be run again. */
function isSerializationFailure(error: unknown): boolean {
  if (isBusy(error) || error instanceof PlanLost) return true
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && serializationFailures.has(error.code)
  )
}
