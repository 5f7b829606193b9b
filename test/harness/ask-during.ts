import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Transaction } from '../../src/store/engine/database.ts'
import type { Tables } from '../../src/store/tables.ts'
import type { Reply } from './client.ts'
import type { InstanceData } from './database.ts'
import { eventually } from './eventually.ts'
import { withDatabase } from './rows.ts'

const brief = 50 // milliseconds

/** Sends requests, one after the other, while another transaction has done this work. It commits when each one waits or has ended. */
export const askDuring = <Requests extends readonly (() => Promise<Reply>)[]>(
  instanceData: InstanceData,
  work: (tx: Transaction) => Promise<unknown>,
  ...requests: Requests
): Promise<{ readonly [At in keyof Requests]: Reply }> =>
  withDatabase(instanceData, async (db) => {
    const { replies } = await db.transaction().execute(async (tx) => {
      await work(tx)
      const holder = instanceData.kind === 'sqlite' ? 0 : await ownConnection(tx)
      const sent: Promise<Reply>[] = []
      let ended = 0
      for (const ask of requests) {
        const reply = ask()
        sent.push(reply)
        void reply.then(() => ended++)
        // A writer of SQLite waits for its turn, which nobody can see.
        if (instanceData.kind === 'sqlite') await sleep(brief)
        else
          await eventually('each request waits for this transaction or has ended', async () => {
            return ended + (await waitingFor(db, holder)) >= sent.length
          })
      }
      return { replies: Promise.all(sent) }
    })
    return (await replies) as { readonly [At in keyof Requests]: Reply }
  })

async function ownConnection(tx: Transaction): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
  return rows[0]?.pid ?? 0
}

/** How many connections wait for this one, or for one that does. Others wait for each other now and then. */
async function waitingFor(db: Kysely<Tables>, holder: number): Promise<number> {
  const { rows } = await sql`with recursive held as (
      select ${holder}::integer as pid
      union
      select waiting.pid from held join pg_stat_activity as waiting on held.pid = any(pg_blocking_pids(waiting.pid))
    )
    select 1 from held where pid <> ${holder}`.execute(db)
  return rows.length
}
