import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import { second } from '../../domain/time.ts'
import type { Documents } from '../shared/simulator.ts'

/** A sandbox that was just killed may hold its file for a moment. */
const busyTimeout = 5 * second

/** In SQL: what a row of `posts` answers, and the part of its address that comes after the port. */
export const postAnswers = `json_extract(body, '$.reply_to')`
const url = `json_extract(body, '$.url')`
export const postPath = `substr(${url}, length('http://') + instr(substr(${url}, length('http://') + 1), '/'))`

const tables = `
  create table if not exists documents (
    seq integer primary key autoincrement, platform text not null, collection text not null,
    id text not null, body text not null, unique (platform, collection, id));
  create table if not exists counters (
    platform text not null, name text not null, value integer not null, primary key (platform, name)) without rowid;
  create table if not exists posts (
    seq integer primary key autoincrement, platform text not null, id text not null, at integer not null,
    body text not null, unique (platform, id));
  create table if not exists requests (
    seq integer primary key autoincrement, platform text not null, at integer not null, method text not null,
    path text not null, query text not null, status integer, fault text,
    headers text not null, body text, answer_headers text, answer text);
  create table if not exists faults (
    id integer primary key autoincrement, platform text not null, operation text not null, kind text not null,
    times integer not null, after integer not null);
  create table if not exists text_faults (
    platform text not null, text_hash text not null, kind text not null, met integer not null,
    primary key (platform, text_hash, kind)) without rowid;
  create index if not exists posts_by_path on posts (platform, ${postPath});
  create index if not exists posts_by_answer on posts (platform, ${postAnswers});
`
const tableNames = ['documents', 'counters', 'posts', 'requests', 'faults', 'text_faults']

/** The data of all simulated platforms, in one file or in memory. */
export interface Store {
  readonly prepare: (sql: string) => StatementSync
  /**
   * Everything that `work` does before it first awaits is one transaction: all of it, or nothing where it throws. Later
   * changes are kept at once, statement by statement.
   */
  readonly transaction: <T>(work: () => T) => T
  readonly documents: (platform: string, collection: string) => Documents
  readonly next: (platform: string, counter: string) => number
  readonly forgetAll: () => void
  readonly close: () => void
}

/**
 * Whatever kills the process, what was committed is there: it is with the operating system by then. Only a machine that
 * loses its power could lose it, which for simulated posts is worth no sync to the disk at every commit.
 */
export function openStore(file: string | null): Store {
  const database = new DatabaseSync(file ?? ':memory:', { timeout: busyTimeout })
  database.exec(`
    pragma locking_mode = exclusive;
    pragma journal_mode = wal;
    pragma synchronous = normal;
  `)
  database.exec(tables)
  const documents = documentsOf(database)
  const next = database.prepare(
    `insert into counters values (?, ?, 1) on conflict do update set value = value + 1 returning value`,
  )
  const transaction = transactions(database)
  return {
    prepare: (sql) => database.prepare(sql),
    transaction,
    documents,
    next: (platform, counter) => Number(next.get(platform, counter)?.value),
    forgetAll: () => transaction(() => database.exec(tableNames.map((name) => `delete from ${name};`).join(''))),
    close: () => database.close(),
  }
}

function transactions(database: DatabaseSync): Store['transaction'] {
  const [begin, commit, rollback] = ['begin immediate', 'commit', 'rollback'].map((sql) => database.prepare(sql))
  return (work) => {
    if (database.isTransaction) return work()
    begin?.run()
    try {
      const result = work()
      commit?.run()
      return result
    } catch (error) {
      rollback?.run()
      throw error
    }
  }
}

function documentsOf(database: DatabaseSync): Store['documents'] {
  const where = 'where platform = ? and collection = ?'
  const get = database.prepare(`select body from documents ${where} and id = ?`)
  const put = database.prepare(
    `insert into documents (platform, collection, id, body) values (?, ?, ?, ?)
     on conflict do update set body = excluded.body`,
  )
  const remove = database.prepare(`delete from documents ${where} and id = ?`)
  const all = database.prepare(`select id, body from documents ${where} order by seq`)
  const ranges = { up: rangeStatement('asc'), down: rangeStatement('desc') }

  function rangeStatement(direction: 'asc' | 'desc') {
    return database.prepare(
      `select id, body from documents ${where} and id > ? and id < ? order by id ${direction} limit ?`,
    )
  }

  return (platform, collection) => ({
    get: (id) => {
      const row = get.get(platform, collection, id)
      return row && JSON.parse(textOf(row.body))
    },
    put: (id, document) => {
      put.run(platform, collection, id, JSON.stringify(document))
    },
    remove: (id) => {
      remove.run(platform, collection, id)
    },
    all: () => all.all(platform, collection).map(documentOf),
    range: ({ after = '', before = beyondAll, reverse = false, limit }) =>
      ranges[reverse ? 'down' : 'up'].all(platform, collection, after, before, limit).map(documentOf),
  })
}

/** Greater than any ID: SQLite compares text by its bytes of UTF-8. */
const beyondAll = '\u{10ffff}'

const documentOf = ({ id, body }: Record<string, SQLOutputValue>) => ({
  id: textOf(id),
  document: JSON.parse(textOf(body)),
})

export function textOf(value: SQLOutputValue | undefined): string {
  if (typeof value !== 'string') throw new TypeError('The sandbox’s file is damaged: text is missing in it.')
  return value
}
