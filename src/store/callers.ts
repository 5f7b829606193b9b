import { type OperationNodeSource, type RawBuilder, sql } from 'kysely'
import type { Audience } from '../domain/application.ts'
import type { PlanId } from '../domain/plans.ts'
import type { Database } from './engine/database.ts'
import { keyByHash } from './keys.ts'
import { sessionByHash } from './sessions.ts'

/** How the request of a caller counts. */
export interface Counting {
  readonly now: number
  /** When a window ends that begins now. */
  readonly endsAt: number
  readonly limits: Readonly<Record<PlanId, number>>
}

/** The requests of a user in the present window, this one included. Null: the statement did not count the request. */
interface Counted {
  readonly requests: number | null
  readonly window_ends: number | null
}

const notCounted: Counted = { requests: null, window_ends: null }

/**
 * Finds who sent a request. On PostgreSQL the same statement counts the request: a round trip costs more than the work in
 * it. On SQLite the counts are in memory. `counting` is null if the request does not count.
 */
export const callerFinder = (database: Database) => ({
  findKey: (hash: string, audience: Audience, counting: Counting | null) => {
    const valid = (now: number) =>
      sql<boolean>`revoked_at is null and (expires_at is null or expires_at > ${now})
        and (audience is null or (audience = ${audience} and role is not null))`
    return findCaller(database, keyByHash(database.read, hash), counting, valid)
  },

  findSession: (hash: string, now: number, counting: Counting | null) =>
    findCaller(database, sessionByHash(database.read, hash, now), counting, () => sql<boolean>`true`),
})

interface Query<Row> extends OperationNodeSource {
  readonly executeTakeFirst: () => Promise<Row | undefined>
}

/** `valid`: whether the found row allows anything. A request with a wrong key does not count for its user. */
async function findCaller<Row extends object>(
  { kind, single }: Database,
  query: Query<Row>,
  counting: Counting | null,
  valid: (now: number) => RawBuilder<boolean>,
): Promise<(Row & Counted) | undefined> {
  if (counting === null || kind === 'sqlite') {
    const row = await query.executeTakeFirst()
    return row && { ...row, ...notCounted }
  }
  const { rows } = await single((db) => counted(query, counting, valid(counting.now)).execute(db))
  return rows[0]
}

/** A full window is only read, so that a user who sends too much costs no writes and waits for no locks. */
const counted = <Row>(query: Query<Row>, { now, endsAt, limits }: Counting, valid: RawBuilder<boolean>) =>
  sql<Row & Counted>`
    with found as (${query}),
    full_window as (
      select points, expire from found join rate_limits on key = 'user:' || user_id
      where expire > ${now} and points > cast(cast(${JSON.stringify(limits)} as jsonb) ->> cast(plan_id as text) as integer)),
    counted as (
      insert into rate_limits (key, points, expire)
      select 'user:' || user_id, 1, cast(${endsAt} as bigint) from found
      where ${valid} and not exists (select from full_window)
      on conflict (key) do update set
        points = case when rate_limits.expire <= ${now} then 1 else rate_limits.points + 1 end,
        expire = case when rate_limits.expire <= ${now} then excluded.expire else rate_limits.expire end
      returning points, expire)
    select found.*, window_now.points as requests, window_now.expire as window_ends
    from found left join (select * from counted union all select * from full_window) as window_now on true`
