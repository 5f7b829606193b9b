import { accessSync, constants, existsSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely'
import { storable } from '../../domain/foreign-text.ts'
import { isBusy } from './away.ts'

/** How long to wait for a lock of another process, such as the command line, in milliseconds. */
const busyTimeout = 5_000
/** SQLite waits with the whole thread, so on the thread that serves it waits no longer than this. */
const shortTimeout = 20
/** Between two tries, while the thread does other work. */
const pause = 20
/**
 * When the write-ahead log has so many pages (16 MB), a commit copies them into the file. Many of them are the same page,
 * which is then copied once.
 */
const pagesInLog = 4_000
const maxStatements = 500
const changesTables = /^\s*(?:alter|create|drop)\b/i

/** SQLite opens a file without write permission as read-only, and fails at the first write, long after the start. */
export function checkWritable(file: string): void {
  if (existsSync(file)) accessSync(file, constants.W_OK)
}

/** `ownThread`: nothing else waits when a statement waits for a lock. */
export function openEmbedded(
  file: string,
  { readOnly, ownThread = false }: { readOnly: boolean; ownThread?: boolean },
): DatabaseSync {
  if (!readOnly) checkWritable(file)
  const database = new DatabaseSync(file, { readOnly, timeout: busyTimeout })
  database.exec(`
    pragma foreign_keys = on;
    pragma synchronous = full;
    pragma temp_store = memory;
    pragma cache_size = -16384;
  `)
  if (!readOnly) database.exec(`pragma journal_mode = wal; pragma wal_autocheckpoint = ${pagesInLog}`)
  if (!ownThread) database.exec(`pragma busy_timeout = ${shortTimeout}`)
  return database
}

/** Kysely on Node's SQLite. */
export class EmbeddedDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    const config = { database: kyselyDatabase(database) }
    super(config)
    this.#config = config
    this.#database = database
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#config, this.#database)
  }
}

class ImmediateDriver extends SqliteDriver {
  readonly #database: DatabaseSync
  #connection: DatabaseConnection | null = null

  constructor(config: SqliteDialectConfig, database: DatabaseSync) {
    super(config)
    this.#database = database
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#connection ??= waiting(await super.acquireConnection(), this.#database)
    return this.#connection
  }

  /** A transaction that starts as a writer cannot fail half-way because another process has written. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** If the disk is full, SQLite has undone the transaction itself, and another rollback would hide the reason. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection)
  }
}

/** Waits for the lock of another process in short tries, so that the rest of this process goes on. */
const waiting = (connection: DatabaseConnection, database: DatabaseSync): DatabaseConnection => ({
  executeQuery: async (query) => {
    const begun = performance.now()
    for (;;) {
      try {
        return await connection.executeQuery(query)
      } catch (error) {
        // In a transaction other statements may have seen what has changed since.
        if (!isBusy(error) || database.isTransaction || performance.now() - begun > busyTimeout) throw error
        await sleep(pause)
      }
    }
  },
  streamQuery: (query, size) => connection.streamQuery(query, size),
})

function kyselyDatabase(database: DatabaseSync): SqliteDialectConfig['database'] & object {
  const statements = new Map<string, ReturnType<typeof kyselyStatement>>()
  return {
    prepare(text) {
      const known = statements.get(text)
      if (known) return known
      // Statements that were prepared before have the old names of the columns.
      if (statements.size >= maxStatements || changesTables.test(text)) statements.clear()
      const statement = kyselyStatement(database.prepare(text))
      statements.set(text, statement)
      return statement
    },
    close: () => database.close(),
  }
}

/**
 * Reads rows as arrays: the objects of node:sqlite have no prototype, so V8 keeps them as hash tables, which are slow to make,
 * to read and to copy.
 */
function kyselyStatement(statement: StatementSync) {
  const columns = () => statement.columns().map(({ name }) => name)
  let names = columns()
  statement.setReturnArrays(true)
  const given = (parameters: readonly unknown[]) => parameters.map(inputValue)
  const rowOf = (values: { readonly length?: unknown; readonly [at: number]: unknown }) => {
    // Another process has changed the table.
    if (values.length !== names.length) names = columns()
    const row: Record<string, unknown> = {}
    for (let at = 0; at < names.length; at += 1) row[names[at] ?? ''] = values[at]
    return row
  }
  return {
    reader: names.length > 0,
    all: (parameters: readonly unknown[]) => statement.all(...given(parameters)).map(rowOf),
    run: (parameters: readonly unknown[]) => statement.run(...given(parameters)),
    iterate: (parameters: readonly unknown[]) => statement.iterate(...given(parameters)).map(rowOf),
  }
}

function inputValue(value: unknown): SQLInputValue {
  if (typeof value === 'string') return storable(value)
  if (value === null || typeof value === 'number' || typeof value === 'bigint') return value
  throw new TypeError(`The database stores text, numbers and null, not ${typeof value}.`)
}
