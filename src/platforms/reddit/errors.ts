import { z } from 'zod'
import { hour, inSeconds, minute } from '../../domain/time.ts'
import { type Answer, isDone, jsonIn } from '../shared/call.ts'
import { is, type RefusalRow, refusals, type Said } from '../shared/refusals.ts'

const text = z.string().catch('')

/** A code, words, and the field that it is about, where there is one. */
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

/** Reddit answers a write with status 200 whether or not it has taken it. */
export const isTaken = (answer: Answer): boolean => isDone(answer) && errorsIn(answer).length === 0

function saidIn(answer: Answer): Said {
  const errors = errorsIn(answer)
  const { explanation = '', reason = '', message = '' } = other.safeParse(jsonIn(answer)).data ?? {}
  const words = [...errors.map((one) => one.words), explanation, reason, message]
  return { codes: errors.map(({ code }) => code), words: words.filter((one) => one !== '') }
}

const isAbout = (field: string) => (answer: Answer) => errorsIn(answer).some((one) => one.field === field)

const lacksScope = ({ headers }: Answer): boolean => /insufficient_scope/.test(headers['www-authenticate'] ?? '')

/**
 * Sources: Pyprohly/reddit-api-doc-notes, 2024-07, and Reddit's own source of 2017; other rows as noted. Whatever else is
 * refused is thought to be in the words: NO_TEXT, TOO_LONG, BAD_URL, DOMAIN_BANNED and others.
 */
const rows: readonly RefusalRow[] = [
  {
    codes: ['RATELIMIT'],
    next: 'later',
    error: 'rate_limited',
    message: 'Reddit lets the account post only so often.',
    pause: 10 * minute,
  },
  {
    codes: ['QUOTA_FILLED'],
    next: 'later',
    error: 'quota_exhausted',
    message: 'The account has posted as much as Reddit takes for now.',
    pause: hour,
  },
  {
    codes: ['USER_REQUIRED'],
    next: 'reconnect',
    error: 'reconnect_required',
    message: 'Reddit does not know who posts: connect the account again.',
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
    message: 'Reddit has no such community: check the name.',
  },
  // The first is not in the tables of others, and was seen by none (sheet of 2026-11-21).
  {
    codes: ['NO_IMAGES', 'NO_VIDEOS'],
    next: 'rejected',
    error: 'media_rejected',
    message: 'The community takes no such media.',
  },
  {
    codes: ['SUBREDDIT_NOTALLOWED', 'NO_SELFS', 'NO_LINKS', 'INVALID_OPTION', 'ALREADY_SUB'],
    next: 'rejected',
    error: 'platform_rejected',
    message: 'The community does not take such a post from the account.',
  },
  {
    codes: ['SUBMIT_VALIDATION_FLAIR_REQUIRED'],
    next: 'rejected',
    error: 'content_rejected',
    message: 'The community wants a flair: name one of its own by `flair_id`.',
  },
  {
    when: (answer) => saidIn(answer).codes.some((code) => code.startsWith('SUBMIT_VALIDATION_')),
    next: 'rejected',
    error: 'content_rejected',
    message: 'The post does not follow the rules of the community.',
  },
  {
    codes: ['BAD_CAPTCHA'],
    next: 'rejected',
    error: 'platform_rejected',
    message: 'Reddit does not trust the account yet: it wants a person to post there by hand.',
  },
  {
    codes: ['TOO_OLD', 'THREAD_LOCKED', 'DELETED_COMMENT', 'DELETED_LINK', 'USER_BLOCKED'],
    next: 'rejected',
    error: 'platform_rejected',
    message: 'The post takes no comment of the account.',
  },
  {
    codes: ['SOMETHING_IS_BROKEN'],
    when: isAbout('parent'),
    next: 'rejected',
    error: 'platform_rejected',
    message: 'The post takes no comment of the account.',
  },
  {
    codes: ['SOMETHING_IS_BROKEN'],
    next: 'broken',
    error: 'platform_unavailable',
    message: 'Reddit has a problem of its own.',
  },
  // praw-dev/prawcore, 2024.
  {
    status: is(403),
    when: lacksScope,
    next: 'reconnect',
    error: 'permission_missing',
    message: 'This login may not do that at Reddit: connect the account again and grant all that is asked for.',
  },
  // A page for people, where the API would have answered in JSON.
  {
    status: is(403),
    when: (answer) => jsonIn(answer) === undefined,
    next: 'rejected',
    error: 'permission_missing',
    message:
      'Reddit blocks the calls of this instance. Its operator can set REDDIT_OPERATOR, and ask Reddit whether it has approved the app.',
  },
  {
    status: is(403, 404),
    next: 'rejected',
    error: 'platform_rejected',
    message: 'Reddit does not let the account do this: the community may be private, or have banned it.',
  },
]

const secondsOf: Readonly<Record<string, number>> = { second: 1, minute: inSeconds(minute), hour: inSeconds(hour) }

/** `json.ratelimit`, or what the words say: “Take a break for 9 minutes before trying again.” */
function breakOf(answer: Answer): number | undefined {
  const { errors = [], ratelimit = null } = written.safeParse(jsonIn(answer)).data?.json ?? {}
  const words = errors.find(({ code }) => code === 'RATELIMIT')?.words
  if (words === undefined) return undefined
  if (ratelimit !== null) return ratelimit
  const [, count, unit = ''] = /(\d{1,4}) (second|minute|hour)/.exec(words) ?? []
  return count === undefined ? undefined : Number(count) * (secondsOf[unit] ?? 1)
}

/** The header tells in every answer in how many seconds the window ends: of interest only where that is used up. */
function windowOf({ status, headers }: Answer): number | undefined {
  const { 'x-ratelimit-reset': seconds = '' } = headers
  return status === 429 && /^\d{1,6}(\.\d+)?$/.test(seconds) ? Number(seconds) : undefined
}

function resetOf(answer: Answer, now: number): number | undefined {
  const seconds = breakOf(answer) ?? windowOf(answer)
  return seconds === undefined ? undefined : now + Math.ceil(seconds * 1_000)
}

export const { refusal } = refusals({ title: 'Reddit', rows, saidIn, resetOf })
