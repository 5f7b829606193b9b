import { sql } from 'kysely'
import type { Writer } from '../engine/database.ts'
import { fixed, type ValueOf } from '../engine/fixed.ts'
import { columnsOf } from '../engine/insert-rows.ts'
import { listed, numberOf, textOf } from '../engine/listed.ts'
import { shared } from '../engine/together.ts'
import { type IdempotencyRow, ifFree } from '../idempotency.ts'
import { jobRow, type NewJob } from '../jobs/jobs.ts'
import { type NewPost, newPostRow } from './posts.ts'

export interface Acceptance {
  readonly post: NewPost
  readonly jobs: readonly NewJob[]
  /** The accounts that publish it. */
  readonly accountIds: readonly number[]
  /** The stored response; null if the request has no idempotency key. */
  readonly answer: IdempotencyRow | null
}

/**
 * Stores a post, its jobs and the response with one statement of PostgreSQL, which is a transaction of its own. Posts that
 * come at the same time share it. False: nothing of the post was stored, because an account or the profile has changed or
 * is about to, or because another request has the key.
 *
 * The profile and the accounts stay locked until the commit, so nobody can remove them in between. `for key share` lets
 * others change them, for example renew a login. A locked one is not waited for, so it does not hold up other posts. Keys
 * are stored in the order of the index, so two of these statements do not block each other.
 */
export const acceptPost: (db: Writer, post: Acceptance) => Promise<boolean> = shared(async (db, all) => {
  const posts = all.map(({ post }) => newPostRow(post))
  const jobs = all.flatMap((one) => one.jobs.map(jobRow))
  const statement = statementFor(columnsOf('posts', posts), columnsOf('jobs', jobs))
  const stored = await statement(db, {
    posts,
    jobs,
    answers: all.flatMap(({ answer }) => answer ?? []),
    accounts: all.flatMap(({ post, accountIds, answer }) =>
      accountIds.map((id) => ({ post: post.id, profile: post.profile_id, account: id, holder: answer?.holder })),
    ),
    now: Math.max(...all.map(({ post }) => post.created_at)),
  })
  const ids = new Set(stored.map(({ post_id }) => post_id))
  return all.map(({ post }) => ids.has(post.id))
})

interface Values {
  readonly posts: readonly object[]
  readonly jobs: readonly object[]
  readonly answers: readonly IdempotencyRow[]
  readonly accounts: readonly object[]
  readonly now: number
}

const known = new Map<string, ReturnType<typeof makeStatement>>()

function statementFor(...columns: Parameters<typeof makeStatement>) {
  const name = columns.join(' ')
  const statement = known.get(name) ?? makeStatement(...columns)
  known.set(name, statement)
  return statement
}

const makeStatement = (postColumns: readonly string[], jobColumns: readonly string[]) =>
  fixed((db: Writer, value: ValueOf<Values>) => {
    const postNames = sql.join(postColumns.map((name) => sql.ref(name)))
    const jobNames = sql.join(jobColumns.map((name) => sql.ref(name)))
    return sql<{ post_id: number }>`
      with wanted as materialized (
        select ${numberOf('post')} as post_id, ${textOf('profile')} as profile_id, ${numberOf('account')} as account_id,
          ${textOf('holder')} as holder
        from ${listed(db, value('accounts'))}),
      locked as materialized (
        select accounts.id, accounts.profile_id from profiles join accounts on accounts.profile_id = profiles.id
        where accounts.id = any (array(select account_id from wanted)) and accounts.status = 'connected'
          and profiles.deleted_at is null
        for key share skip locked),
      unchanged as materialized (
        select post_id, wanted.holder
        from wanted left join locked on locked.id = account_id and locked.profile_id = wanted.profile_id
        group by post_id, wanted.holder having count(*) = count(locked.id)),
      answered as (
        insert into idempotency
        select distinct on (user_id, key) * from jsonb_populate_recordset(null::idempotency, ${value('answers')}::jsonb)
        where holder in (select holder from unchanged) order by user_id, key
        ${ifFree(value('now'))} returning holder),
      posted as (
        insert into posts (${postNames})
        select ${postNames} from jsonb_populate_recordset(null::posts, ${value('posts')}::jsonb)
        where id in (select post_id from unchanged where holder is null or holder in (select holder from answered))
        returning id)
      insert into jobs (${jobNames})
      select ${jobNames} from jsonb_populate_recordset(null::jobs, ${value('jobs')}::jsonb)
      where post_id in (select id from posted)
      returning post_id`.compile(db)
  })
