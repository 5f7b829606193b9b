import { type Compilable, type OperationNodeSource, type RawBuilder, sql } from 'kysely'
import type { Audience } from '../domain/application.ts'
import type { PlanId } from '../domain/plans.ts'
import type { Database, Reader, Writer } from './engine/database.ts'
import { fixed, type ValueOf } from './engine/fixed.ts'
import { listed, numberOf, textOf, textsIn } from './engine/listed.ts'
import { shared } from './engine/together.ts'
import { keysWithUsers } from './keys.ts'
import { sessionsWithUsers } from './sessions.ts'

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

/** A request that counts. */
interface Asked {
  readonly hash: string
  /** Where the key was shown. */
  readonly shownAt: Audience
  readonly counting: Counting
}

/**
 * Finds who sent a request. On PostgreSQL the same statement counts the request: a round trip costs more than the work in
 * it. On SQLite the counts are in memory. `counting` is null if the request does not count.
 */
export function callerFinder({ kind, read, single }: Database) {
  const keysOf = fixed((_: Executing, value: ValueOf<{ readonly hashes: readonly string[] }>) =>
    keysWithUsers(read)
      .where('api_keys.hash', 'in', textsIn(read, value('hashes')))
      .compile(),
  )
  const findKey = shared(async (db: Reader, hashes: readonly string[]) => {
    const found = new Map((await keysOf(db, { hashes })).map((row) => [row.hash, row]))
    return hashes.map((hash) => found.get(hash))
  })
  const findSession = fixed((_: Executing, value: ValueOf<{ readonly hash: string; readonly now: number }>) =>
    sessionsWithUsers(read, value('now')).where('sessions.hash', '=', value('hash')).compile(),
  )
  const countKey = counted(
    read,
    (hashes) => keysWithUsers(read).where('api_keys.hash', 'in', hashes),
    (now) => sql`revoked_at is null and (expires_at is null or expires_at > ${now})
      and (audience is null or (audience = shown_at and role is not null))`,
  )
  const countSession = counted(
    read,
    (hashes, now) => sessionsWithUsers(read, now).where('sessions.hash', 'in', hashes),
    () => sql`true`,
  )
  return {
    async findKey(hash: string, shownAt: Audience, counting: Counting | null) {
      if (kind === 'postgres' && counting) return single((db) => countKey(db, { hash, shownAt, counting }))
      return notCounted(await findKey(read, hash))
    },

    async findSession(hash: string, now: number, counting: Counting | null) {
      if (kind === 'postgres' && counting) return single((db) => countSession(db, { hash, shownAt: 'api', counting }))
      const [found] = await findSession(read, { hash, now })
      return notCounted(found)
    },
  }
}

type Executing = Pick<Reader, 'getExecutor'>

const notCounted = <Row extends object>(row: Row | undefined): (Row & Counted) | undefined =>
  row && { ...row, requests: null, window_ends: null }

/** What the counting statement adds to a caller. */
interface Added extends Counted {
  readonly shown_at: Audience
  /** How many requests of the user it has counted: none if the window was full already. */
  readonly counted: number
}

interface Values {
  readonly now: number
  readonly endsAt: number
  /** As JSON. */
  readonly limits: string
  readonly hashes: readonly string[]
  readonly asked: readonly object[]
}

/**
 * `valid`: whether a found row allows anything. A request with a wrong key does not count for its user. A full window is
 * only read, so that a user who sends too much costs no writes and waits for no locks. Windows are changed in the order of
 * their keys, so these statements do not block each other.
 */
function counted<Row extends { readonly hash: string; readonly user_id: number }>(
  read: Reader,
  query: (hashes: RawBuilder<string>, now: number) => Compilable<Row> & OperationNodeSource,
  valid: (now: number) => RawBuilder<unknown>,
) {
  const statement = fixed((_: Writer, value: ValueOf<Values>) => {
    const now = value('now')
    const isOver = sql`rate_limits.expire <= ${now}`
    return sql<Row & Added>`
      with found as (${query(textsIn(read, value('hashes')), now)}),
      asked as (
        select found.*, ${textOf('shownAt')} as shown_at, ${numberOf('times')} as times, 'user:' || user_id as window_key
        from found join ${listed(read, value('asked'))} on hash = ${textOf('hash')}),
      counting as (
        select window_key, plan_id, cast(sum(times) as bigint) as times from asked
        where ${valid(now)} group by window_key, plan_id),
      full_window as (
        select key, cast(0 as bigint) as times, points, expire from counting join rate_limits on key = window_key
        where expire > ${now} and points > cast(cast(${value('limits')} as jsonb) ->> cast(plan_id as text) as integer)),
      counted as (
        insert into rate_limits (key, points, expire)
        select window_key, times, cast(${value('endsAt')} as bigint) from counting
        where window_key not in (select key from full_window) order by window_key
        on conflict (key) do update set
          points = case when ${isOver} then excluded.points else rate_limits.points + excluded.points end,
          expire = case when ${isOver} then excluded.expire else rate_limits.expire end
        returning key, points, expire)
      select asked.*, window_now.times as counted, points as requests, expire as window_ends
      from asked left join (
        select key, times, points, expire from counted join counting on key = window_key
        union all select * from full_window) as window_now on key = window_key and ${valid(now)}`.compile(read)
  })
  return shared(async (db: Writer, all: readonly Asked[]): Promise<((Row & Counted) | undefined)[]> => {
    const same = Map.groupBy(all, nameOf)
    const asked = [...same.values()].flatMap(([one, ...more]) => (one ? [{ ...one, times: 1 + more.length }] : []))
    const { now, endsAt, limits } = latest(all)
    const hashes = asked.map(({ hash }) => hash)
    const rows = await statement(db, { now, endsAt, limits: JSON.stringify(limits), hashes, asked })
    const found = new Map(rows.map((row) => [nameOf({ hash: row.hash, shownAt: row.shown_at }), row]))
    const places = new Map<number, number>()
    return all.map((one) => {
      const row = found.get(nameOf(one))
      if (!row || row.requests === null) return row
      const place = (places.get(row.user_id) ?? 0) + 1
      places.set(row.user_id, place)
      return { ...row, requests: Math.min(row.requests, row.requests - row.counted + place) }
    })
  })
}

function latest(asked: readonly Asked[]): Counting {
  const counting = asked.at(-1)?.counting
  if (!counting) throw new Error('At least one request must be asked for.')
  return counting
}

const nameOf = ({ hash, shownAt }: Pick<Asked, 'hash' | 'shownAt'>): string => `${shownAt} ${hash}`
