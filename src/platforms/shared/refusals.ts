import { firstCharacters } from '../../domain/foreign-text.ts'
import type { JobError } from '../../domain/job-error.ts'
import type { Presence, Refusal } from '../../domain/outcome.ts'
import { retryAfter } from '../../domain/retry-after.ts'
import { hour } from '../../domain/time.ts'
import { type Answer, RefusedCall } from './call.ts'
import type { LiveContext } from './context.ts'
import { type RefusedAs, remedyForRefused } from './refused-permission.ts'
import type { ScopeRequest } from './scopes.ts'

/** The subject of the refused call; `post` is everything that can become visible. */
export type CallSubject = 'media' | 'post' | 'read'

/** A kind of refusal: how to recognise it, and what happens next. */
export interface RefusalRow {
  readonly status?: (status: number) => boolean
  /** The platform returns one of these codes. */
  readonly codes?: readonly string[]
  /** Matched with the platform's message, if nothing else identifies the refusal. */
  readonly says?: RegExp
  readonly when?: (answer: Answer) => boolean
  /** Only for these calls; by default for all. */
  readonly asked?: readonly CallSubject[]
  /**
   * `later`: the account has to wait, until the platform's own time if it names one. `later_if_named`: the same, but
   * final if no time is named. `broken`: it is unknown whether the post became visible.
   */
  readonly next: 'expired' | 'reconnect' | 'rejected' | 'later' | 'later_if_named' | 'broken'
  readonly error: JobError | Readonly<Record<CallSubject, JobError>>
  readonly message: string
  /** A scope or a role is missing, so the message also says which one and what to do. */
  readonly lacksPermission?: true
  /** For `later`: how long to wait at least, if the platform names no time. */
  readonly pause?: number
}

/** The platform's description of a refusal; empty if the response is not the platform's own, such as a proxy's page. */
export interface ErrorText {
  readonly codes: readonly string[]
  /** Messages, the most useful first. */
  readonly words: readonly string[]
}

export interface RefusalTable {
  /** The name that people use for the platform. */
  readonly title: string
  /** The first match decides. The rows that most platforms share follow automatically. */
  readonly rows: readonly RefusalRow[]
  readonly errorIn: (answer: Answer) => ErrorText
  /** The permissions that a login can request: they complete the messages of rows with `lacksPermission`. */
  readonly permissions?: { readonly name: string; readonly of: (context: RefusedAs) => ScopeRequest }
  /** When it accepts requests again, from headers other than `Retry-After`; in milliseconds since 1970. */
  readonly resetOf: (answer: Answer, now: number) => number | undefined
}

export const is =
  (...all: readonly number[]) =>
  (status: number) =>
    all.includes(status)

/** If the cause of a refusal is unknown, the content of the call is taken to be the cause. */
export const errorByRequest = {
  media: 'media_rejected',
  post: 'content_rejected',
  read: 'platform_rejected',
} as const satisfies Record<CallSubject, JobError>

/** Turns a platform's refusals into outcomes, and quotes its messages for people. */
export function refusals({ title, rows, errorIn, permissions, resetOf }: RefusalTable) {
  const all = [broken(title), ...rows, ...usual(title)]

  const quoted = (message: string, words: string | null | undefined): string =>
    words ? `${message} ${title} says: “${firstCharacters(words, maxQuoted)}”` : message

  function remedy({ lacksPermission }: RefusalRow, context: Partial<RefusedAs>, words: readonly string[]): string {
    if (!lacksPermission || !permissions) return ''
    const { credentials, settings, account } = context
    if (!credentials || !settings) return ''
    const as = { credentials, settings, ...(account && { account }) }
    return ` ${remedyForRefused(permissions.of(as), { name: permissions.name, title }, as, words)}`
  }

  function refusal(answer: Answer, asked: CallSubject, context: RefusalContext): Refusal {
    const said = errorIn(answer)
    const row = all.find((one) => matches(one, answer, said, asked)) ?? unknown(title)
    const error = typeof row.error === 'string' ? row.error : row.error[asked]
    const message = quoted(row.message + remedy(row, context, said.words), said.words[0])
    const now = context.clock.now()
    switch (row.next) {
      case 'expired':
        return { type: 'expired', message }
      case 'reconnect':
      case 'rejected':
        return { type: row.next, error, message }
      case 'later':
      case 'later_if_named': {
        const named = latest([resetOf(answer, now), retryAfter(answer, now)], now)
        if (row.next === 'later_if_named' && named.notBefore === undefined) return { type: 'rejected', error, message }
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

  /** A refused question, as an error that also has the platform's own code and message. */
  const refused = (answer: Answer, context: RefusalContext): RefusedCall => {
    const { codes, words } = errorIn(answer)
    return new RefusedCall(refusal(answer, 'read', context), { codes, message: words[0] ?? null })
  }

  return { refusal, refused, quoted }
}

type RefusalContext = Pick<LiveContext, 'clock'> & Partial<RefusedAs>

/** Maximum number of characters of a platform's own message that are shown. */
const maxQuoted = 300

/** Before all others: if the server itself fails, codes and messages mean nothing. No API responds with a redirect. */
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
  error: errorByRequest,
  message: `${title} refused the request.`,
})

const matches = (row: RefusalRow, answer: Answer, said: ErrorText, asked: CallSubject): boolean => {
  const { status, codes, says, when } = row
  return (
    (row.asked?.includes(asked) ?? true) &&
    (status?.(answer.status) ?? true) &&
    (codes === undefined || said.codes.some((code) => codes.includes(code))) &&
    (says === undefined || said.words.some((words) => says.test(words))) &&
    (when?.(answer) ?? true)
  )
}

/** Rate limits have windows of a day at most; a longer time is a mistake. */
const longestPause = 25 * hour

function latest(times: readonly (number | undefined)[], now: number): { readonly notBefore?: number } {
  const told = times.filter((time) => time !== undefined)
  return told.length === 0 ? {} : { notBefore: Math.min(Math.max(...told), now + longestPause) }
}

/** The result of a refused question about whether something exists. */
export const presenceFrom = (refusal: Refusal): Presence =>
  refusal.type === 'rejected' || refusal.type === 'unknown'
    ? { type: 'cannot_tell', message: refusal.message }
    : refusal
