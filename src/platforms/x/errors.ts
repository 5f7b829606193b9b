import { z } from 'zod'
import { type Answer, jsonIn } from '../shared/call.ts'
import { type ErrorText, is, type RefusalRow, refusals } from '../shared/refusals.ts'
import { login } from './login.ts'

/** X has several rate limit windows, each with its own `-remaining` and `-reset`; the first is that of 15 minutes. */
const dayWindows = ['x-user-limit-24hour', 'x-app-limit-24hour']
const windows = ['x-rate-limit', ...dayWindows]

const isUsedUp = ({ headers }: Answer, window: string): boolean => headers[`${window}-remaining`] === '0'

/** Sources: docs.x.com and both OpenAPI files (2026-08), other rows as noted. */
const rows: readonly RefusalRow[] = [
  {
    status: is(402),
    next: 'rejected',
    error: 'quota_exhausted',
    message: 'The credits of the X developer app are used up. Its owner must add credits; then retry the job.',
  },
  {
    status: is(403, 429),
    codes: ['usage-capped'],
    next: 'later_if_named',
    error: 'quota_exhausted',
    message: 'The X developer app has reached its usage cap.',
  },
  {
    status: is(429),
    when: (answer) => dayWindows.some((window) => isUsedUp(answer, window)),
    next: 'later',
    error: 'quota_exhausted',
    message: 'The daily limit of X for this action is reached.',
  },
  // Wording of iembot issue 163 (2026-02).
  {
    status: is(403),
    says: /duplicate content/i,
    next: 'rejected',
    error: 'duplicate_content',
    message: 'X already has a post with this text.',
  },
  // The rule of 2026-02-23 for self-serve apps.
  {
    status: is(403),
    says: /^Reply to this conversation is not allowed/,
    next: 'rejected',
    error: 'platform_rejected',
    message: 'X allows an app to reply only if the author of the post mentioned or quoted the account.',
  },
  {
    status: is(400, 403),
    says: /not allowed to post a video longer/i,
    next: 'rejected',
    error: 'media_rejected',
    message: 'X does not accept a video of this length from the account.',
  },
  // Also for media that is not processed yet, has expired or is out of specification.
  {
    status: is(400),
    says: /^Your media IDs are invalid/,
    next: 'rejected',
    error: 'media_rejected',
    message: 'X does not accept the uploaded media.',
  },
  // The login is older than the permission of the app.
  {
    status: is(403),
    codes: ['oauth1-permissions'],
    next: 'reconnect',
    error: 'permission_missing',
    message:
      'The X app of this instance was not allowed to write when the account was connected. Its operator sets “App permissions” to “Read and write” in the developer portal, under “User authentication settings”. After that, connect the account again.',
  },
  {
    status: is(403),
    codes: ['unsupported-authentication'],
    next: 'reconnect',
    error: 'permission_missing',
    message: 'X does not accept this login for the request.',
    lacksPermission: true,
  },
  {
    status: is(403),
    codes: ['client-forbidden'],
    next: 'rejected',
    error: 'permission_missing',
    message:
      'X does not allow the developer app of this instance to do this. Its operator checks in the developer portal that the app belongs to a project whose access level includes it. A new login does not help.',
  },
  {
    status: is(403),
    codes: ['user-suspended'],
    next: 'reconnect',
    error: 'reconnect_required',
    message: 'X has suspended the account. When X has restored it, connect it again.',
  },
  // X's message for a long text, bad media and a locked account alike.
  {
    status: is(403),
    says: /^You are not permitted to perform this action/,
    next: 'rejected',
    error: 'platform_rejected',
    message: 'X refused the request without a reason: the text may be too long, or the account may be locked.',
  },
  {
    status: is(403, 404),
    next: 'rejected',
    error: 'platform_rejected',
    message: 'X refused the request.',
  },
]

const text = z.string().catch('')

const problem = z.object({
  title: text,
  type: text,
  detail: text,
  errors: z.array(z.object({ message: text }).catch({ message: '' })).catch([]),
})

/** X's problem object. Its type is an address that ends with the code; most refusals have none (`about:blank`). */
function errorIn(answer: Answer): ErrorText {
  const said = problem.safeParse(jsonIn(answer)).data
  if (!said) return { codes: [], words: [] }
  const words = [...said.errors.map(({ message }) => message), said.detail, said.title]
  return { codes: [said.type.replace(/^.*\//, '')], words: words.filter((one) => one !== '') }
}

/** The reset of each used-up window counts; if none is reported as used up, that of the first. */
function resetOf(answer: Answer): number | undefined {
  const usedUp = windows.filter((window) => isUsedUp(answer, window))
  const times = (usedUp.length > 0 ? usedUp : ['x-rate-limit'])
    .map((window) => answer.headers[`${window}-reset`] ?? '')
    .filter((time) => /^\d{1,12}$/.test(time))
  return times.length === 0 ? undefined : Math.max(...times.map(Number)) * 1_000
}

export const { refusal, refused, quoted } = refusals({
  title: 'X',
  rows,
  errorIn,
  permissions: { name: 'x', of: () => login.connect },
  resetOf,
})
