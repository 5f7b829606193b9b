import { sql } from 'kysely'
import { day, hour } from '../../src/domain/time.ts'
import { insertProfile } from '../../src/store/accounts/profiles.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { systemClock } from '../../src/system/clock.ts'
import type { Row } from '../kit/bench.ts'
import { settle, withoutTriggers } from '../kit/jobs.ts'
import { addUsers, type BenchUser, withStore } from '../kit/seed.ts'
import { instance } from '../kit/servers.ts'
import { quantile, timed, whole } from '../kit/table.ts'

const profiles = 60
const posts = 100_000
/** In the five weeks that a calendar shows; the others are of before. */
const ahead = 500
const weeks = 5
const comments = 100_000
const some = 6
const namedSo = 'profile'
const warmUps = 20
const goal = { atMost: 20 }

export const brands: Row = {
  alone: true,
  about: `a week of the calendar and the inbox of ${profiles} profiles with ${whole(posts)} posts, on both databases`,
  run: async (bench) => {
    for (const kind of ['sqlite', 'postgres'] as const) {
      const data = await bench.makeData(kind)
      const [user] = await addUsers(data, 1, ['x'])
      if (!user) throw new Error('Posts need a user.')
      await withStore(data, (database) => fill(database, user))
      const server = await instance('api', 'nothing', data.env)
      bench.atEnd(server.stop)
      const [one, few] = [profileAt(0), Array.from({ length: some }, (_, at) => profileAt(at)).join()]
      const scopes = { 'all profiles': 'all', [`${some} of them`]: few, 'one of them': one }
      for (const [name, read] of Object.entries(reads))
        for (const [whose, scope] of Object.entries(scopes)) {
          const ask = (at: number) => answered(`${server.base}/api/v1${read(scope, at)}`, user.key)
          for (let at = 0; at < warmUps; at += 1) await ask(at)
          const values: number[] = []
          for (let round = 0; round < bench.rounds; round += 1) {
            const times: number[] = []
            const until = performance.now() + bench.seconds * 1_000
            while (performance.now() < until) times.push(await timed(() => ask(times.length)))
            values.push(quantile(times, 0.95))
          }
          bench.print({
            name: `${name} of ${whose} (${profiles} profiles, ${whole(posts)} posts), ${data.title}`,
            ours: '95 % of the responses',
            values,
            unit: ' ms',
            digits: 1,
            goal,
          })
        }
    }
  },
}

/** The paths of what is measured. The weeks take turns. */
const reads: Readonly<Record<string, (scope: string, at: number) => string>> = {
  'a week of the calendar': (scope, at) => {
    const from = systemClock.now() + (at % weeks) * 7 * day
    const range = { from: new Date(from).toISOString(), to: new Date(from + 7 * day - 1).toISOString() }
    return `/posts?${new URLSearchParams({ profile_id: scope, ...range, per_page: '100' })}`
  },
  'the first page of the inbox': (scope) => `/inbox?${new URLSearchParams({ profile_id: scope })}`,
}

async function answered(url: string, key: string): Promise<void> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
  const text = await response.text()
  if (response.status !== 200) throw new Error(text)
}

const profileAt = (at: number): string => `${namedSo}${at}`

async function fill(database: Database, user: BenchUser): Promise<void> {
  const now = systemClock.now()
  await database.step(async (tx) => {
    for (let at = 0; at < profiles; at += 1) {
      const id = profileAt(at)
      await insertProfile(tx, { id, user_id: user.id, name: id, now })
    }
  })
  await withoutTriggers(database, ['posts', 'jobs', 'comments'], () => addRows(database, user, now))
  await settle(database)
}

async function addRows({ kysely: db }: Database, { id }: BenchUser, now: number): Promise<void> {
  const profile = sql`${sql.lit(namedSo)} || (number % ${sql.lit(profiles)})`
  const numbers = (to: number) => sql`(with recursive numbers (number) as (
    select cast(1 as bigint) union all select number + 1 from numbers where number < ${sql.lit(to)})
    select number from numbers) as counted`
  const step = sql.lit(Math.floor((weeks * 7 * day) / ahead))
  // The first ones are ahead, and each of the others an hour before the one before it.
  const at = sql`case when number <= ${sql.lit(ahead)} then ${sql.lit(now)} + number * ${step}
    else ${sql.lit(now)} - number * ${sql.lit(hour / 4)} end`
  const isAhead = sql`number <= ${sql.lit(ahead)}`
  await sql`
    insert into posts (id, user_id, profile_id, batch_id, message, platforms, media, comments, source, status, search,
      warnings, revision, created_at, updated_at, scheduled_at)
    select number, ${id}, ${profile}, 'batch_' || number, 'The news of the day, number ' || number || '.', '["x"]',
      '[]', '[]', 'api', case when ${isAhead} then 'queued' else 'successful' end, 'the news of the day', '[]', 1,
      ${at}, ${at}, ${at}
    from ${numbers(posts)}`.execute(db)
  await sql`
    insert into jobs (id, post_id, user_id, profile_id, platform, named, environment, remote_account_id, lane, status,
      scheduled_for, fence, attempts, content, warnings, told_delayed, dropped, created_at, updated_at)
    select ${sql.lit(posts)} + number, number, ${id}, ${profile}, 'x', 'x', 'live', 'bench', 'bench',
      case when ${isAhead} then 'queued' else 'completed' end, ${at}, 1, 1, '{}', '[]', '[]', 0, ${at}, ${at}
    from ${numbers(posts)}`.execute(db)
  const author = '{"id":null,"name":"Jo","username":"jo","avatarUrl":null,"profileUrl":null}'
  const foundAt = sql`${sql.lit(now)} - number * ${sql.lit(hour / 4)}`
  await sql`
    insert into comments (user_id, profile_id, job_id, platform, comment_id, author, message, search, posted_at, is_own,
      can_reply, found_at, seen_at)
    select ${id}, ${profile}, ${sql.lit(posts)} + number, 'x', 'c' || number, ${author}, 'Do you ship?', 'do you ship?',
      ${foundAt}, 0, 1, ${foundAt}, ${foundAt}
    from ${numbers(comments)}`.execute(db)
}
