import { sql } from 'kysely'
import type { Reader } from './engine/database.ts'

interface Counted {
  readonly count: number | string | bigint
}

const numberOf = (row: Counted | undefined): number => Number(row?.count ?? 0)

/** Jobs of which nobody knows whether they were published. */
export const countInDoubt = async (db: Reader): Promise<number> =>
  numberOf(
    await db
      .selectFrom('jobs')
      .select((e) => e.fn.countAll().as('count'))
      .where('status', '=', 'action_required')
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

export interface AccountTroubles {
  readonly connected: number
  readonly needReconnect: number
  /** Their login ends before then, and cannot be renewed. */
  readonly ending: number
}

export async function countAccounts(db: Reader, platform: string, endsBefore: number): Promise<AccountTroubles> {
  const rows = await db
    .selectFrom('accounts')
    .select(['status', 'expires_at', 'renew_from', 'data_access_ends_at'])
    .where('platform', '=', platform)
    .where('environment', '=', 'live')
    .execute()
  const isEnding = ({ expires_at, renew_from, data_access_ends_at }: (typeof rows)[number]) =>
    (expires_at !== null && renew_from === null && expires_at < endsBefore) ||
    (data_access_ends_at !== null && data_access_ends_at < endsBefore)
  return {
    connected: rows.length,
    needReconnect: rows.filter(({ status }) => status === 'needs_reconnect').length,
    ending: rows.filter(isEnding).length,
  }
}
