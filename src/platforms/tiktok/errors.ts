import { z } from 'zod'
import { hour, minute } from '../../domain/time.ts'
import { type Answer, jsonIn } from '../shared/call.ts'
import { is, type RefusalRow, refusals, type Said } from '../shared/refusals.ts'

/** So long that the tries of a job span the day over which TikTok counts. */
const quotaPause = 6 * hour

/** Sources: developers.tiktok.com, reference pages, 2026-09-11. Some of these come with status 200 too. */
const rows: readonly RefusalRow[] = [
  { codes: ['access_token_invalid'], next: 'expired', error: 'token_expired', message: 'TikTok refused the login.' },
  {
    codes: ['scope_not_authorized', 'scope_permission_missed'],
    next: 'reconnect',
    error: 'permission_missing',
    message: 'This login may not do that at TikTok: connect the account again and grant all that is asked for.',
  },
  // Windows of a minute (rate limits page, 2026-09-11); nothing says when the present one ends.
  {
    codes: ['rate_limit_exceeded'],
    next: 'later',
    error: 'rate_limited',
    message: 'TikTok wants fewer requests.',
    pause: minute,
  },
  {
    codes: ['spam_risk_too_many_posts'],
    next: 'later',
    error: 'quota_exhausted',
    message: 'The account has posted as much to TikTok in 24 hours as TikTok takes from apps.',
    pause: quotaPause,
  },
  {
    codes: ['reached_active_user_cap'],
    next: 'later',
    error: 'quota_exhausted',
    message: 'As many people have posted by this TikTok app in 24 hours as TikTok lets; its operator can ask for more.',
    pause: quotaPause,
  },
  {
    codes: ['spam_risk_too_many_pending_share'],
    next: 'rejected',
    error: 'quota_exhausted',
    message: 'Five posts already wait in the TikTok inbox of the account: finish or delete some, then retry the job.',
  },
  {
    codes: ['spam_risk_user_banned_from_posting'],
    next: 'rejected',
    error: 'platform_rejected',
    message: 'TikTok does not let the account post: open TikTok to see why.',
  },
  {
    codes: ['spam_risk'],
    next: 'rejected',
    error: 'platform_rejected',
    message: 'TikTok takes the post for spam.',
  },
  {
    codes: ['privacy_level_option_mismatch'],
    next: 'rejected',
    error: 'content_rejected',
    message: 'TikTok does not offer the account this `privacy_level`.',
  },
  {
    codes: ['unaudited_client_can_only_post_to_private_accounts'],
    next: 'rejected',
    error: 'permission_missing',
    message:
      'Until TikTok has audited the app of this instance, it takes posts of private accounts with `privacy_level` SELF_ONLY only; its operator can apply for the audit. `post_mode` MEDIA_UPLOAD works without.',
  },
  {
    codes: ['url_ownership_unverified'],
    next: 'rejected',
    error: 'permission_missing',
    message:
      'The operator of this instance has to verify the address of its media host in the TikTok app (“URL properties”). For a video `source` FILE_UPLOAD works without.',
  },
  {
    codes: ['app_version_check_failed'],
    next: 'rejected',
    error: 'platform_rejected',
    message: 'The creator’s TikTok app is too old for this: it has to be updated.',
  },
  {
    codes: ['invalid_publish_id', 'token_not_authorized_for_specified_publish_id'],
    next: 'rejected',
    error: 'platform_rejected',
    message: 'TikTok does not know this post of the account.',
  },
  { codes: ['internal_error'], next: 'broken', error: 'platform_unavailable', message: 'TikTok has a problem.' },
  {
    codes: ['invalid_file_upload'],
    next: 'rejected',
    error: 'media_rejected',
    message: 'TikTok does not take the file.',
  },
  {
    codes: ['invalid_param', 'invalid_params'],
    next: 'rejected',
    error: { media: 'content_rejected', post: 'content_rejected', read: 'platform_rejected' },
    message: 'TikTok does not take what is said of the post.',
  },
  // Of the place that takes bytes, whose answers say nothing.
  {
    status: is(400, 411, 413, 415),
    when: (answer) => saidIn(answer).codes.length === 0,
    next: 'rejected',
    error: 'media_rejected',
    message: 'TikTok does not take the file.',
  },
]

const text = z.string().catch('')

const body = z.object({ error: z.object({ code: text, message: text }) })

function saidIn(answer: Answer): Said {
  const said = body.safeParse(jsonIn(answer)).data?.error
  if (!said) return { codes: [], words: [] }
  return { codes: said.code === '' ? [] : [said.code], words: said.message === '' ? [] : [said.message] }
}

/** No header tells when a window ends (developers.tiktok.com, 2026-09-11). */
export const { refusal, quoted } = refusals({ title: 'TikTok', rows, saidIn, resetOf: () => undefined })
