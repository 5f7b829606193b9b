import { z } from 'zod'
import { hour, minute } from '../../domain/time.ts'
import { type Answer, jsonIn } from '../shared/call.ts'
import { type ErrorText, is, type RefusalRow, refusals } from '../shared/refusals.ts'
import { connect } from './login.ts'

/** Long enough that the attempts of a job span the day over which TikTok counts. */
const quotaPause = 6 * hour

/** Sources: developers.tiktok.com, reference pages, 2026-09-11. Some of these errors also come with status 200. */
const rows: readonly RefusalRow[] = [
  { codes: ['access_token_invalid'], next: 'expired', error: 'token_expired', message: 'TikTok refused the login.' },
  {
    codes: ['scope_not_authorized', 'scope_permission_missed'],
    next: 'reconnect',
    error: 'permission_missing',
    message: 'The TikTok login lacks a permission.',
    lacksPermission: true,
  },
  // Windows of a minute (rate limits page, 2026-09-11). TikTok does not report when the present one ends.
  {
    codes: ['rate_limit_exceeded'],
    next: 'later',
    error: 'rate_limited',
    message: 'The rate limit of TikTok is reached.',
    pause: minute,
  },
  {
    codes: ['spam_risk_too_many_posts'],
    next: 'later',
    error: 'quota_exhausted',
    message: 'The account has reached TikTok’s limit of posts by apps in 24 hours.',
    pause: quotaPause,
  },
  {
    codes: ['reached_active_user_cap'],
    next: 'later',
    error: 'quota_exhausted',
    message:
      'The TikTok app of this instance has reached its limit of users in 24 hours. Its operator can ask TikTok for more.',
    pause: quotaPause,
  },
  {
    codes: ['spam_risk_too_many_pending_share'],
    next: 'rejected',
    error: 'quota_exhausted',
    message:
      'Five posts already wait in the TikTok inbox of the account. Finish or delete some in the TikTok app, then retry the job.',
  },
  {
    codes: ['spam_risk_user_banned_from_posting'],
    next: 'rejected',
    error: 'platform_rejected',
    message: 'TikTok has banned the account from posting. Open TikTok to see why.',
  },
  {
    codes: ['spam_risk'],
    next: 'rejected',
    error: 'platform_rejected',
    message: 'TikTok refused the post as spam.',
  },
  {
    codes: ['privacy_level_option_mismatch'],
    next: 'rejected',
    error: 'content_rejected',
    message: 'TikTok does not offer this `privacy_level` to the account.',
  },
  {
    codes: ['unaudited_client_can_only_post_to_private_accounts'],
    next: 'rejected',
    error: 'permission_missing',
    message:
      'TikTok has not audited the app of this instance yet. Until then it accepts only posts by private accounts with `privacy_level` SELF_ONLY. The operator can apply for the audit. `post_mode` MEDIA_UPLOAD works without it.',
  },
  {
    codes: ['url_ownership_unverified'],
    next: 'rejected',
    error: 'permission_missing',
    message:
      'TikTok does not know the media host of this instance. Its operator has to verify the address in the TikTok app (“URL properties”). For a video, `source` FILE_UPLOAD works without it.',
  },
  {
    codes: ['app_version_check_failed'],
    next: 'rejected',
    error: 'platform_rejected',
    message: 'The creator’s TikTok app is too old for this. The creator has to update it.',
  },
  {
    codes: ['invalid_publish_id', 'token_not_authorized_for_specified_publish_id'],
    next: 'rejected',
    error: 'platform_rejected',
    message: 'TikTok does not know this post of the account.',
  },
  {
    codes: ['internal_error'],
    next: 'broken',
    error: 'platform_unavailable',
    message: 'TikTok had an internal error.',
  },
  {
    codes: ['invalid_file_upload'],
    next: 'rejected',
    error: 'media_rejected',
    message: 'TikTok does not take the file.',
  },
  // Post for Me issue 327 (2026-08): uploads in several chunks were refused with “The chunk size is invalid”.
  {
    codes: ['invalid_param', 'invalid_params'],
    says: /chunk/i,
    next: 'rejected',
    error: 'media_rejected',
    message:
      'TikTok does not accept this video in chunks. Set `source` to PULL_FROM_URL, so that TikTok fetches the video from the media host of this instance.',
  },
  {
    codes: ['invalid_param', 'invalid_params'],
    next: 'rejected',
    error: { media: 'content_rejected', post: 'content_rejected', read: 'platform_rejected' },
    message: 'TikTok does not accept the text or settings of the post.',
  },
  // The upload server, whose error responses contain no code.
  {
    status: is(400, 411, 413, 415),
    when: (answer) => errorIn(answer).codes.length === 0,
    next: 'rejected',
    error: 'media_rejected',
    message: 'TikTok does not take the file.',
  },
]

const text = z.string().catch('')

const body = z.object({ error: z.object({ code: text, message: text }) })

function errorIn(answer: Answer): ErrorText {
  const said = body.safeParse(jsonIn(answer)).data?.error
  if (!said) return { codes: [], words: [] }
  return { codes: said.code === '' ? [] : [said.code], words: said.message === '' ? [] : [said.message] }
}

/** No header reports when a window ends (developers.tiktok.com, 2026-09-11). */
export const { refusal, refused, quoted } = refusals({
  title: 'TikTok',
  rows,
  errorIn,
  permissions: { name: 'tiktok', of: () => connect },
  resetOf: () => undefined,
})
