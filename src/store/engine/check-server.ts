import { sql } from 'kysely'
import { type Database, DatabaseFault, reasonOf } from './database.ts'

const oldestServer = 150_000

/** Fails with a message for the operator if PostgreSQL is unreachable or too old. */
export async function checkServer({ read }: Database, url: string): Promise<void> {
  const { host } = new URL(url)
  const answer = await sql<{ version: number }>`select current_setting('server_version_num')::int as version`
    .execute(read)
    .catch((cause: Error) => {
      throw new DatabaseFault(
        `The database at ${host} can’t be used: ${reasonOf(cause)}. Check that it runs, and that DATABASE_URL names it with the right user and password.`,
        { cause },
      )
    })
  const version = answer.rows[0]?.version ?? 0
  if (version < oldestServer)
    throw new DatabaseFault(
      `The database at ${host} is PostgreSQL ${Math.floor(version / 10_000)}; Polypost needs 15 or newer.`,
    )
}
