import type { SQLOutputValue } from 'node:sqlite'
import { z } from 'zod'
import type { LedgerPost } from '../shared/simulator.ts'
import { postAnswers, postPath, type Store, textOf } from './store.ts'

/** How many requests are kept; older ones are deleted from time to time. */
const maxRequests = 100_000
const pruneEvery = 1_000

/** Rows per read; a list of any length is sent piece by piece. */
const pageSize = 1_000

export interface LoggedRequest {
  readonly at: number
  readonly method: string
  readonly path: string
  readonly query: string
  /** Null: no answer was sent. */
  readonly status: number | null
  readonly fault: string | null
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly answerHeaders: Readonly<Record<string, string>> | null
  readonly answer: string | null
}

/** The published posts and the requests: tests read them. */
export interface Ledger {
  /** Adds a post. It throws if the platform has a post of this ID: two posts never become one. */
  readonly publish: (platform: string, at: number, post: LedgerPost) => void
  /** Changes a post that is visible; without effect on any other. */
  readonly change: (platform: string, post: LedgerPost) => void
  readonly unpublish: (platform: string, id: string) => void
  readonly post: (platform: string, id: string) => LedgerPost | undefined
  readonly posts: (platform: string) => LedgerPost[]
  /** The post whose address has this path, query included, whatever port it was published at. */
  readonly postAt: (platform: string, path: string) => LedgerPost | undefined
  /** Replies to a post, oldest first. */
  readonly answers: (platform: string, id: string, limit: number) => LedgerPost[]
  /** Posts that are no replies, newest first. */
  readonly newest: (platform: string, limit: number) => LedgerPost[]
  /** The JSON of posts from then on, oldest first, in pieces. */
  readonly postsSince: (platform: string, since: number, limit: number) => Iterable<string[]>
  readonly log: (platform: string, request: LoggedRequest) => void
  readonly requestsSince: (platform: string, since: number, limit: number) => Iterable<LoggedRequest[]>
}

const ledgerPost: z.ZodType<LedgerPost> = z.object({
  id: z.string(),
  account_id: z.string(),
  text: z.string(),
  media_count: z.number(),
  reply_to: z.string().nullable(),
  url: z.string(),
  created_at: z.string(),
})

export const openLedger = (store: Store): Ledger => ({ ...postsOf(store), ...requestsOf(store) })

function postsOf(store: Store): Omit<Ledger, 'log' | 'requestsSince'> {
  const publish = store.prepare('insert into posts (platform, id, at, body) values (?, ?, ?, ?)')
  const change = store.prepare('update posts set body = ? where platform = ? and id = ?')
  const unpublish = store.prepare('delete from posts where platform = ? and id = ?')
  const one = store.prepare('select body from posts where platform = ? and id = ?')
  const all = store.prepare('select body from posts where platform = ? order by seq')
  const since = store.prepare(
    'select seq, body from posts where platform = ? and at >= ? and seq > ? order by seq limit ?',
  )
  const at = store.prepare(`select body from posts where platform = ? and ${postPath} = ? order by seq desc limit 1`)
  const answers = store.prepare(`select body from posts where platform = ? and ${postAnswers} = ? order by seq limit ?`)
  const newest = store.prepare(
    `select body from posts where platform = ? and ${postAnswers} is null order by seq desc limit ?`,
  )
  const parse = (body: SQLOutputValue | undefined) => ledgerPost.parse(JSON.parse(textOf(body)))
  return {
    publish: (platform, at, post) => {
      publish.run(platform, post.id, at, JSON.stringify(post))
    },
    change: (platform, post) => {
      change.run(JSON.stringify(post), platform, post.id)
    },
    unpublish: (platform, id) => {
      unpublish.run(platform, id)
    },
    post: (platform, id) => {
      const row = one.get(platform, id)
      return row && parse(row.body)
    },
    posts: (platform) => all.all(platform).map(({ body }) => parse(body)),
    postAt: (platform, path) => {
      const row = at.get(platform, path)
      return row && parse(row.body)
    },
    answers: (platform, id, limit) => answers.all(platform, id, limit).map(({ body }) => parse(body)),
    newest: (platform, limit) => newest.all(platform, limit).map(({ body }) => parse(body)),
    postsSince: (platform, from, limit) =>
      pages(
        (seq, count) => since.all(platform, from, seq, count),
        ({ body }) => textOf(body),
        limit,
      ),
  }
}

function requestsOf(store: Store): Pick<Ledger, 'log' | 'requestsSince'> {
  const insert = store.prepare(
    `insert into requests (platform, at, method, path, query, status, fault, headers, body, answer_headers, answer)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const prune = store.prepare('delete from requests where seq <= (select max(seq) from requests) - ?')
  const since = store.prepare('select * from requests where platform = ? and at >= ? and seq > ? order by seq limit ?')
  let untilPrune = pruneEvery
  return {
    log: (platform, { at, method, path, query, status, fault, headers, body, answerHeaders, answer }) => {
      const answered = answerHeaders && JSON.stringify(answerHeaders)
      insert.run(platform, at, method, path, query, status, fault, JSON.stringify(headers), body, answered, answer)
      untilPrune -= 1
      if (untilPrune > 0) return
      untilPrune = pruneEvery
      prune.run(maxRequests)
    },
    requestsSince: (platform, from, limit) =>
      pages((seq, count) => since.all(platform, from, seq, count), requestOf, limit),
  }
}

type Row = Record<string, SQLOutputValue>

/** At most `limit` rows, the oldest first. */
function* pages<T>(
  read: (after: number, count: number) => Row[],
  shape: (row: Row) => T,
  limit: number,
): Iterable<T[]> {
  let after = 0
  for (let left = limit; left > 0; left -= pageSize) {
    const rows = read(after, Math.min(pageSize, left))
    if (rows.length > 0) yield rows.map(shape)
    if (rows.length < pageSize) return
    after = Number(rows.at(-1)?.seq)
  }
}

const requestOf = (row: Row): LoggedRequest => ({
  at: Number(row.at),
  method: textOf(row.method),
  path: textOf(row.path),
  query: textOf(row.query),
  status: row.status === null ? null : Number(row.status),
  fault: textOrNull(row.fault),
  headers: JSON.parse(textOf(row.headers)),
  body: textOrNull(row.body),
  answerHeaders: JSON.parse(textOrNull(row.answer_headers) ?? 'null'),
  answer: textOrNull(row.answer),
})

const textOrNull = (value: SQLOutputValue | undefined): string | null => (value === null ? null : textOf(value))
