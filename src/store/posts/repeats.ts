import { sql } from 'kysely'
import type { Reader } from '../engine/database.ts'
import { fixed, type ValueOf } from '../engine/fixed.ts'
import { listed, numberOf, textOf } from '../engine/listed.ts'
import { shared } from '../engine/together.ts'
import { effectiveTime } from './post-list.ts'

/** The text that a post is going to publish with one account. */
export interface PlannedText {
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
  planned: readonly PlannedText[],
  { text, any }: { readonly text: Range; readonly any: Range | null },
): Promise<readonly Repeats[]> {
  const ranges = { textFrom: text.from, textBefore: text.before, from: any?.from, before: any?.before }
  const asked = planned.map((one) => ({ ...one, ...ranges, userId, exceptPost }))
  return any === null ? ofText(db, asked) : ofTextAndTime(db, asked)
}

/** A planned publication, and where to search for others. */
interface RepeatQuery extends PlannedText {
  readonly userId: number
  readonly exceptPost: number
  readonly textFrom: number
  readonly textBefore: number
  readonly from: number | undefined
  readonly before: number | undefined
}

function queryOf(withTime: boolean) {
  const counts = sql`jobs.lane = ${textOf('lane')} and jobs.user_id = ${numberOf('userId')}
    and jobs.post_id <> ${numberOf('exceptPost')} and jobs.status <> 'cancelled' and jobs.dropped = 0`
  const sameText = sql<number | null>`(select jobs.post_id from jobs
    where ${counts} and jobs.text_hash = ${textOf('textHash')}
      and jobs.scheduled_for >= ${numberOf('textFrom')} and jobs.scheduled_for < ${numberOf('textBefore')}
    order by jobs.scheduled_for limit 1)`
  const sameMinute = withTime
    ? sql<number | null>`(select posts.id from posts join jobs on jobs.post_id = posts.id
        where ${counts} and posts.user_id = ${numberOf('userId')} and posts.deleted_at is null
          and ${effectiveTime} >= ${numberOf('from')} and ${effectiveTime} < ${numberOf('before')}
        limit 1)`
    : sql<null>`null`
  const query = fixed((db: Reader, value: ValueOf<{ readonly asked: readonly object[] }>) =>
    sql<Repeats & { readonly at: number }>`
      select ${numberOf('at')} as at, ${textOf('lane')} as lane, ${sameText} as "sameText", ${sameMinute} as "sameMinute"
      from ${listed(db, value('asked'))}`.compile(db),
  )
  return shared(async (db: Reader, posts: readonly (readonly RepeatQuery[])[]) => {
    const rows = await query(db, { asked: posts.flatMap((asked, at) => asked.map((one) => ({ ...one, at }))) })
    return posts.map((_, at) => rows.filter((row) => row.at === at))
  })
}

const ofText = queryOf(false)
const ofTextAndTime = queryOf(true)
