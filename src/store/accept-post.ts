import { sql } from 'kysely'
import type { Writer } from './engine/database.ts'
import { numbersIn } from './engine/listed.ts'
import { type IdempotencyRow, ifFree } from './idempotency.ts'
import { jobRow, type NewJob } from './jobs.ts'
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
 * Stores a post, its jobs and the response with one statement of PostgreSQL, which is a transaction of its own. False:
 * nothing was stored, because an account or the profile has changed, or because another request has the key.
 *
 * The profile and the accounts stay locked until the commit, so nobody can remove them in between. `for key share` lets
 * others change them, for example renew a login.
 */
export async function acceptPost(db: Writer, { post, jobs, accountIds, answer }: Acceptance): Promise<boolean> {
  const postRow = newPostRow(post)
  const jobRows = jobs.map(jobRow)
  const jobNames = namesOf(jobRows[0] ?? {})
  const { rows } = await sql`
    with held as materialized (
      select accounts.id from profiles join accounts on accounts.profile_id = profiles.id
      where profiles.id = ${post.profile_id} and profiles.deleted_at is null
        and accounts.id in ${numbersIn(db, accountIds)} and accounts.status = 'connected'
      for key share),
    unchanged as (select count(*) from held having count(*) = ${accountIds.length}),
    answered as (${answer === null ? sql`select 1 from unchanged` : insertAnswer(answer, post.created_at)}),
    posted as (
      insert into posts (${namesOf(postRow)}) select ${valuesOf(postRow)} from answered returning id)
    insert into jobs (${jobNames})
    select ${jobNames} from jsonb_populate_recordset(null::jobs, ${JSON.stringify(jobRows)}::jsonb)
    where exists (select 1 from posted)
    returning id`.execute(db)
  return rows.length > 0
}

const insertAnswer = (answer: IdempotencyRow, now: number) => sql`
  insert into idempotency (${namesOf(answer)}) select ${valuesOf(answer)} from unchanged ${ifFree(now)} returning 1`

const namesOf = (row: object) => sql.join(Object.keys(row).map((name) => sql.ref(name)))
const valuesOf = (row: object) => sql.join(Object.values(row))
