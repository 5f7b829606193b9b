import { sql } from 'kysely'
import type { Reader } from './engine/database.ts'
import { listed, textOf } from './engine/listed.ts'
import { effectiveTime } from './post-list.ts'

/** What a post is going to publish with one account. */
export interface Planned {
  readonly lane: string
  readonly textHash: string | null
}

interface Range {
  readonly from: number
  readonly before: number
}

/** Another post of the same account; null: there is none. */
export interface Repeats {
  readonly lane: string
  readonly sameText: number | null
  readonly sameMinute: number | null
}

/** Searches for other posts of the user with the same text in one range of time, and for any in another one. */
export async function listRepeats(
  db: Reader,
  { userId, exceptPost }: { readonly userId: number; readonly exceptPost: number },
  planned: readonly Planned[],
  { text, any }: { readonly text: Range; readonly any: Range | null },
): Promise<readonly Repeats[]> {
  const counts = sql`jobs.lane = ${textOf('lane')} and jobs.user_id = ${userId} and jobs.post_id <> ${exceptPost}
    and jobs.status <> 'cancelled' and jobs.dropped = 0`
  const sameText = sql<number | null>`(select jobs.post_id from jobs
    where ${counts} and jobs.text_hash = ${textOf('textHash')}
      and jobs.scheduled_for >= ${text.from} and jobs.scheduled_for < ${text.before}
    order by jobs.scheduled_for limit 1)`
  const sameMinute =
    any === null
      ? sql<null>`null`
      : sql<number | null>`(select posts.id from posts join jobs on jobs.post_id = posts.id
          where ${counts} and posts.user_id = ${userId} and posts.deleted_at is null
            and ${effectiveTime} >= ${any.from} and ${effectiveTime} < ${any.before}
          limit 1)`
  const { rows } = await sql<Repeats>`
    select ${textOf('lane')} as lane, ${sameText} as "sameText", ${sameMinute} as "sameMinute"
    from ${listed(db, planned)}`.execute(db)
  return rows
}
