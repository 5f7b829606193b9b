import { sql } from 'kysely'
import type { Reader } from './engine/database.ts'
import { databaseNow, isPostgres } from './engine/kind.ts'

interface CountRow {
  readonly count: number | string | bigint
}

const numberOf = (row: CountRow | undefined): number => Number(row?.count ?? 0)

/** The version of the database program, such as `17.2`. */
export async function readVersion(db: Reader): Promise<string> {
  const asked = isPostgres(db)
    ? sql<{ version: string }>`select split_part(current_setting('server_version'), ' ', 1) as version`
    : sql<{ version: string }>`select sqlite_version() as version`
  const { rows } = await asked.execute(db)
  return rows[0]?.version ?? ''
}

/** Jobs of which nobody knows whether they were published. */
export const countInDoubt = async (db: Reader): Promise<number> =>
  numberOf(
    await db
      .selectFrom('jobs')
      .select((e) => e.fn.countAll().as('count'))
      .where('status', '=', sql.lit('action_required'))
      .where('action', 'like', '%outcome_unknown%')
      .executeTakeFirst(),
  )

export interface WebhookTroubles {
  readonly failing: number
  readonly disabled: number
}

export async function countWebhookTroubles(db: Reader): Promise<WebhookTroubles> {
  const all = db
    .selectFrom('webhooks')
    .select((e) => e.fn.countAll().as('count'))
    .where('deleted_at', 'is', null)
  const failing = await all.where('disabled_at', 'is', null).where('failing_since', 'is not', null).executeTakeFirst()
  const disabled = await all.where('disabled_at', 'is not', null).executeTakeFirst()
  return { failing: numberOf(failing), disabled: numberOf(disabled) }
}

/** For how long regular work has been overdue, in milliseconds: a worker would have done it. Null if it never ran. */
export async function choreLateness(db: Reader, now: number): Promise<number | null> {
  const { rows } = await sql<{ due: number | null }>`select min(due_at) as due from chores`.execute(db)
  const due = rows[0]?.due ?? null
  return due === null ? null : Math.max(0, now - Number(due))
}

/**
 * For how many milliseconds the owner of work that is due for longest, and that nobody has, has waited for a worker; 0 if none
 * waits. Only few are held, so it reads few rows.
 */
export async function longestWait(db: Reader, table: 'endpoints' | 'lanes'): Promise<number> {
  const now = databaseNow(db)
  const row = await db
    .selectFrom(table)
    .select(sql<number>`${now} - due_at`.as('wait'))
    .where('due_at', '<=', now)
    .where('held_until', '<=', now)
    .where('paused_until', '<=', now)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? 0 : Number(row.wait)
}

export interface AccountsState {
  readonly connected: number
  /** The names of those that need a new sign-in. */
  readonly needReconnect: readonly string[]
  /** The names of those whose login ends before then, and cannot be renewed. */
  readonly ending: readonly string[]
  /** How many logins should have been renewed before that time. */
  readonly renewalsLate: number
  /** When the first login ends that cannot be renewed. */
  readonly firstEnd: number | null
}

export async function readAccountsState(
  db: Reader,
  platform: string,
  { endsBefore, renewedBefore }: { readonly endsBefore: number; readonly renewedBefore: number },
): Promise<AccountsState> {
  const rows = await db
    .selectFrom('accounts')
    .select(['username', 'status', 'expires_at', 'renew_from', 'data_access_ends_at'])
    .where('platform', '=', platform)
    .where('environment', '=', 'live')
    .orderBy('id')
    .execute()
  const connected = rows.filter(({ status }) => status === 'connected')
  const endOf = ({ expires_at, renew_from, data_access_ends_at }: (typeof rows)[number]) =>
    Math.min(data_access_ends_at ?? Infinity, (renew_from === null ? expires_at : null) ?? Infinity)
  const firstEnd = Math.min(...connected.map(endOf))
  const named = (some: typeof rows) => some.map(({ username }) => username ?? 'without a name')
  return {
    connected: rows.length,
    needReconnect: named(rows.filter(({ status }) => status === 'needs_reconnect')),
    ending: named(connected.filter((row) => endOf(row) < endsBefore)),
    renewalsLate: connected.filter(({ renew_from }) => renew_from !== null && renew_from < renewedBefore).length,
    firstEnd: Number.isFinite(firstEnd) ? firstEnd : null,
  }
}
