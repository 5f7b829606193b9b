import { type Compilable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Audience } from '../../domain/application.ts'
import type { PlanId } from '../../domain/plans.ts'
import type { Database, Reader, Writer } from '../engine/database.ts'
import { fixed, type QueryRunner, type ValueOf } from '../engine/fixed.ts'
import { listed, textOf, textsIn } from '../engine/listed.ts'
import { shared } from '../engine/together.ts'
import type { Tables } from '../tables.ts'
import { keysWithUsers } from './keys.ts'
import { sessionsWithUsers } from './sessions.ts'

/** How the request of a caller counts. */
export interface RequestCount {
  readonly now: number
  /** When a window ends that begins now. */
  readonly endsAt: number
  readonly limits: Readonly<Record<PlanId, number>>
}

/** The requests of a user in the present window, this one included. Null: the request is not counted yet. */
interface CountedCaller {
  readonly requests: number | null
  readonly window_ends: number | null
}

/** A request that counts. */
interface CallerQuery {
  readonly hash: string
  /** Where the key was shown. */
  readonly shownAt: Audience
  readonly counting: RequestCount
}

interface Hashes {
  readonly hashes: readonly string[]
}

type AtTime = Hashes & { readonly now: number }

/**
 * Finds who sent a request. On PostgreSQL the request is counted at the same time, by a second statement that does not wait for
 * the first. On SQLite the counts are in memory. `counting` is null if the request does not count.
 */
export function callerFinder({ kind, read, single }: Database) {
  const keysOf = fixed((_: QueryRunner, value: ValueOf<Hashes>) =>
    keysWithUsers(read)
      .where('api_keys.hash', 'in', textsIn(read, value('hashes')))
      .compile(),
  )
  const sessionsOf = fixed((_: QueryRunner, value: ValueOf<AtTime>) =>
    sessionsWithUsers(read, value('now'))
      .where('sessions.hash', 'in', textsIn(read, value('hashes')))
      .compile(),
  )
  const findKey = shared(async (db: Reader, hashes: readonly string[]) => {
    const found = byHash(await keysOf(db, { hashes }))
    return hashes.map((hash) => found.get(hash))
  })
  const countKey = counted(read, keysOf, {
    callers: () => keysWithUsers(read),
    allows: (now) => sql`revoked_at is null and (expires_at is null or expires_at > ${now})
      and (audience is null or audience = ${textOf('shownAt')}) and (person_id is null or role is not null)`,
    isAllowed: ({ revoked_at, expires_at, audience, person_id, role }, { shownAt, now }) =>
      revoked_at === null &&
      (expires_at === null || expires_at > now) &&
      (audience === null || audience === shownAt) &&
      (person_id === null || role !== null),
  })
  const countSession = counted(read, sessionsOf, {
    callers: (now) => sessionsWithUsers(read, now),
    allows: () => sql`true`,
    isAllowed: () => true,
  })
  return {
    async findKey(hash: string, shownAt: Audience, counting: RequestCount | null) {
      if (kind === 'postgres' && counting) return single((db) => countKey(db, { hash, shownAt, counting }))
      return notCounted(await findKey(read, hash))
    },

    async findSession(hash: string, now: number, counting: RequestCount | null) {
      if (kind === 'postgres' && counting) return single((db) => countSession(db, { hash, shownAt: 'api', counting }))
      const [found] = await sessionsOf(read, { hashes: [hash], now })
      return notCounted(found)
    },
  }
}

const byHash = <Row extends { readonly hash: string }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.hash, row]))

const unknown: CountedCaller = { requests: null, window_ends: null }

const notCounted = <Row extends object>(row: Row | undefined): (Row & CountedCaller) | undefined =>
  row && { ...row, ...unknown }

type Caller = { readonly hash: string; readonly user_id: number; readonly plan_id: PlanId }
type Window = Selectable<Tables['rate_limits']>

/** How callers are found whose requests are counted. */
interface Counters<Row> {
  readonly callers: (now: number) => Compilable<Row>
  /** Whether a row of `callers` allows anything: a request with a wrong key does not count for its user. */
  readonly allows: (now: number) => RawBuilder<unknown>
  /** The same. */
  readonly isAllowed: (row: Row, shown: Pick<CallerQuery, 'shownAt'> & Pick<RequestCount, 'now'>) => boolean
}

interface Values {
  readonly now: number
  readonly endsAt: number
  /** As JSON. */
  readonly limits: string
  readonly asked: readonly object[]
}

/**
 * A full window is not changed, so that a user who sends too much costs no writes and waits for no locks. Windows are changed
 * in the order of their keys, so that two of these statements do not block each other.
 */
function counted<Row extends Caller>(
  read: Reader,
  find: (db: QueryRunner, wanted: AtTime) => Promise<readonly Row[]>,
  { callers, allows, isAllowed }: Counters<Row>,
) {
  const count = fixed((_: Writer, value: ValueOf<Values>) => {
    const now = value('now')
    const isOver = sql`rate_limits.expire <= ${now}`
    return sql<Window>`
      insert into rate_limits (key, points, expire)
      select 'user:' || user_id, count(*), cast(${value('endsAt')} as bigint)
      from (${callers(now)}) as callers join ${listed(read, value('asked'))} on hash = ${textOf('hash')}
      where ${allows(now)} and not exists (
        select from rate_limits where key = 'user:' || user_id and expire > ${now}
          and points > cast(cast(${value('limits')} as jsonb) ->> cast(plan_id as text) as integer))
      group by user_id order by 1
      on conflict (key) do update set
        points = case when ${isOver} then excluded.points else rate_limits.points + excluded.points end,
        expire = case when ${isOver} then excluded.expire else rate_limits.expire end
      returning key, points, expire`.compile(read)
  })
  const windowsOf = fixed(
    (_: QueryRunner, value: ValueOf<{ readonly keys: readonly string[]; readonly now: number }>) =>
      sql<Window>`
      select key, points, expire from rate_limits
      where key in ${textsIn(read, value('keys'))} and expire > ${value('now')}`.compile(read),
  )
  return shared(async (db: Writer, all: readonly CallerQuery[]): Promise<((Row & CountedCaller) | undefined)[]> => {
    const { now, endsAt, limits } = latest(all)
    const asked = all.map(({ hash, shownAt }) => ({ hash, shownAt }))
    const hashes = all.map(({ hash }) => hash)
    const [rows, windows] = await Promise.all([
      find(db, { hashes, now }),
      count(db, { now, endsAt, limits: JSON.stringify(limits), asked }),
    ])
    const found = byHash(rows)
    const allowed = all.flatMap((one) => {
      const row = found.get(one.hash)
      return row && isAllowed(row, { shownAt: one.shownAt, now })
        ? [{ one, key: `user:${row.user_id}`, limit: limits[row.plan_id] }]
        : []
    })
    const ofWindows = Map.groupBy(allowed, ({ key }) => key)
    const counts = new Map<CallerQuery, CountedCaller>()
    for (const { key, points, expire } of windows) {
      const these = ofWindows.get(key) ?? []
      for (const [at, { one }] of these.entries())
        counts.set(one, { requests: points - these.length + 1 + at, window_ends: expire })
      ofWindows.delete(key)
    }
    // Requests that were not counted: the window is full, or the key was revoked just now.
    const rest = ofWindows.size === 0 ? [] : await windowsOf(db, { keys: [...ofWindows.keys()], now })
    for (const { key, points, expire } of rest)
      for (const { one, limit } of ofWindows.get(key) ?? [])
        if (points > limit) counts.set(one, { requests: points, window_ends: expire })
    return all.map((one) => {
      const row = found.get(one.hash)
      return row && { ...row, ...(counts.get(one) ?? unknown) }
    })
  })
}

function latest(asked: readonly CallerQuery[]): RequestCount {
  const counting = asked.at(-1)?.counting
  if (!counting) throw new Error('At least one request must be asked for.')
  return counting
}
