import { z } from 'zod'
import { minute } from '../../domain/time.ts'
import { type Answer, jsonIn } from './call.ts'
import { type ErrorText, errorByRequest, type RefusalRow, type RefusalTable, refusals } from './refusals.ts'

const errorBody = z.object({
  error: z.object({
    message: z.string().catch(''),
    code: z.number(),
    error_subcode: z.number().nullish().catch(null),
    is_transient: z.boolean().nullish().catch(null),
    error_user_title: z.string().nullish().catch(null),
    error_user_msg: z.string().nullish().catch(null),
  }),
})

/** The upload hosts use another form (rupload.facebook.com). */
const uploadBody = z.object({
  debug_info: z.object({
    retriable: z.boolean().catch(false),
    type: z.string().catch(''),
    message: z.string().catch(''),
  }),
})

/** api.instagram.com uses this form for token errors. */
const tokenBody = z.object({ error_message: z.string(), code: z.number() })

export interface GraphError {
  readonly code: number | null
  readonly subcode: number | null
  readonly isTransient: boolean
  /** Messages, the one for people first. */
  readonly words: readonly string[]
}

/** The error in a Graph API's response, in any of its forms; undefined if there is none. */
export function graphErrorIn(answer: Pick<Answer, 'text'>): GraphError | undefined {
  const body = jsonIn(answer)
  const error = errorBody.safeParse(body).data?.error
  if (error)
    return {
      code: error.code,
      subcode: error.error_subcode ?? null,
      isTransient: error.is_transient === true,
      words: said([error.error_user_msg, error.message, error.error_user_title]),
    }
  const upload = uploadBody.safeParse(body).data?.debug_info
  if (upload)
    return { code: null, subcode: null, isTransient: upload.retriable, words: said([upload.message, upload.type]) }
  const token = tokenBody.safeParse(body).data
  return token && { code: token.code, subcode: null, isTransient: false, words: said([token.error_message]) }
}

const said = (words: readonly (string | null | undefined)[]): string[] =>
  words.filter((one): one is string => typeof one === 'string' && one !== '')

/** A row names a code (`190`), a code with its subcode (`190/463`), or a subcode alone (`/463`). */
export function errorIn(answer: Pick<Answer, 'text'>): ErrorText {
  const error = graphErrorIn(answer)
  if (!error) return { codes: [], words: [] }
  const { code, subcode, words } = error
  return {
    codes: [
      ...(code === null ? [] : [String(code)]),
      ...(subcode === null ? [] : [`${code}/${subcode}`, `/${subcode}`]),
    ],
    words,
  }
}

const usage = z.record(
  z.string(),
  z.array(z.object({ estimated_time_to_regain_access: z.number().nullish().catch(null) })),
)

/** `X-Business-Use-Case-Usage` contains the minutes until calls are accepted again; 0 means nothing (docs, rate limiting, 2026-09). */
export function regainedAt({ headers }: Pick<Answer, 'headers'>, now: number): number | undefined {
  const all = usage.safeParse(jsonIn({ text: headers['x-business-use-case-usage'] ?? '' })).data ?? {}
  const minutes = Object.values(all).flatMap((rows) => rows.map((row) => row.estimated_time_to_regain_access ?? 0))
  const longest = Math.max(0, ...minutes)
  return longest > 0 ? now + Math.ceil(longest * minute) : undefined
}

/** Calls are counted over a rolling hour, and further calls extend it. */
const pause = 10 * minute

const numbers = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index))

/**
 * The codes that all of Meta's Graph APIs share (developers.facebook.com, error handling and rate limiting, 2026-09). The
 * status means little: a rate limit has 400, 403 or 429.
 */
const shared = (title: string): readonly RefusalRow[] => [
  {
    codes: ['4', '17', '32', '341', '613', '80001', '80002'],
    next: 'later',
    error: 'rate_limited',
    message: `The rate limit of ${title} is reached.`,
    pause,
  },
  // Checkpoint, unconfirmed, app removed, password changed, no role on the Page any more.
  {
    codes: ['190/458', '190/459', '190/460', '190/464', '190/492'],
    next: 'reconnect',
    error: 'reconnect_required',
    message: `${title} has ended the login. Connect the account again.`,
  },
  {
    codes: ['102', '190'],
    next: 'expired',
    error: 'token_expired',
    message: `${title} refused the access token.`,
  },
  {
    codes: ['3', '10', ...numbers(200, 299)],
    next: 'rejected',
    error: 'permission_missing',
    message: `${title} does not allow the account to do this, because a permission is missing.`,
    lacksPermission: true,
  },
  {
    codes: ['368'],
    next: 'rejected',
    error: 'platform_rejected',
    message: `${title} has blocked the account from this action for some time. Try again tomorrow at the earliest.`,
  },
  {
    codes: ['506', '/1455006'],
    next: 'rejected',
    error: 'duplicate_content',
    message: `${title} already has this post.`,
  },
  // Seen for posts that exist (postiz-app issue 1562).
  {
    codes: ['100/33'],
    asked: ['read'],
    next: 'broken',
    error: 'platform_unavailable',
    message: `${title} cannot show it at the moment.`,
  },
  { codes: ['100'], next: 'rejected', error: errorByRequest, message: `${title} refused the request.` },
  {
    codes: ['1', '2', '1363047', '1609010'],
    next: 'broken',
    error: 'platform_unavailable',
    message: `${title} had an internal error.`,
  },
  {
    when: (answer) => graphErrorIn(answer)?.isTransient === true,
    next: 'broken',
    error: 'platform_unavailable',
    message: `${title} has a temporary problem.`,
  },
]

/** The refusals of one of Meta's platforms: its own rows come before the shared ones. */
export const graphRefusals = (
  title: string,
  own: readonly RefusalRow[],
  permissions: NonNullable<RefusalTable['permissions']>,
) => refusals({ title, rows: [...own, ...shared(title)], errorIn, permissions, resetOf: regainedAt })
