import { Socket } from 'node:net'
import pg from 'pg'
import { readServers, type Server, type Servers } from '../../domain/database-servers.ts'
import { second } from '../../domain/time.ts'

/** A standby answered. It takes no writes; the code is the one with which PostgreSQL refuses them. */
class ServerIsStandby extends Error {
  readonly code = '25006'
}

/** The code is that of a server that cannot be used yet. */
class NoWriter extends Error {
  readonly code = '57P03'

  constructor(reasons: readonly unknown[]) {
    const told = reasons.map((reason) => (reason instanceof Error ? reason.message || reason.name : String(reason)))
    super(`none of the servers takes writes (${told.join('; ')})`)
  }
}

/** Fails if the server is a standby. */
export async function refuseStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
  if (rows[0]?.standby !== false) throw new ServerIsStandby('This database server is a standby, which takes no writes.')
}

/** Finds the one server that takes writes. */
export interface WriterFinder {
  readonly find: () => Promise<Server>
  /** The one that was found takes no writes any more, or cannot be reached: the next search asks all of them. */
  readonly forget: () => void
}

export function createWriterFinder(servers: Servers): WriterFinder {
  let found: Promise<Server> | null = null
  return {
    find: () => {
      if (found) return found
      const search = searchWriter(servers)
      found = search
      search.catch(() => {
        if (found === search) found = null
      })
      return search
    },
    forget: () => {
      found = null
    },
  }
}

/** A server that is gone must not delay the search for long. */
const searchTimeout = 3 * second

/** Asks all of them, since an old primary that came back also takes writes. The promoted standby has the higher timeline. */
async function searchWriter(servers: Servers): Promise<Server> {
  const answers = await Promise.allSettled(
    servers.map(async (server) => ({ server, timeline: await timelineOf(server) })),
  )
  const writers = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  const [first, ...others] = writers
  const reasons = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  if (!first) throw new NoWriter(reasons)
  return others.reduce((best, one) => (one.timeline > best.timeline ? one : best), first).server
}

/** The timeline of a server that takes writes; every promotion raises it. 0 if the server does not tell. */
async function timelineOf({ url }: Server): Promise<number> {
  const socket = new Socket()
  const client = new pg.Client({
    connectionString: url,
    stream: () => socket,
    connectionTimeoutMillis: searchTimeout,
    query_timeout: searchTimeout,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await refuseStandby(client)
    const asked = client.query<{ file: string }>('select pg_walfile_name(pg_current_wal_lsn()) as file')
    return await asked.then(
      ({ rows }) => Number.parseInt(rows[0]?.file.slice(0, timelineDigits) ?? '', 16) || 0,
      () => 0,
    )
  } finally {
    // The driver would wait for the server to close the connection, and a silent server never does.
    socket.destroy()
  }
}

/** The name of a WAL file begins with its timeline. */
const timelineDigits = 8

/** Makes single connections to the server that takes writes. */
export function clientsOf(address: string): (options: pg.ClientConfig) => pg.Client {
  const servers = readServers(address)
  if (!servers) throw new Error('This is not the address of a database.')
  const [{ url }, ...others] = servers
  const Client = others.length === 0 ? pg.Client : writerClient(createWriterFinder(servers))
  return (options) => new Client({ ...options, connectionString: url })
}

type ConnectCallback = ((error: Error) => void) | ((error: null, client: pg.Client) => void)

/** A class of connections to whichever server takes writes when they connect. */
export function writerClient(finder: WriterFinder): typeof pg.Client {
  return class extends pg.Client {
    override connect(): Promise<pg.Client>
    override connect(callback: ConnectCallback): void
    // biome-ignore lint/suspicious/noConfusingVoidType: as the driver declares it
    override connect(callback?: ConnectCallback): Promise<pg.Client> | void {
      const connected = this.#connectToWriter()
      if (!callback) return connected
      // The driver declares one function for each case, but calls the same function in both.
      const call = callback as (error: Error | null, client?: pg.Client) => void
      connected.then((client) => call(null, client), call)
    }

    async #connectToWriter(): Promise<pg.Client> {
      const { host, port } = await finder.find()
      Object.assign(this, { host, port })
      // The server may end the connection at once, before the caller listens. That would end the process.
      this.on('error', () => {})
      try {
        return await super.connect()
      } catch (error) {
        finder.forget()
        throw error
      }
    }
  }
}
