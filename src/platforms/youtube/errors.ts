import { z } from 'zod'
import { day } from '../../domain/time.ts'
import { type Answer, jsonIn } from '../shared/call.ts'
import { is, ofWhatWasSent, type RefusalRow, refusals, type Said } from '../shared/refusals.ts'
import { nextPacificDay } from './pacific-day.ts'

/** The Google project's whole day; uploads have one of their own, of which only the words tell. */
const dailyQuota = ['quotaExceeded', 'dailyLimitExceeded']
const isPerDay = /per day/i

/** Sources: developers.google.com, YouTube Data API errors, 2026-11; other rows as noted. */
const rows: readonly RefusalRow[] = [
  {
    codes: dailyQuota,
    next: 'later',
    error: 'quota_exhausted',
    message:
      'The Google project’s quota for today is used up, for all of its channels. It is full again after midnight in California.',
  },
  // google-api-python-client issue 2753 (2026): since June uploads have a quota of their own.
  {
    status: is(429),
    says: isPerDay,
    next: 'later',
    error: 'quota_exhausted',
    message:
      'The Google project may upload no more videos today, on any of its channels. It may again after midnight in California.',
  },
  {
    codes: ['uploadLimitExceeded'],
    next: 'later',
    error: 'quota_exhausted',
    message: 'YouTube takes no more videos of this channel today.',
    pause: day,
  },
  {
    codes: ['uploadRateLimitExceeded'],
    next: 'rejected',
    error: 'quota_exhausted',
    message: 'YouTube takes no more thumbnails of this channel today.',
  },
  {
    status: is(403, 429),
    codes: ['rateLimitExceeded', 'userRateLimitExceeded', 'servingLimitExceeded'],
    next: 'later',
    error: 'rate_limited',
    message: 'YouTube wants fewer requests.',
  },
  {
    codes: ['youtubeSignupRequired'],
    next: 'reconnect',
    error: 'reconnect_required',
    message: 'This Google account has no YouTube channel. Make one at YouTube, then connect it again.',
  },
  {
    status: is(403),
    codes: ['insufficientPermissions'],
    next: 'reconnect',
    error: 'permission_missing',
    message: 'This login may not do that at YouTube: connect the channel again and grant all that is asked for.',
  },
  {
    codes: ['accessNotConfigured'],
    next: 'rejected',
    error: 'permission_missing',
    message: 'The operator of this instance has to enable the YouTube Data API in the Google project.',
  },
  {
    codes: ['authenticatedUserAccountSuspended', 'authenticatedUserAccountClosed'],
    next: 'rejected',
    error: 'platform_rejected',
    message: 'YouTube has suspended the account, or it was closed.',
  },
  {
    codes: ['commentsDisabled'],
    next: 'rejected',
    error: 'platform_rejected',
    message: 'Comments are off under this video, as they are under every video that is made for children.',
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
    message: 'YouTube does not take what is said of the video.',
  },
  {
    codes: ['mediaBodyRequired', 'invalidFilename', 'invalidImage'],
    next: 'rejected',
    error: 'media_rejected',
    message: 'YouTube does not take the file.',
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
    message: 'YouTube does not find the video.',
  },
  // Of a thumbnail this is what a channel hears whose owner has not shown a phone number.
  {
    status: is(403),
    asked: ['media'],
    next: 'rejected',
    error: 'permission_missing',
    message: 'YouTube does not let the channel do this; its owner may have to verify it at youtube.com/verify.',
  },
  {
    status: is(403, 404),
    next: 'rejected',
    error: 'platform_rejected',
    message: 'YouTube refused it.',
  },
  {
    status: is(400),
    next: 'rejected',
    error: ofWhatWasSent,
    message: 'YouTube refused it.',
  },
]

const text = z.string().catch('')

const body = z.object({
  error: z.object({
    message: text,
    errors: z.array(z.object({ reason: text, message: text }).catch({ reason: '', message: '' })).catch([]),
  }),
})

/** The list of errors may be missing, and whole answers may be a page. Google puts links into its sentences. */
function saidIn(answer: Answer): Said {
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

export const isRefusedWith = (code: string, answer: Answer): boolean => saidIn(answer).codes.includes(code)

/** No header says when a day's quota is full again, but the documentation does. */
function resetOf(answer: Answer, now: number): number | undefined {
  const { codes, words } = saidIn(answer)
  const isDay =
    codes.some((code) => dailyQuota.includes(code)) ||
    (answer.status === 429 && words.some((one) => isPerDay.test(one)))
  return isDay ? nextPacificDay(now) : undefined
}

export const { refusal, quoted } = refusals({ title: 'YouTube', rows, saidIn, resetOf })
