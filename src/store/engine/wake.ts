import type pg from 'pg'
import { second } from '../../domain/time.ts'
import type { Log } from '../../system/log.ts'
import { oneAtATime } from '../../system/one-at-a-time.ts'
import { randomText } from '../../system/random.ts'
import type { Database } from './database.ts'
import { clientsOf } from './hosts.ts'
import { ownSockets } from './server-pool.ts'
import { timeOuts } from './time-outs.ts'

const reconnectAfter = second

/** Notifies the processes of one database that something has become due, so that they rarely have to poll. */
export interface Waker {
  /** Call it after the commit. It is a hint: a process that misses it finds the work by polling. */
  readonly wake: () => void
  readonly listen: (woken: () => void) => void
  /**
   * Whether this process hears now of what others have stored. Otherwise it finds it by polling. Nobody may have to listen yet:
   * then it says what the settings allow.
   */
  readonly isNotified: () => boolean
  readonly stop: () => Promise<void>
}

/** How the processes of one PostgreSQL database wake each other. */
export interface WakeWay {
  /** The address of connections that stay the same connection of the server; null: this process only polls. */
  readonly listenAt: string | null
  readonly channel: string
}

/** A channel belongs to the whole database, so each schema needs one of its own. */
export const channelOf = (schema: string): string => (schema === 'public' ? 'polypost_due' : `polypost_due_${schema}`)

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** `way` is null on SQLite, which has only one process. */
export function createWaker({ pool }: Database, way: WakeWay | null, log: Log): Waker {
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  const channel = way && quoted(way.channel)
  // The process that commits has woken itself already.
  const self = randomText(12)
  const heard = (sender: string) => {
    if (sender !== self) notify()
  }
  const listener = way?.listenAt && channel ? startListener({ address: way.listenAt, channel }, heard, log) : null
  let notifying = false
  // One at a time, so that they can't fill the pool while the database is silent.
  const sending = oneAtATime(async () => {
    await pool?.query(`notify ${channel}, '${self}'`)
  })

  /** One notification is enough for everything that is committed before it is sent. */
  const notifyOthers = () => {
    if (!pool || !channel || notifying) return
    notifying = true
    setImmediate(() => {
      notifying = false
      sending.run().catch((err) => log.warn({ err }, 'other processes were not woken'))
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
    isNotified: () => way === null || (listener !== null && (listeners.size === 0 || listener.isListening())),
    stop: async () => {
      listeners.clear()
      await listener?.close()
    },
  }
}

/** Listens on a connection of its own. It reconnects when that breaks, and asks regularly whether it still works. */
function startListener(
  { address, channel }: { readonly address: string; readonly channel: string },
  /** Gets what the sender wrote; nothing if the message comes from an older version. */
  heard: (sender: string) => void,
  log: Log,
) {
  const sockets = ownSockets()
  const newClient = clientsOf(address)
  let client: pg.Client | null = null
  let isListening = false
  let timer: NodeJS.Timeout | undefined
  let closed = false

  /** Once for each connection: one that has failed may also tell of its end. */
  function again(after: pg.Client): void {
    if (client !== after) return
    clearTimeout(timer)
    client = null
    isListening = false
    if (!closed) timer = setTimeout(connect, reconnectAfter)
  }

  async function connect(): Promise<void> {
    const fresh = newClient({
      application_name: 'polypost wake',
      connectionTimeoutMillis: timeOuts.connection,
      query_timeout: timeOuts.answer,
      ...sockets.options,
    })
    client = fresh
    fresh.on('notification', ({ payload = '' }) => heard(payload))
    fresh.on('error', (err) => log.warn({ err }, 'the connection that wakes this process broke'))
    fresh.on('end', () => again(fresh))
    try {
      await fresh.connect()
      await fresh.query(`listen ${channel}`)
      isListening = true
      // Something may have become due before this process listened.
      heard('')
      beat(fresh)
    } catch (err) {
      lost(err)
      // If no server takes writes, there was no connection that could tell of its end.
      again(fresh)
    }
  }

  /** A connection that only listens would never notice that the other side is gone. */
  function beat(listening: pg.Client): void {
    timer = setTimeout(() => {
      listening.query('select 1').then(() => {
        if (client === listening) beat(listening)
      }, lost)
    }, timeOuts.heartbeat)
  }

  /** Its end is an event, after which it is opened again. */
  function lost(err: unknown): void {
    if (!closed) log.warn({ err }, 'the connection that wakes this process was lost')
    sockets.cut()
  }

  return {
    isListening: () => isListening,
    open: () => {
      if (client === null && !closed) void connect()
    },
    close: async () => {
      closed = true
      clearTimeout(timer)
      sockets.cut()
    },
  }
}
