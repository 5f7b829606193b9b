import { z } from 'zod'
import { day } from '../../domain/time.ts'
import { type Answer, jsonIn } from '../shared/call.ts'
import { type ErrorText, errorByRequest, is, type RefusalRow, refusals } from '../shared/refusals.ts'
import { login } from './login.ts'
import { nextPacificDay } from './pacific-day.ts'

/** The daily quota of the whole Google project. Uploads have a separate one, which only the error text reveals. */
const dailyQuota = ['quotaExceeded', 'dailyLimitExceeded']
const isPerDay = /per day/i

/** Sources: developers.google.com, YouTube Data API errors, 2026-11; other rows as noted. */
const rows: readonly RefusalRow[] = [
  {
    codes: dailyQuota,
    next: 'later',
    error: 'quota_exhausted',
    message:
      'The daily quota of the Google project is used up for all its channels. It resets after midnight in California.',
  },
  // google-api-python-client issue 2753 (2026): since June uploads have a separate quota.
  {
    status: is(429),
    says: isPerDay,
    next: 'later',
    error: 'quota_exhausted',
    message:
      'The Google project has reached its daily limit of video uploads for all its channels. It resets after midnight in California.',
  },
  {
    codes: ['uploadLimitExceeded'],
    next: 'later',
    error: 'quota_exhausted',
    message: 'The channel has reached YouTube’s daily limit of video uploads.',
    pause: day,
  },
  {
    codes: ['uploadRateLimitExceeded'],
    next: 'rejected',
    error: 'quota_exhausted',
    message: 'The channel has reached YouTube’s daily limit of thumbnail uploads.',
  },
  {
    status: is(403, 429),
    codes: ['rateLimitExceeded', 'userRateLimitExceeded', 'servingLimitExceeded'],
    next: 'later',
    error: 'rate_limited',
    message: 'The rate limit of YouTube is reached.',
  },
  {
    codes: ['youtubeSignupRequired'],
    next: 'reconnect',
    error: 'reconnect_required',
    message: 'This Google account has no YouTube channel. Create one on YouTube, then connect the account again.',
  },
  {
    status: is(403),
    codes: ['insufficientPermissions'],
    next: 'reconnect',
    error: 'permission_missing',
    message: 'The YouTube login lacks a permission.',
    lacksPermission: true,
  },
  {
    codes: ['accessNotConfigured'],
    next: 'rejected',
    error: 'permission_missing',
    message:
      'The YouTube Data API is not enabled in the Google project. The operator of this instance has to enable it.',
  },
  {
    codes: ['authenticatedUserAccountSuspended', 'authenticatedUserAccountClosed'],
    next: 'reconnect',
    error: 'reconnect_required',
    message: 'YouTube has suspended or closed the account. When YouTube has restored it, connect it again.',
  },
  {
    codes: ['commentsDisabled'],
    next: 'rejected',
    error: 'platform_rejected',
    message: 'Comments are turned off for this video. They always are for videos made for children.',
  },
  {
    codes: ['videoAlreadyInPlaylist', 'duplicate'],
    next: 'rejected',
    error: 'duplicate_content',
    message: 'YouTube already has this.',
  },
  {
    codes: [
      'invalidTitle',
      'invalidDescription',
      'invalidTags',
      'invalidCategoryId',
      'invalidVideoMetadata',
      'defaultLanguageNotSet',
      'forbiddenPrivacySetting',
      'forbiddenLicenseSetting',
    ],
    next: 'rejected',
    error: 'content_rejected',
    message: 'YouTube does not accept the title, description, tags or settings of the video.',
  },
  {
    codes: ['mediaBodyRequired', 'invalidFilename', 'invalidImage'],
    next: 'rejected',
    error: 'media_rejected',
    message: 'YouTube does not accept the file.',
  },
  {
    codes: ['playlistContainsMaximumNumberOfVideos'],
    next: 'rejected',
    error: 'platform_rejected',
    message: 'The playlist is full.',
  },
  {
    codes: ['videoNotFound'],
    next: 'rejected',
    error: 'platform_rejected',
    message: 'YouTube cannot find the video.',
  },
  // For a thumbnail, YouTube returns this if the channel's owner has not verified a phone number.
  {
    status: is(403),
    asked: ['media'],
    next: 'rejected',
    error: 'permission_missing',
    message: 'YouTube does not allow the channel to do this. Its owner may have to verify it at youtube.com/verify.',
  },
  {
    status: is(403, 404),
    next: 'rejected',
    error: 'platform_rejected',
    message: 'YouTube refused the request.',
  },
  {
    status: is(400),
    next: 'rejected',
    error: errorByRequest,
    message: 'YouTube refused the request.',
  },
]

const text = z.string().catch('')

const body = z.object({
  error: z.object({
    message: text,
    errors: z.array(z.object({ reason: text, message: text }).catch({ reason: '', message: '' })).catch([]),
  }),
})

/** The list of errors may be missing, and the response may be an HTML page. Google puts links into its messages. */
function errorIn(answer: Answer): ErrorText {
  const said = body.safeParse(jsonIn(answer)).data?.error
  if (!said) return { codes: [], words: [] }
  const words = [said.message, ...said.errors.map(({ message }) => message)].map(plain)
  return { codes: said.errors.map(({ reason }) => reason), words: [...new Set(words)].filter((one) => one !== '') }
}

const plain = (words: string): string =>
  words
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

export const isRefusedWith = (code: string, answer: Answer): boolean => errorIn(answer).codes.includes(code)

/** No header says when a daily quota resets, but the documentation does. */
function resetOf(answer: Answer, now: number): number | undefined {
  const { codes, words } = errorIn(answer)
  const isDay =
    codes.some((code) => dailyQuota.includes(code)) ||
    (answer.status === 429 && words.some((one) => isPerDay.test(one)))
  return isDay ? nextPacificDay(now) : undefined
}

export const { refusal, refused, quoted } = refusals({
  title: 'YouTube',
  rows,
  errorIn,
  permissions: { name: 'youtube', of: () => login.connect },
  resetOf,
})
