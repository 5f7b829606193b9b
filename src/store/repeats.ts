import { sql } from 'kysely'
import type { Reader } from './engine/database.ts'
import { fixed, type ValueOf } from './engine/fixed.ts'
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
export function listRepeats(
  db: Reader,
  { userId, exceptPost }: { readonly userId: number; readonly exceptPost: number },
  planned: readonly Planned[],
  { text, any }: { readonly text: Range; readonly any: Range | null },
): Promise<readonly Repeats[]> {
  const repeats = any === null ? ofText : ofTextAndTime
  const range = any ?? text
  const values = { textFrom: text.from, textBefore: text.before, from: range.from, before: range.before }
  return repeats(db, { userId, exceptPost, planned, ...values })
}

interface Values {
  readonly userId: number
  readonly exceptPost: number
  readonly planned: readonly Planned[]
  readonly textFrom: number
  readonly textBefore: number
  readonly from: number
  readonly before: number
}

const queryOf = (withTime: boolean) =>
  fixed((db: Reader, value: ValueOf<Values>) => {
    const counts = sql`jobs.lane = ${textOf('lane')} and jobs.user_id = ${value('userId')}
      and jobs.post_id <> ${value('exceptPost')} and jobs.status <> 'cancelled' and jobs.dropped = 0`
    const sameText = sql<number | null>`(select jobs.post_id from jobs
      where ${counts} and jobs.text_hash = ${textOf('textHash')}
        and jobs.scheduled_for >= ${value('textFrom')} and jobs.scheduled_for < ${value('textBefore')}
      order by jobs.scheduled_for limit 1)`
    const sameMinute = withTime
      ? sql<number | null>`(select posts.id from posts join jobs on jobs.post_id = posts.id
          where ${counts} and posts.user_id = ${value('userId')} and posts.deleted_at is null
            and ${effectiveTime} >= ${value('from')} and ${effectiveTime} < ${value('before')}
          limit 1)`
      : sql<null>`null`
    return sql<Repeats>`
      select ${textOf('lane')} as lane, ${sameText} as "sameText", ${sameMinute} as "sameMinute"
      from ${listed(db, value('planned'))}`.compile(db)
  })

const ofText = queryOf(false)
const ofTextAndTime = queryOf(true)
