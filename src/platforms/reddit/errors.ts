import { z } from 'zod'
import { hour, inSeconds, minute } from '../../domain/time.ts'
import { type Answer, isDone, jsonIn } from '../shared/call.ts'
import { type ErrorText, is, type RefusalRow, refusals } from '../shared/refusals.ts'
import { login } from './login.ts'

const text = z.string().catch('')

/** A code, a message, and the field concerned, if there is one. */
const error = z.array(z.unknown()).transform(([code, words, field]) => ({
  code: text.parse(code),
  words: text.parse(words),
  field: text.parse(field),
}))

const written = z.object({
  json: z.object({ errors: z.array(error).catch([]), ratelimit: z.number().nullable().catch(null) }),
})
const other = z.object({ explanation: text, reason: text, message: text })

const errorsIn = (answer: Answer) => written.safeParse(jsonIn(answer)).data?.json.errors ?? []

/** Reddit answers a write with status 200 whether or not it accepted it. */
export const isAccepted = (answer: Answer): boolean => isDone(answer) && errorsIn(answer).length === 0

function errorIn(answer: Answer): ErrorText {
  const errors = errorsIn(answer)
  const { explanation = '', reason = '', message = '' } = other.safeParse(jsonIn(answer)).data ?? {}
  const words = [...errors.map((one) => one.words), explanation, reason, message]
  return { codes: errors.map(({ code }) => code), words: words.filter((one) => one !== '') }
}

const isAbout = (field: string) => (answer: Answer) => errorsIn(answer).some((one) => one.field === field)

const lacksScope = ({ headers }: Answer): boolean => /insufficient_scope/.test(headers['www-authenticate'] ?? '')

/**
 * Sources: Pyprohly/reddit-api-doc-notes, 2024-07, and Reddit's own source of 2017; other rows as noted. Any other refusal is
 * assumed to be about the content: NO_TEXT, TOO_LONG, BAD_URL, DOMAIN_BANNED and others.
 */
const rows: readonly RefusalRow[] = [
  {
    codes: ['RATELIMIT'],
    next: 'later',
    error: 'rate_limited',
    message: 'Reddit limits how often the account may post.',
    pause: 10 * minute,
  },
  {
    codes: ['QUOTA_FILLED'],
    next: 'later',
    error: 'quota_exhausted',
    message: 'The account has reached Reddit’s limit of posts for now.',
    pause: hour,
  },
  {
    codes: ['USER_REQUIRED'],
    next: 'reconnect',
    error: 'reconnect_required',
    message: 'Reddit does not recognise the login. Connect the account again.',
  },
  {
    codes: ['ALREADY_SUB'],
    when: isAbout('url'),
    next: 'rejected',
    error: 'duplicate_content',
    message: 'The community already has this link.',
  },
  {
    codes: ['SUBREDDIT_NOEXIST', 'SUBREDDIT_REQUIRED', 'BAD_SR_NAME'],
    next: 'rejected',
    error: 'content_rejected',
    message: 'Reddit has no such community. Check the name in `subreddit`.',
  },
  // NO_IMAGES is in no published table, and no client has seen it (sheet of 2026-11-21).
  {
    codes: ['NO_IMAGES', 'NO_VIDEOS'],
    next: 'rejected',
    error: 'media_rejected',
    message: 'The community does not accept this kind of media.',
  },
  {
    codes: ['SUBREDDIT_NOTALLOWED', 'NO_SELFS', 'NO_LINKS', 'INVALID_OPTION', 'ALREADY_SUB'],
    next: 'rejected',
    error: 'platform_rejected',
    message: 'The community does not accept this kind of post from the account.',
  },
  {
    codes: ['SUBMIT_VALIDATION_FLAIR_REQUIRED'],
    next: 'rejected',
    error: 'content_rejected',
    message: 'The community requires a flair. Set `flair_id` to one of its flairs.',
  },
  {
    when: (answer) => errorIn(answer).codes.some((code) => code.startsWith('SUBMIT_VALIDATION_')),
    next: 'rejected',
    error: 'content_rejected',
    message: 'The post does not follow the rules of the community.',
  },
  {
    codes: ['BAD_CAPTCHA'],
    next: 'rejected',
    error: 'platform_rejected',
    message: 'Reddit does not trust the account yet. A person has to post on Reddit by hand first.',
  },
  {
    codes: ['TOO_OLD', 'THREAD_LOCKED', 'DELETED_COMMENT', 'DELETED_LINK', 'USER_BLOCKED'],
    next: 'rejected',
    error: 'platform_rejected',
    message: 'The post does not accept comments from the account.',
  },
  {
    codes: ['SOMETHING_IS_BROKEN'],
    when: isAbout('parent'),
    next: 'rejected',
    error: 'platform_rejected',
    message: 'The post does not accept comments from the account.',
  },
  {
    codes: ['SOMETHING_IS_BROKEN'],
    next: 'broken',
    error: 'platform_unavailable',
    message: 'Reddit had an internal error.',
  },
  // praw-dev/prawcore, 2024.
  {
    status: is(403),
    when: lacksScope,
    next: 'reconnect',
    error: 'permission_missing',
    message: 'The Reddit login lacks a permission.',
    lacksPermission: true,
  },
  // An HTML page, where the API would have answered with JSON.
  {
    status: is(403),
    when: (answer) => jsonIn(answer) === undefined,
    next: 'rejected',
    error: 'permission_missing',
    message:
      'Reddit blocks the requests of this instance. Its operator can set REDDIT_OPERATOR, and ask Reddit whether the app is approved.',
  },
  {
    status: is(403),
    says: /^suspended$/,
    next: 'reconnect',
    error: 'reconnect_required',
    message: 'Reddit has suspended the account. When Reddit has restored it, connect it again.',
  },
  {
    status: is(403, 404),
    next: 'rejected',
    error: 'platform_rejected',
    message:
      'Reddit does not allow the account to do this. The community may be private, or may have banned the account.',
  },
]

const secondsOf: Readonly<Record<string, number>> = { second: 1, minute: inSeconds(minute), hour: inSeconds(hour) }

/** `json.ratelimit`, or the time in the message: “Take a break for 9 minutes before trying again.” */
function rateLimitSeconds(answer: Answer): number | undefined {
  const { errors = [], ratelimit = null } = written.safeParse(jsonIn(answer)).data?.json ?? {}
  const words = errors.find(({ code }) => code === 'RATELIMIT')?.words
  if (words === undefined) return undefined
  if (ratelimit !== null) return ratelimit
  const [, count, unit = ''] = /(\d{1,4}) (second|minute|hour)/.exec(words) ?? []
  return count === undefined ? undefined : Number(count) * (secondsOf[unit] ?? 1)
}

/** Every response has the header with the seconds until the window ends. It matters only if the limit is reached. */
function windowSeconds({ status, headers }: Answer): number | undefined {
  const { 'x-ratelimit-reset': seconds = '' } = headers
  return status === 429 && /^\d{1,6}(\.\d+)?$/.test(seconds) ? Number(seconds) : undefined
}

function resetOf(answer: Answer, now: number): number | undefined {
  const seconds = rateLimitSeconds(answer) ?? windowSeconds(answer)
  return seconds === undefined ? undefined : now + Math.ceil(seconds * 1_000)
}

export const { refusal, refused } = refusals({
  title: 'Reddit',
  rows,
  errorIn,
  permissions: { name: 'reddit', of: () => login.connect },
  resetOf,
})
