import {
  askedAbout,
  type Endings,
  ended,
  type Failure,
  failed,
  followUp,
  harmless,
  repeated,
  repeatedRead,
  warned,
} from '../shared/endings.ts'
import { each, GiB, gif, images, minuteInSeconds, otherVideos, video } from '../shared/files.ts'
import type { Rule, TestedPlatform } from '../shared/tested.ts'
import { usualPlace, usualWay } from '../shared/usual.ts'

const rules: readonly Rule[] = [
  {
    rule: 'text of up to 280 as X weighs it, where a link weighs 23',
    takes: [{ message: 'a'.repeat(280) }, { message: `https://example.com/${'a'.repeat(400)}` }],
    refuses: [{ message: 'a'.repeat(281) }, { message: '語'.repeat(141) }],
    code: 'text_too_long',
  },
  {
    rule: 'text of its own in the options of either name',
    takes: ['x', 'twitter'].map((name) => ({
      message: 'a'.repeat(281),
      options: { [name]: { message: 'Short.' } },
    })),
    refuses: ['x', 'twitter'].map((name) => ({ options: { [name]: { message: 'a'.repeat(281) } } })),
    code: 'text_too_long',
  },
  {
    rule: 'up to four images',
    takes: [{ files: images(1) }, { files: images(4) }],
    refuses: [{ files: images(5) }],
    code: 'too_many_media',
  },
  {
    rule: 'images jpg, jpeg, png, webp and gif',
    takes: each(['image/jpeg', 'image/jpg', 'image/pjpeg', 'image/png', 'image/webp', 'image/gif']),
    refuses: each(['image/bmp']),
    code: 'media_type',
  },
  {
    rule: 'one GIF',
    takes: [{ files: [gif] }],
    refuses: [{ files: [gif, gif] }],
    code: 'too_many_media',
  },
  {
    rule: 'a GIF alone, images alone, a video alone',
    takes: [{ files: [gif] }, { files: images(2) }, { files: video() }],
    refuses: [{ files: [gif, ...images(1)] }, { files: [gif, ...video()] }, { files: [...images(1), ...video()] }],
    code: 'mixed_media',
  },
  {
    rule: 'one video',
    takes: [{ files: video() }],
    refuses: [{ files: [...video(), ...video()] }],
    code: 'too_many_media',
  },
  {
    rule: 'a video of mp4 or mov',
    takes: each(['video/mp4', 'video/quicktime']),
    refuses: each(otherVideos),
    code: 'media_type',
  },
  {
    rule: 'a video of up to 20 minutes',
    takes: [{ files: video({ seconds: 20 * minuteInSeconds }) }],
    refuses: [{ files: video({ seconds: 20 * minuteInSeconds + 1 }) }],
    code: 'media_too_long',
  },
  {
    rule: 'a video of up to 8 GB',
    takes: [{ files: video({ size: 8 * GiB }) }],
    refuses: [{ files: video({ size: 8 * GiB + 1 }) }],
    code: 'media_too_large',
  },
  {
    rule: 'a video of up to 125 minutes of an eligible account',
    takes: [{ files: video({ seconds: 125 * minuteInSeconds }) }],
    refuses: [{ files: video({ seconds: 125 * minuteInSeconds + 1 }) }],
    code: 'media_too_long',
    by: 'premium',
  },
  {
    rule: 'a video of up to 16 GB of an eligible account',
    takes: [{ files: video({ size: 16 * GiB }) }],
    refuses: [{ files: video({ size: 16 * GiB + 1 }) }],
    code: 'media_too_large',
    by: 'premium',
  },
  {
    rule: 'alt_text of an image and of a GIF',
    takes: [
      { files: images(4), altText: 'a'.repeat(1_000) },
      { files: [gif], altText: 'It moves.' },
    ],
    warns: [{ files: images(1), altText: 'a'.repeat(1_001) }],
    code: 'text_shortened',
  },
  {
    rule: 'no alt_text of a video',
    takes: [{ files: video() }],
    warns: [{ files: video(), altText: 'A film.' }],
    code: 'alt_text_unsupported',
  },
  {
    rule: 'up to three comments',
    takes: [{ comments: ['One.', 'Two.', 'Three.'] }],
    refuses: [{ comments: ['One.', 'Two.', 'Three.', 'Four.'] }],
    code: 'validation_failed',
  },
  {
    rule: 'comments of up to 280 as X weighs them',
    takes: [{ comments: ['a'.repeat(280)] }],
    refuses: [{ comments: ['a'.repeat(281)] }],
    code: 'comment_too_long',
  },
]

/** A lost response to a renewal loses the login: X accepts each refresh token once. */
const lost: Failure = { failed: 'reconnect_required', login: 'ended', attempts: 2 }

const commit = {
  token_expired: 'published',
  token_revoked: ended('reconnect_required'),
  permission_missing: failed('permission_missing'),
  duplicate: failed('duplicate_content'),
  media_rejected: failed('media_rejected'),
  daily_quota: 'postponed',
} as const satisfies Partial<Endings>

/** Publishing does not read the account at X; accepting a long video does, with its own table. */
const endings: TestedPlatform['faults']['endings'] = {
  token: {
    ...repeated,
    timeout_after: lost,
    server_error_after: lost,
    malformed_json: lost,
    token_expired: ended('reconnect_required'),
    token_revoked: ended('reconnect_required'),
    // Any other error than X's for an ended login is a temporary fault.
    permission_missing: 'retried',
    duplicate: 'retried',
    media_rejected: 'retried',
    daily_quota: 'retried',
  },
  upload: { ...repeated, ...commit, processing_failed: failed('media_rejected') },
  status: { ...repeatedRead, ...commit, processing_failed: failed('media_rejected') },
  create: { ...askedAbout, ...commit },
  comment: {
    ...followUp,
    token_expired: 'published',
    token_revoked: { warned: 'reconnect_required', login: 'ended' },
    permission_missing: warned('permission_missing'),
    duplicate: warned('duplicate_content'),
    media_rejected: warned('media_rejected'),
    daily_quota: 'postponed',
  },
  // Nobody can check any more.
  read: { ...harmless, token_revoked: { unknown: 1, login: 'ended' } },
}

export const x: TestedPlatform = {
  rules,
  faults: { endings, way: usualWay, place: usualPlace('x') },
  creates: /\/2\/tweets$/,
  resetOf: ({ answer_headers: headers }) => Number(headers?.['x-rate-limit-reset']) * 1_000,
}
