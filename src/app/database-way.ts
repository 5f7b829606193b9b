import type { ServerFacts } from '../store/engine/check-server.ts'
import { channelOf, type WakeWay } from '../store/engine/wake.ts'
import type { Config } from './config.ts'

/** How this process uses its database, for the log and for `/readyz`. */
export interface DatabaseWay {
  readonly database: 'sqlite' | 'postgres'
  /** `pooler`: PgBouncer or the like is in between, so nothing is kept in a connection. */
  readonly connections: 'own' | 'pooler'
  /** How this process learns of work that another one has stored. */
  readonly due_work: 'notified' | 'polled'
}

/** The listening connection must stay the same one of the server, which a pooler does not promise. */
export function wakeWayOf(
  { databaseUrl, databaseDirectUrl, databaseSchema }: Config,
  server: ServerFacts | null,
): WakeWay | null {
  if (!server) return null
  const listenAt = databaseDirectUrl ?? (server.pooled ? null : databaseUrl)
  return { listenAt, channel: channelOf(databaseSchema ?? server.schema ?? 'public') }
}

export const databaseWayOf = (server: ServerFacts | null, way: WakeWay | null): DatabaseWay => ({
  database: server ? 'postgres' : 'sqlite',
  connections: server?.pooled ? 'pooler' : 'own',
  due_work: way && way.listenAt === null ? 'polled' : 'notified',
})
