import { endings as outcomes } from '../../publish/seen.ts'
import {
  askedAbout,
  type Endings,
  ended,
  failed,
  followUp,
  harmless,
  oneAtATime,
  repeated,
  repeatedRead,
  warned,
} from '../shared/endings.ts'
import { each, file, GiB, gif, images, MiB, minuteInSeconds, otherVideos, video } from '../shared/files.ts'
import type { Course, Met, Rule, TestedPlatform, Way } from '../shared/tested.ts'

const as = (options: object) => ({ linkedin: options })

const rules: readonly Rule[] = [
  {
    rule: 'text of up to 3,000 characters',
    takes: [{ message: 'a'.repeat(3_000) }],
    refuses: [{ message: 'a'.repeat(3_001) }],
    code: 'text_too_long',
  },
  {
    rule: 'text of its own in its options',
    takes: [{ message: 'a'.repeat(9_000), options: as({ message: 'Short.' }) }],
    refuses: [{ options: as({ message: 'a'.repeat(3_001) }) }],
    code: 'text_too_long',
  },
  {
    rule: 'words or media',
    takes: [{ message: ' ', files: images(1) }],
    refuses: [{ message: ' ' }],
    code: 'text_required',
  },
  {
    rule: 'one image or GIF',
    takes: [{ files: images(1) }, { files: [gif] }],
    refuses: [{ files: images(2) }, { files: [gif, gif] }],
    code: 'too_many_media',
  },
  {
    rule: 'an image or a GIF, not both',
    takes: [{ files: images(1) }],
    refuses: [{ files: [...images(1), gif] }],
    code: 'mixed_media',
  },
  {
    rule: 'an image of jpg, jpeg, png or gif',
    takes: each(['image/jpeg', 'image/jpg', 'image/pjpeg', 'image/png', 'image/gif']),
    refuses: each(['image/webp', 'image/bmp']),
    code: 'media_type',
  },
  {
    rule: 'a picture of fewer pixels than LinkedIn’s own limit',
    takes: [{ files: images(1, 'image/png', { width: 6_000, height: 6_000 }) }],
    refuses: [{ files: images(1, 'image/png', { width: 6_144, height: 5_890 }) }],
    code: 'too_many_pixels',
  },
  {
    rule: 'a GIF of no more frames than LinkedIn’s own limit',
    takes: [{ files: [file('image/gif', { animated: true, frames: 250 })] }],
    refuses: [{ files: [file('image/gif', { animated: true, frames: 251 })] }],
    code: 'too_many_frames',
  },
  {
    rule: 'one video',
    takes: [{ files: video() }],
    refuses: [{ files: [...video(), ...video()] }],
    code: 'too_many_media',
  },
  {
    rule: 'a video of mp4',
    takes: each(['video/mp4']),
    refuses: each(['video/quicktime', ...otherVideos]),
    code: 'media_type',
  },
  {
    rule: 'images or a video',
    takes: [{ files: images(1) }, { files: video() }],
    refuses: [{ files: [...images(1), ...video()] }],
    code: 'mixed_media',
  },
  {
    rule: 'a video of up to 1 GB',
    takes: [{ files: video({ size: GiB }) }],
    refuses: [{ files: video({ size: GiB + 1 }) }],
    code: 'media_too_large',
  },
  {
    rule: 'a video beyond LinkedIn’s own 500 MB, which it may refuse',
    takes: [{ files: video({ size: 500 * MiB }) }],
    warns: [{ files: video({ size: 500 * MiB + 1 }) }],
    code: 'platform_limit_stricter',
  },
  {
    rule: 'a video of at least 3 seconds',
    takes: [{ files: video({ seconds: 3 }) }],
    refuses: [{ files: video({ seconds: 2.5 }) }],
    code: 'media_too_short',
  },
  {
    rule: 'a video of at most 30 minutes',
    takes: [{ files: video({ seconds: 30 * minuteInSeconds }) }],
    refuses: [{ files: video({ seconds: 30 * minuteInSeconds + 1 }) }],
    code: 'media_too_long',
  },
  {
    rule: 'a cover of a video, jpg or png',
    takes: [
      { files: video(), thumbnail: file('image/jpeg') },
      { files: video(), thumbnail: file('image/png') },
    ],
    warns: [
      { files: video(), thumbnail: file('image/webp') },
      { files: video(), thumbnail: file('image/gif') },
    ],
    code: 'thumbnail_skipped',
  },
  {
    rule: 'no cover of an image',
    takes: [{ files: images(1) }],
    warns: [{ files: images(1), thumbnail: file('image/png') }],
    code: 'thumbnail_unsupported',
  },
  {
    rule: 'alt_text of an image and of a GIF, of up to 4,086 characters',
    takes: [
      { files: images(1), altText: 'a'.repeat(4_086) },
      { files: [gif], altText: 'A dance.' },
    ],
    warns: [{ files: images(1), altText: 'a'.repeat(4_087) }],
    code: 'text_shortened',
  },
  {
    rule: 'no alt_text of a video',
    takes: [{ files: video() }],
    warns: [{ files: video(), altText: 'A film.' }],
    code: 'alt_text_unsupported',
  },
  {
    rule: 'only the visibilities that there are',
    takes: ['PUBLIC', 'CONNECTIONS', 'LOGGED_IN'].map((visibility) => ({ options: as({ visibility }) })),
    refuses: [{ options: as({ visibility: 'EVERYBODY' }) }],
    code: 'validation_failed',
  },
  {
    rule: 'up to three comments',
    takes: [{ comments: ['One.', 'Two.', 'Three.'] }],
    refuses: [{ comments: ['One.', 'Two.', 'Three.', 'Four.'] }],
    code: 'validation_failed',
  },
  {
    rule: 'comments of up to 1,250 characters',
    takes: [{ comments: ['a'.repeat(1_250)] }],
    refuses: [{ comments: ['a'.repeat(1_251)] }],
    code: 'comment_too_long',
  },
  {
    rule: 'the same from a Page',
    by: 'by page ',
    takes: [{ message: 'a'.repeat(3_000) }, { files: images(1), altText: 'A cat.', comments: ['One.'] }],
    refuses: [{ message: 'a'.repeat(3_001) }],
    code: 'text_too_long',
  },
]

const commit = {
  // A login of an app without partner access can't be renewed.
  token_expired: ended('token_expired'),
  token_revoked: ended('token_expired'),
  permission_missing: ended('permission_missing'),
  duplicate: failed('duplicate_content'),
  media_rejected: failed('media_rejected'),
  daily_quota: 'postponed',
} as const satisfies Partial<Endings>

/** It was published, and nobody can check that any more. */
const unasked = { unknown: 1, login: 'ended' } as const

const endings: TestedPlatform['faults']['endings'] = {
  token: {
    ...repeated,
    token_expired: ended('reconnect_required'),
    token_revoked: ended('reconnect_required'),
    // Any other error than LinkedIn's for an ended login is a temporary fault.
    permission_missing: 'retried',
    duplicate: 'retried',
    media_rejected: 'retried',
    daily_quota: 'retried',
  },
  upload: { ...repeated, ...commit, processing_failed: failed('media_rejected') },
  status: {
    ...repeatedRead,
    ...commit,
    // An account without read permission posts without a check.
    permission_missing: 'published',
    processing_failed: failed('media_rejected'),
  },
  create: { ...askedAbout, ...commit },
  comment: {
    ...followUp,
    // LinkedIn is not known to refuse a duplicate comment, so one that is not found is not sent again.
    server_error: warned('platform_unavailable'),
    timeout_before: warned('platform_unavailable'),
    reset: warned('platform_unavailable'),
    token_expired: { warned: 'token_expired', login: 'ended' },
    token_revoked: { warned: 'token_expired', login: 'ended' },
    // A forbidden comment does not stop the account from publishing.
    permission_missing: warned('permission_missing'),
    duplicate: warned('duplicate_content'),
    media_rejected: warned('content_rejected'),
    daily_quota: 'postponed',
  },
  read: { ...harmless, token_expired: unasked, token_revoked: unasked },
}

/** A person with a self-serve app publishes where nothing has to be read. */
function way({ operation }: Met): Way {
  if (operation === 'token') return { account: 'partner ', message: (about) => `${about} [[sandbox:token_expired]]` }
  if (operation === 'upload' || operation === 'status') return { account: 'by page ', media: 'long video' }
  if (operation === 'comment') return { account: 'by page ' }
  if (operation === 'read')
    return { account: 'by page ', message: (about) => `${about} [[sandbox:server_error_after]]` }
  return {}
}

/** Lost responses, and errors that end the login. */
const isSampled = ({ operation, kind }: Met): boolean =>
  operation === 'create' && ['timeout_before', 'server_error_after', 'malformed_json', 'token_expired'].includes(kind)

const { retried, unknown, ended: gaveUp, failed: failedAtOnce } = outcomes

/** By account: one may read its posts, the other only learns from LinkedIn's refusal. */
const authors = [
  ['a Page', 'by page '],
  ['a person whose posts can’t be read', ''],
] as const

const courses: readonly Course[] = [
  ...authors.flatMap(([who, account]): Course[] => [
    {
      name: `${who}: a post with five rate limit refusals fails`,
      account,
      text: '[[sandbox:rate_limit:5]]',
      seen: { ...gaveUp, status: 'failed', attempts: 5, error: 'rate_limited' },
    },
    {
      name: `${who}: a post that is lost three times is sent again each time, and published once`,
      account,
      text: '[[sandbox:timeout_before]] [[sandbox:reset]] [[sandbox:server_error]]',
      seen: {},
    },
    {
      name: `${who}: a post whose responses are all lost is published once`,
      account,
      text: '[[sandbox:server_error_after:2]]',
      seen: {},
    },
    {
      name: `${who}: a post that never arrives requires a person`,
      account,
      text: '[[sandbox:server_error:9]]',
      seen: { ...unknown, posts: 0 },
    },
    {
      name: `${who}: a post that is refused first and lost then is published once`,
      account,
      text: '[[sandbox:rate_limit]] [[sandbox:server_error_after]]',
      seen: retried,
    },
    {
      name: `${who}: an image whose post is lost, accepted or not, is published once`,
      account,
      text: '[[sandbox:timeout_before]] [[sandbox:server_error_after]]',
      media: 'image',
      seen: {},
    },
  ]),
  {
    name: 'a person whose posts can’t be read: a post that is lost, then rate limited when it is sent again, is published once',
    text: '[[sandbox:server_error_after]] [[sandbox:rate_limit]]',
    seen: {},
  },
  {
    name: 'a text that LinkedIn would truncate is published whole',
    text: 'C# & <b> [x](y) {z} a_b*c~d|e \\ @you #news (50 %)',
    seen: {},
  },
  {
    name: 'a person whose comments can’t be read: a lost comment is not sent again, and leaves a warning',
    comments: ['One. [[sandbox:server_error_after]]', 'Two.'],
    seen: { comments: [1, 1], warnings: ['platform_unavailable'] },
  },
  {
    name: 'the same comment twice is two comments, even if the response to the second is lost',
    account: 'by page ',
    comments: ['Again.', 'Again.'],
    fault: { operation: 'comment', kind: 'server_error_after', after: 1 },
    seen: { comments: [2, 2] },
  },
  ...(['reset', 'server_error', 'malformed_json'] as const).map(
    (kind): Course => ({
      name: `${kind} while the bytes of an image are sent: they are sent again`,
      media: 'image',
      fault: { operation: 'upload', kind, after: 1 },
      seen: kind === 'malformed_json' ? {} : retried,
    }),
  ),
  {
    name: 'a video upload whose accepted finish call lost its response is not started again',
    media: 'long video',
    fault: { operation: 'upload', kind: 'server_error_after', after: 2 },
    seen: retried,
  },
  {
    name: 'an image that LinkedIn can’t process fails',
    account: 'by page ',
    media: 'image',
    fault: { operation: 'status', kind: 'processing_failed' },
    seen: { ...failedAtOnce, error: 'media_rejected' },
  },
]

export const linkedin: TestedPlatform = {
  rules,
  courses,
  faults: { endings, way, place: oneAtATime('linkedin'), onPostgres: isSampled },
  creates: /\/rest\/posts$/,
}
