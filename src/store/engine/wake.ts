import pg from 'pg'
import { second } from '../../domain/time.ts'
import type { Log } from '../../system/log.ts'
import type { Database } from './database.ts'

const channel = 'polypost_due'
const reconnectAfter = second

/** Notifies the processes of one database that something has become due, so that they rarely have to poll. */
export interface Waker {
  /** Call it after the commit. It is a hint: a process that misses it finds the work by polling. */
  readonly wake: () => void
  readonly listen: (woken: () => void) => void
  readonly stop: () => Promise<void>
}

export function createWaker({ pool }: Database, url: string | null, log: Log): Waker {
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  const listener = pool && url !== null ? startListener(url, notify, log) : null
  let notifying = false

  /** One notification is enough for everything that is committed before it is sent. */
  const notifyOthers = () => {
    if (!pool || notifying) return
    notifying = true
    setImmediate(() => {
      notifying = false
      pool.query(`notify ${channel}`).catch((err) => log.warn({ err }, 'other processes were not woken'))
    })
  }

  return {
    wake: () => {
      notify()
      notifyOthers()
    },
    listen: (woken) => {
      listeners.add(woken)
      listener?.open()
    },
    stop: async () => {
      listeners.clear()
      await listener?.close()
    },
  }
}

/** Listens on a connection of its own, and reconnects when that breaks. */
function startListener(url: string, heard: () => void, log: Log) {
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let closed = false

  function again(): void {
    client = null
    if (!closed) timer = setTimeout(connect, reconnectAfter)
  }

  async function connect(): Promise<void> {
    const fresh = new pg.Client({ connectionString: url, application_name: 'polypost wake' })
    client = fresh
    fresh.on('notification', heard)
    fresh.on('error', (err) => log.warn({ err }, 'the connection that wakes this process broke'))
    fresh.on('end', again)
    try {
      await fresh.connect()
      await fresh.query(`listen ${channel}`)
      // Something may have become due before this process listened.
      heard()
    } catch (err) {
      log.warn({ err }, 'the connection that wakes this process could not be opened')
      await fresh.end().catch(() => {})
    }
  }

  return {
    open: () => {
      if (client === null && !closed) void connect()
    },
    close: async () => {
      closed = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
