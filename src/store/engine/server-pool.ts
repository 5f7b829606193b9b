import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type PostgresPool,
  type PostgresPoolClient,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import type { Servers } from '../../domain/database-servers.ts'
import type { Tables } from '../tables.ts'
import { guarded } from './guarded.ts'
import { refuseStandby, type WriterFinder, writerClient } from './hosts.ts'
import { preparing, type Queryable, queryable } from './prepared.ts'
import { storableValue } from './storable.ts'
import { timeOuts } from './time-outs.ts'

const int8 = 20

interface PoolLimits {
  /** Connections at most. */
  readonly max: number
  /** How long to wait for the answer to a statement, in milliseconds; null: for as long as it takes. */
  readonly answer: number | null
  /** After how long without use a connection is closed, in milliseconds. */
  readonly unused: number
}

/** How the servers are reached. */
interface Way {
  readonly servers: Servers
  readonly finder: WriterFinder
  readonly schema: string | null
  /** A pooler is in between. */
  readonly pooled: boolean
  /** Called with each new connection, before anything else uses it. */
  readonly inspect: (db: Kysely<Tables>) => Promise<void>
}

export interface ServerPool {
  readonly pool: pg.Pool
  /** For statements of Kysely. */
  readonly kysely: PostgresPool
  /** For statements without Kysely. */
  readonly statements: Queryable
  /** Ends in bounded time, whatever the server does. */
  readonly close: () => Promise<void>
}

export function openPool(
  { servers, finder, schema, pooled, inspect }: Way,
  { max, answer, unused }: PoolLimits,
): ServerPool {
  const sockets = ownSockets()
  const pool = new pg.Pool({
    connectionString: servers[0].url,
    ...(servers.length > 1 && { Client: writerClient(finder) }),
    // A pooler refuses it: there, the schema is a setting of the user.
    ...(schema !== null && !pooled && { options: `-c search_path=${schema}` }),
    max,
    idleTimeoutMillis: unused,
    // A transaction sends its first statement without waiting until it has begun.
    pipeline: true,
    connectionTimeoutMillis: timeOuts.connection,
    ...(answer !== null && { query_timeout: answer }),
    ...sockets.options,
    onConnect: async (connection) => {
      await refuseStandby(connection).catch((error: unknown) => {
        finder.forget()
        throw error
      })
      await inspect(kyselyOn(alone(connection), untimed))
    },
    application_name: 'polypost',
    types: { getTypeParser: (oid, format) => (oid === int8 ? Number : pg.types.getTypeParser(oid, format)) },
  })
  // A broken connection is replaced, and the query that was using it fails. Without a listener its error would end the
  // process: the pool listens on idle connections, but not on those in use.
  pool.on('error', () => {})
  pool.on('connect', (connection) => connection.on('error', () => {}))
  return {
    pool,
    kysely: preparing(pool, { pooled }),
    statements: queryable(pool, { pooled }),
    close: async () => {
      // A server that is silent never confirms the end of a connection.
      await Promise.race([pool.end(), sleep(timeOuts.closing, undefined, { ref: false })])
      sockets.cut()
    },
  }
}

/** The sockets of a driver, so that they can be cut: the driver itself waits for the server to close them. */
export function ownSockets() {
  const open = new Set<Socket>()
  return {
    options: {
      keepAlive: true,
      keepAliveInitialDelayMillis: timeOuts.keepAlive,
      stream: () => {
        const socket = new Socket()
        open.add(socket)
        return socket.once('close', () => open.delete(socket))
      },
    },
    cut: () => {
      for (const socket of open) socket.destroy()
    },
  }
}

/** Kysely on a pool, with time-outs that the server enforces in each transaction. `lock`: how long it waits for a lock. */
export const overPool = ({ kysely }: ServerPool, lock: number): Kysely<Tables> =>
  kyselyOn(kysely, (config) => new TimedDriver(config, lock))

/** The same without time-outs in transactions, for migrations: they may rewrite tables, and wait for each other. */
export const overPatientPool = ({ kysely }: ServerPool): Kysely<Tables> => kyselyOn(kysely, untimed)

/** For long reads: each runs in a transaction of its own, so that the server ends it when nobody waits for it any more. */
export const overReadingPool = ({ pool }: ServerPool): Kysely<Tables> => kyselyOn(reading(pool), untimed)

/** A pool of one connection that somebody else closes. */
const alone = (connection: pg.ClientBase): PostgresPool => {
  const query = (text: string, values: readonly unknown[]): Promise<unknown> => connection.query(text, [...values])
  // Kysely declares a second signature, with a cursor, which is not used here.
  const client: PostgresPoolClient = { query: query as PostgresPoolClient['query'], release: () => {} }
  return { options: {}, connect: async () => client, end: async () => {} }
}

type DriverOf = (config: PostgresDialectConfig) => Driver

const untimed: DriverOf = (config) => new PostgresDriver(config)

function kyselyOn(pool: PostgresPool, driverOf: DriverOf): Kysely<Tables> {
  const config = { pool }
  const dialect = new PostgresDialect(config)
  return new Kysely<Tables>({
    dialect: {
      createDriver: () => driverOf(config),
      createAdapter: () => dialect.createAdapter(),
      createIntrospector: (db) => dialect.createIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    },
  })
}

/** Begins a transaction with its time-outs in one message, so that they cost no round trip. */
const begin = (how: string, statement: number, lock: number = timeOuts.lock): string =>
  `start transaction ${how}; set local statement_timeout = ${statement}; set local lock_timeout = ${lock}; ` +
  `set local idle_in_transaction_session_timeout = ${timeOuts.idle}`

class TimedDriver extends PostgresDriver {
  readonly #begun = new WeakMap<DatabaseConnection, Promise<unknown>>()
  readonly #lock: number

  constructor(config: PostgresDialectConfig, lock: number) {
    super(config)
    this.#lock = lock
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    { isolationLevel = 'read committed' }: TransactionSettings,
  ): Promise<void> {
    const text = begin(`isolation level ${isolationLevel}`, timeOuts.statement, this.#lock)
    const begun = connection.executeQuery(CompiledQuery.raw(text))
    begun.catch(() => {})
    this.#begun.set(connection, begun)
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#begun.get(connection)
    await super.commitTransaction(connection)
  }

  /** The error before it says more. The driver closes the connection, and the server undoes the transaction. */
  override async rollbackTransaction(connection: Parameters<PostgresDriver['rollbackTransaction']>[0]): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => {})
  }
}

/** The server gives up a little before this process does. */
const readingStatement = timeOuts.longAnswer - (timeOuts.answer - timeOuts.statement)

const reading = (pool: pg.Pool): PostgresPool => ({
  options: pool.options,
  connect: async () => {
    const client = guarded(await pool.connect())
    // The statement is sent without waiting for it.
    const begun = client.query(begin('read only', readingStatement))
    begun.catch(() => {})
    const query = async (text: string, parameters: readonly unknown[]): Promise<unknown> => {
      const [, result] = await Promise.all([begun, client.query(text, parameters.map(storableValue))])
      return result
    }
    return {
      // Kysely declares a second signature, with a cursor, which is not used here.
      query: query as PostgresPoolClient['query'],
      release: (destroy) => {
        client.query('commit').then(
          () => client.release(destroy),
          () => client.release(true),
        )
      },
    }
  },
  end: () => pool.end(),
})
