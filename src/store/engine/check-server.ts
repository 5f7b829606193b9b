import pg from 'pg'
import { readServers, type Servers, shownServers } from '../../domain/database-servers.ts'
import { DatabaseFault, reasonOf } from './database.ts'
import { createWriterFinder, refuseStandby } from './hosts.ts'
import { timeOuts } from './time-outs.ts'

const oldestServer = 150_000

/** How a PostgreSQL server is reached, as found out once at the start. */
export interface ServerFacts {
  /**
   * A pooler such as PgBouncer is in between. It may give each transaction another connection of the server, so nothing
   * may be kept in a connection.
   */
  readonly pooled: boolean
  /** The schema that this user works in; null if it does not exist yet. */
  readonly schema: string | null
}

/** Fails with a message for the operator if PostgreSQL is unreachable or too old. */
export async function inspectServer(address: string): Promise<ServerFacts> {
  const servers = readServers(address)
  if (!servers) throw new DatabaseFault('DATABASE_URL is not a valid address.')
  const shown = shownServers(servers)
  const { version, ...facts } = await ask(servers).catch((cause: unknown) => {
    throw new DatabaseFault(
      `The database at ${shown} can’t be used: ${reasonOf(cause)}. Check that it runs, and that DATABASE_URL names it with the right user and password.`,
      { cause },
    )
  })
  if (version < oldestServer)
    throw new DatabaseFault(
      `The database at ${shown} is PostgreSQL ${Math.floor(version / 10_000)}; Polypost needs 15 or newer.`,
    )
  return facts
}

async function ask(servers: Servers): Promise<ServerFacts & { readonly version: number }> {
  const [first, ...others] = servers
  const { url } = others.length === 0 ? first : await createWriterFinder(servers).find()
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeOuts.connection,
    query_timeout: timeOuts.answer,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await refuseStandby(client)
    const { rows } = await client.query<{ version: number; pid: number; schema: string | null }>(
      `select current_setting('server_version_num')::int as version, pg_backend_pid() as pid, current_schema() as schema`,
    )
    const [row] = rows
    if (!row) throw new Error('It did not answer.')
    // A pooler tells its clients process IDs of its own.
    const told = 'processID' in client ? client.processID : null
    return { version: row.version, schema: row.schema, pooled: told !== row.pid }
  } finally {
    await client.end().catch(() => {})
  }
}
