import { type Compilable, type OperationNodeSource, type RawBuilder, sql } from 'kysely'
import type { Audience } from '../domain/application.ts'
import type { PlanId } from '../domain/plans.ts'
import type { Database, Reader } from './engine/database.ts'
import { fixed, type ValueOf } from './engine/fixed.ts'
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

/**
 * Finds who sent a request. On PostgreSQL the same statement counts the request: a round trip costs more than the work in
 * it. On SQLite the counts are in memory. `counting` is null if the request does not count.
 */
export function callerFinder({ kind, read, single }: Database) {
  const key = fixed((_: Executing, value: ValueOf<Hashed>) => keyByHash(read, value('hash')).compile())
  const session = fixed((_: Executing, value: ValueOf<Hashed & Now>) =>
    sessionByHash(read, value('hash'), value('now')).compile(),
  )
  const countedKey = fixed((_: Executing, value: ValueOf<Hashed & Shown & CountedIn>) => {
    const valid = sql<boolean>`revoked_at is null and (expires_at is null or expires_at > ${value('now')})
      and (audience is null or (audience = ${value('audience')} and role is not null))`
    return counted(keyByHash(read, value('hash')), value, valid).compile(read)
  })
  const countedSession = fixed((_: Executing, value: ValueOf<Hashed & CountedIn>) =>
    counted(sessionByHash(read, value('hash'), value('now')), value, sql<boolean>`true`).compile(read),
  )
  const counts = (counting: Counting | null) => kind === 'postgres' && counting
  return {
    async findKey(hash: string, audience: Audience, counting: Counting | null) {
      const here = counts(counting)
      if (!here) return notCounted(await key(read, { hash }))
      const [found] = await single((db) => countedKey(db, { hash, audience, ...countedIn(here) }))
      return found
    },

    async findSession(hash: string, now: number, counting: Counting | null) {
      const here = counts(counting)
      if (!here) return notCounted(await session(read, { hash, now }))
      const [found] = await single((db) => countedSession(db, { hash, ...countedIn(here) }))
      return found
    },
  }
}

type Executing = Pick<Reader, 'getExecutor'>
type Hashed = { readonly hash: string }
type Shown = { readonly audience: Audience }
type Now = Pick<Counting, 'now'>
/** `limits` as JSON. */
type CountedIn = Now & { readonly endsAt: number; readonly limits: string }

const countedIn = ({ now, endsAt, limits }: Counting): CountedIn => ({ now, endsAt, limits: JSON.stringify(limits) })

const notCounted = <Row extends object>([row]: readonly Row[]): (Row & Counted) | undefined =>
  row && { ...row, requests: null, window_ends: null }

/**
 * `valid`: whether the found row allows anything. A request with a wrong key does not count for its user. A full window is
 * only read, so that a user who sends too much costs no writes and waits for no locks.
 */
const counted = <Row>(
  query: Compilable<Row> & OperationNodeSource,
  value: ValueOf<CountedIn>,
  valid: RawBuilder<boolean>,
) =>
  sql<Row & Counted>`
    with found as (${query}),
    full_window as (
      select points, expire from found join rate_limits on key = 'user:' || user_id
      where expire > ${value('now')}
        and points > cast(cast(${value('limits')} as jsonb) ->> cast(plan_id as text) as integer)),
    counted as (
      insert into rate_limits (key, points, expire)
      select 'user:' || user_id, 1, cast(${value('endsAt')} as bigint) from found
      where ${valid} and not exists (select from full_window)
      on conflict (key) do update set
        points = case when rate_limits.expire <= ${value('now')} then 1 else rate_limits.points + 1 end,
        expire = case when rate_limits.expire <= ${value('now')} then excluded.expire else rate_limits.expire end
      returning points, expire)
    select found.*, window_now.points as requests, window_now.expire as window_ends
    from found left join (select * from counted union all select * from full_window) as window_now on true`
