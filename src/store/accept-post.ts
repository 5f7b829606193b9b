import { sql } from 'kysely'
import type { Writer } from './engine/database.ts'
import { fixed, type ValueOf } from './engine/fixed.ts'
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
  const statement = statementFor(postRow, jobRows[0] ?? {}, answer)
  const stored = await statement(db, {
    ...named('post', postRow),
    ...named('answer', answer ?? {}),
    'post.created_at': post.created_at,
    accounts: accountIds,
    count: accountIds.length,
    jobs: jobRows,
  })
  return stored.length > 0
}

type Values = {
  readonly [name: string]: unknown
  readonly 'post.created_at': number
  readonly accounts: readonly number[]
}

const known = new Map<string, ReturnType<typeof makeStatement>>()

/** One for each set of columns: with an answer and without. */
function statementFor(...rows: Parameters<typeof makeStatement>) {
  const columns = rows.map((row) => Object.keys(row ?? {}).join()).join(' ')
  const statement = known.get(columns) ?? makeStatement(...rows)
  known.set(columns, statement)
  return statement
}

function makeStatement(post: object, job: object, answer: object | null) {
  const jobColumns = columnsOf(job)
  return fixed((db: Writer, value: ValueOf<Values>) => {
    const valuesOf = (table: string, row: object) => sql.join(Object.keys(row).map((name) => value(`${table}.${name}`)))
    const insertAnswer =
      answer &&
      sql`insert into idempotency (${columnsOf(answer)}) select ${valuesOf('answer', answer)} from unchanged
        ${ifFree(value('post.created_at'))} returning 1`
    return sql`
      with held as materialized (
        select accounts.id from profiles join accounts on accounts.profile_id = profiles.id
        where profiles.id = ${value('post.profile_id')} and profiles.deleted_at is null
          and accounts.id in ${numbersIn(db, value('accounts'))} and accounts.status = 'connected'
        for key share),
      unchanged as (select count(*) from held having count(*) = ${value('count')}),
      answered as (${insertAnswer ?? sql`select 1 from unchanged`}),
      posted as (
        insert into posts (${columnsOf(post)}) select ${valuesOf('post', post)} from answered returning id)
      insert into jobs (${jobColumns})
      select ${jobColumns} from jsonb_populate_recordset(null::jobs, ${value('jobs')}::jsonb)
      where exists (select 1 from posted)
      returning id`.compile(db)
  })
}

const columnsOf = (row: object) => sql.join(Object.keys(row).map((name) => sql.ref(name)))

/** The values of a row by the names that they have in the statement. */
const named = (table: string, row: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [`${table}.${name}`, value]))
