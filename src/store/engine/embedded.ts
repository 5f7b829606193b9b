import { accessSync, constants, existsSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely'

const busyTimeout = 5_000
const maxStatements = 500

/** SQLite opens a file without write permission as read-only, and fails at the first write, long after the start. */
export function checkWritable(file: string): void {
  if (existsSync(file)) accessSync(file, constants.W_OK)
}

/** Waits for locks, because the command line may write while the service runs. */
export function openEmbedded(file: string, { readOnly }: { readOnly: boolean }): DatabaseSync {
  if (!readOnly) checkWritable(file)
  const database = new DatabaseSync(file, { readOnly, timeout: busyTimeout })
  database.exec(`
    pragma foreign_keys = on;
    pragma synchronous = full;
    pragma temp_store = memory;
    pragma cache_size = -16384;
  `)
  if (!readOnly) database.exec('pragma journal_mode = wal')
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

/** A transaction that starts as a writer cannot fail half-way because another process has written. */
class ImmediateDriver extends SqliteDriver {
  readonly #database: DatabaseSync

  constructor(config: SqliteDialectConfig, database: DatabaseSync) {
    super(config)
    this.#database = database
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** If the disk is full, SQLite has undone the transaction itself, and another rollback would hide the reason. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection)
  }
}

function kyselyDatabase(database: DatabaseSync): SqliteDialectConfig['database'] & object {
  const statements = new Map<string, ReturnType<typeof kyselyStatement>>()
  return {
    prepare(text) {
      const known = statements.get(text)
      if (known) return known
      if (statements.size >= maxStatements) statements.clear()
      const statement = kyselyStatement(database.prepare(text))
      statements.set(text, statement)
      return statement
    },
    close: () => database.close(),
  }
}

function kyselyStatement(statement: StatementSync) {
  return {
    reader: statement.columns().length > 0,
    all: (parameters: readonly unknown[]) => statement.all(...parameters.map(inputValue)),
    run: (parameters: readonly unknown[]) => statement.run(...parameters.map(inputValue)),
    iterate: (parameters: readonly unknown[]) => statement.iterate(...parameters.map(inputValue)),
  }
}

function inputValue(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value
  throw new TypeError(`The database stores text, numbers and null, not ${typeof value}.`)
}
