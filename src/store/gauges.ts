import { sql } from 'kysely'
import type { Reader } from './engine/database.ts'
import { databaseNow } from './engine/kind.ts'
import { firstWork } from './engine/quiet.ts'
import { countWebhookTroubles, longestWait, type WebhookTroubles } from './health.ts'
import { findHold } from './hold.ts'
import { oldestOverdue } from './jobs/due-jobs.ts'
import { countAllModelTokens } from './usage.ts'

/** The state of the whole database, the same for all processes. Times are in milliseconds. */
export interface Gauges {
  readonly jobs: { readonly due: number; readonly underWay: number; readonly actionRequired: number }
  readonly oldestOverdueJob: number
  readonly oldestDueEndpoint: number
  readonly oldestDueAccount: number
  readonly oldestDelivery: number
  readonly isHeld: boolean
  readonly webhooks: WebhookTroubles
  readonly accounts: readonly AccountsOfPlatform[]
  readonly modelTokens: { readonly input: number; readonly output: number }
}

interface AccountsOfPlatform {
  readonly platform: string
  /** Without those whose login ends soon. */
  readonly connected: number
  readonly needsReconnect: number
  readonly ending: number
}

/** Rows that are counted at most, so that a backlog does not make monitoring expensive. */
const mostCounted = 10_000
/** Accounts that are read at most. */
const mostAccounts = 100_000
/** Due endpoints whose first delivery is looked at. */
const mostEndpoints = 200

/** One statement after the other, so that it needs one connection. `endsBefore`: a login that ends before then ends soon. */
export async function readGauges(db: Reader, { endsBefore }: { readonly endsBefore: number }): Promise<Gauges> {
  return {
    jobs: {
      due: await countRows(db, dueJobs(db)),
      underWay: await countRows(db, leasedLanes(db)),
      actionRequired: await countRows(db, sql`jobs where status = 'action_required'`),
    },
    oldestOverdueJob: await oldestOverdue(db),
    oldestDueEndpoint: await longestWait(db, 'endpoints'),
    oldestDueAccount: await longestWait(db, 'lanes'),
    oldestDelivery: await oldestDelivery(db),
    isHeld: (await findHold(db)) !== null,
    webhooks: await countWebhookTroubles(db),
    accounts: await countAccounts(db, endsBefore),
    modelTokens: await countAllModelTokens(db),
  }
}

async function countRows(db: Reader, these: ReturnType<typeof dueJobs>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select 1 from ${these} limit ${sql.lit(mostCounted)}) as counted`.execute(db)
  return Number(rows[0]?.count)
}

/** In the order of the index: when many are due, PostgreSQL would read the table. */
const dueJobs = (db: Reader) =>
  sql`jobs where due_at <= ${databaseNow(db)} and status in ('queued', 'retrying') order by due_at`

/** An account that a worker has stays due. */
const leasedLanes = (db: Reader) => sql`
  (select held_until from lanes where due_at <= ${databaseNow(db)} order by due_at, key limit ${sql.lit(mostCounted)}) as due
  where held_until > ${databaseNow(db)}`

/** Of endpoints that are paused, or get nothing more, deliveries wait for something else than for a worker. */
async function oldestDelivery(db: Reader): Promise<number> {
  const now = databaseNow(db)
  const { rows } = await sql<{ age: number | null }>`
    select max(${now} - since) as age from (
      select ${firstWork(db, 'deliveries', sql`endpoints.lane`)} as since from endpoints
      where due_at <= ${now} and paused_until <= ${now} and cancel_before is null
      order by due_at, id limit ${sql.lit(mostEndpoints)}) as waiting`.execute(db)
  return Math.max(0, Number(rows[0]?.age ?? 0))
}

async function countAccounts(db: Reader, endsBefore: number): Promise<AccountsOfPlatform[]> {
  const isConnected = sql`status = 'connected'`
  const isEnding = sql`(data_access_ends_at < ${endsBefore} or (renew_from is null and expires_at < ${endsBefore}))`
  const counted = (condition: typeof isConnected) => sql<number>`sum(case when ${condition} then 1 else 0 end)`
  const { rows } = await sql<Record<keyof AccountsOfPlatform, string>>`
    select platform, ${counted(sql`${isConnected} and ${isEnding} is not true`)} as "connected",
      ${counted(sql`not ${isConnected}`)} as "needsReconnect", ${counted(sql`${isConnected} and ${isEnding}`)} as "ending"
    from (
      select platform, status, expires_at, renew_from, data_access_ends_at from accounts
      where environment = 'live' limit ${sql.lit(mostAccounts)}) as live
    group by platform`.execute(db)
  return rows.map(({ platform, connected, needsReconnect, ending }) => ({
    platform,
    connected: Number(connected),
    needsReconnect: Number(needsReconnect),
    ending: Number(ending),
  }))
}
