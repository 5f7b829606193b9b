import { Worker } from 'node:worker_threads'
import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Tables } from '../tables.ts'
import { DatabaseBusy } from './database-busy.ts'

export interface ReadQuestion {
  readonly id: number
  readonly text: string
  readonly parameters: readonly unknown[]
}

export interface ReadAnswer {
  readonly id: number
  readonly rows: unknown[]
  readonly error: unknown
}

/** Reads that may wait, since one runs after the other. */
const maxWaiting = 100

/**
 * Reads an embedded database on a separate thread, which starts with the first read. Long reads there do not block the rest
 * of the process.
 */
export function openLongReads(file: string): Kysely<Tables> {
  const thread = readingThread(file)
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new ThreadDriver(thread),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
}

interface ReadingThread {
  readonly read: (query: CompiledQuery) => Promise<unknown[]>
  readonly close: () => Promise<void>
}

interface WaitingRead {
  readonly resolve: (rows: unknown[]) => void
  readonly reject: (error: unknown) => void
}

function readingThread(file: string): ReadingThread {
  const waiting = new Map<number, WaitingRead>()
  let thread: Worker | null = null
  let last = 0

  function begin(): Worker {
    const begun = new Worker(new URL('./long-reads-thread.ts', import.meta.url), { workerData: { file } })
    // The thread does not keep the process alive: a caller that waits has a connection that does.
    begun.unref()
    begun.on('message', ({ id, rows, error }: ReadAnswer) => {
      const read = waiting.get(id)
      waiting.delete(id)
      if (error === null) read?.resolve(rows)
      else read?.reject(error)
    })
    begun.on('error', (error) => end(begun, error))
    begun.on('exit', () => end(begun, new Error('The thread for long reads ended.')))
    return begun
  }

  /** The next read starts a new thread. */
  function end(ended: Worker, reason: unknown): void {
    if (thread !== ended) return
    thread = null
    for (const { reject } of waiting.values()) reject(reason)
    waiting.clear()
  }

  return {
    read: ({ sql: text, parameters }) =>
      new Promise((resolve, reject) => {
        if (waiting.size >= maxWaiting) throw new DatabaseBusy('Too many long reads are waiting.')
        thread ??= begin()
        last += 1
        waiting.set(last, { resolve, reject })
        const question: ReadQuestion = { id: last, text, parameters }
        thread.postMessage(question)
      }),
    close: async () => {
      await thread?.terminate()
    },
  }
}

class ThreadDriver extends DummyDriver {
  readonly #connection: DatabaseConnection
  readonly #close: () => Promise<void>

  constructor({ read, close }: ReadingThread) {
    super()
    this.#close = close
    this.#connection = {
      executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
        // The type of a row follows from the query: Kysely trusts every driver with it.
        const rows = (await read(query)) as R[]
        return { rows }
      },
      streamQuery: () => {
        throw new Error('Long reads are not streamed.')
      },
    }
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  override destroy(): Promise<void> {
    return this.#close()
  }
}
