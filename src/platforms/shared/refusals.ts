import type { JobError } from '../../domain/job-error.ts'
import type { Presence, Refusal } from '../../domain/outcome.ts'
import { retryAfter } from '../../domain/retry-after.ts'
import { hour } from '../../domain/time.ts'
import type { Answer } from './call.ts'
import type { LiveContext } from './context.ts'

/** What was asked of a platform when it refused; `post` is whatever can become visible. */
export type Asked = 'media' | 'post' | 'read'

/** A kind of refusal: what it is known by, and what it means for what happens next. */
export interface RefusalRow {
  readonly status?: (status: number) => boolean
  /** Codes, of which the platform gives one. */
  readonly codes?: readonly string[]
  /** Matched with what it says, where nothing else tells one refusal from another. */
  readonly says?: RegExp
  readonly when?: (answer: Answer) => boolean
  /** What has to have been asked; anything where nothing is said. */
  readonly asked?: readonly Asked[]
  /**
   * `later`: the account has to wait, until the platform's own time where it names one. `later_if_told`: that too, but
   * it is final where no time is named. `broken`: nobody knows whether what was to become visible did.
   */
  readonly next: 'expired' | 'reconnect' | 'rejected' | 'later' | 'later_if_told' | 'broken'
  readonly error: JobError | Readonly<Record<Asked, JobError>>
  readonly message: string
  /** For `later`: how long to wait at least, if the platform names no time. */
  readonly pause?: number
}

/** What the platform says of a refusal; an answer that is none of its own, as a proxy's page, says nothing. */
export interface Said {
  readonly codes: readonly string[]
  /** Sentences, the most telling first. */
  readonly words: readonly string[]
}

export interface RefusalTable {
  /** What people call the platform. */
  readonly title: string
  /** The first that matches decides; what most platforms have in common comes after them, and need not be in it. */
  readonly rows: readonly RefusalRow[]
  readonly saidIn: (answer: Answer) => Said
  /** When it takes requests again, by other means than `Retry-After`: in milliseconds since 1970. */
  readonly resetOf: (answer: Answer, now: number) => number | undefined
}

export const is =
  (...all: readonly number[]) =>
  (status: number) =>
    all.includes(status)

/** Where a refusal's cause is not known, it is thought to be in what was sent. */
export const ofWhatWasSent = {
  media: 'media_rejected',
  post: 'content_rejected',
  read: 'platform_rejected',
} as const satisfies Record<Asked, JobError>

/** What a platform's refusals mean for what happens next, and its words as people are shown them. */
export function refusals({ title, rows, saidIn, resetOf }: RefusalTable) {
  const all = [broken(title), ...rows, ...usual(title)]

  const quoted = (message: string, words: string | null | undefined): string =>
    words ? `${message} ${title} says: “${words.slice(0, maxQuoted)}”` : message

  function refusal(answer: Answer, asked: Asked, { clock }: Pick<LiveContext, 'clock'>): Refusal {
    const said = saidIn(answer)
    const row = all.find((one) => matches(one, answer, said, asked)) ?? unknown(title)
    const error = typeof row.error === 'string' ? row.error : row.error[asked]
    const message = quoted(row.message, said.words[0])
    const now = clock.now()
    switch (row.next) {
      case 'expired':
        return { type: 'expired', message }
      case 'reconnect':
      case 'rejected':
        return { type: row.next, error, message }
      case 'later':
      case 'later_if_told': {
        const named = latest([resetOf(answer, now), retryAfter(answer, now)], now)
        if (row.next === 'later_if_told' && named.notBefore === undefined) return { type: 'rejected', error, message }
        const { pause } = row
        const unnamed = named.notBefore === undefined && pause !== undefined ? { pause } : {}
        return { type: 'retry', error, message, wholeAccount: true, ...named, ...unnamed }
      }
      case 'broken':
        return asked === 'post'
          ? { type: 'unknown', message }
          : { type: 'retry', error, message, ...latest([retryAfter(answer, now)], now) }
    }
  }

  return { refusal, quoted }
}

/** Characters of a platform's own words that are shown. */
const maxQuoted = 300

/** Before all others, as codes and words say nothing where the server itself is broken; no API answers with a redirect. */
const broken = (title: string): RefusalRow => ({
  status: (status) => status >= 500 || status === 408 || (status >= 300 && status < 400),
  next: 'broken',
  error: 'platform_unavailable',
  message: `${title} had an internal error.`,
})

const usual = (title: string): readonly RefusalRow[] => [
  { status: is(429), next: 'later', error: 'rate_limited', message: `The rate limit of ${title} is reached.` },
  { status: is(401), next: 'expired', error: 'token_expired', message: `${title} refused the access token.` },
]

const unknown = (title: string): RefusalRow => ({
  next: 'rejected',
  error: ofWhatWasSent,
  message: `${title} refused the request.`,
})

const matches = (row: RefusalRow, answer: Answer, said: Said, asked: Asked): boolean => {
  const { status, codes, says, when } = row
  return (
    (row.asked?.includes(asked) ?? true) &&
    (status?.(answer.status) ?? true) &&
    (codes === undefined || said.codes.some((code) => codes.includes(code))) &&
    (says === undefined || said.words.some((words) => says.test(words))) &&
    (when?.(answer) ?? true)
  )
}

/** The longest window in which a platform counts is a day; whatever is said beyond is a mistake. */
const longestPause = 25 * hour

function latest(times: readonly (number | undefined)[], now: number): { readonly notBefore?: number } {
  const told = times.filter((time) => time !== undefined)
  return told.length === 0 ? {} : { notBefore: Math.min(Math.max(...told), now + longestPause) }
}

/** What it says of whether something is there that the question was refused. */
export const notTold = (refused: Refusal): Presence =>
  refused.type === 'rejected' || refused.type === 'unknown'
    ? { type: 'cannot_tell', message: refused.message }
    : refused
