import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Transaction } from '../../src/store/engine/database.ts'
import type { Tables } from '../../src/store/tables.ts'
import type { Reply } from './client.ts'
import type { Place } from './database.ts'
import { eventually } from './eventually.ts'
import { withDatabase } from './rows.ts'

const brief = 50 // milliseconds

/** Sends requests, one after the other, while another transaction has done this work. It commits when each one waits or has ended. */
export const askDuring = <Requests extends readonly (() => Promise<Reply>)[]>(
  place: Place,
  work: (tx: Transaction) => Promise<unknown>,
  ...requests: Requests
): Promise<{ readonly [At in keyof Requests]: Reply }> =>
  withDatabase(place, async (db) => {
    const { replies } = await db.transaction().execute(async (tx) => {
      await work(tx)
      const sent: Promise<Reply>[] = []
      let ended = 0
      for (const ask of requests) {
        const reply = ask()
        sent.push(reply)
        void reply.then(() => ended++)
        // A writer of SQLite waits for its turn, which nobody can see.
        if (place.kind === 'sqlite') await sleep(brief)
        else
          await eventually('each request waits for a lock or has ended', async () => {
            return ended + (await locksAwaited(db)) >= sent.length
          })
      }
      return { replies: Promise.all(sent) }
    })
    return (await replies) as { readonly [At in keyof Requests]: Reply }
  })

async function locksAwaited(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length
}
