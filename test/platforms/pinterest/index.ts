import { endings as outcomes } from '../../publish/seen.ts'
import { askedAbout, type Endings, ended, failed, harmless, repeated, repeatedRead } from '../shared/endings.ts'
import { each, file, GiB, gif, images, MiB, minuteInSeconds, otherVideos, video } from '../shared/files.ts'
import type { Asked, Course, Met, Place, Rule, TestedPlatform, Way } from '../shared/tested.ts'

/** An image, with optional additions. */
const shown = (asked: Asked = {}): Asked => ({ files: images(1), ...asked })
const options = (given: object): Asked => shown({ options: { pinterest: given } })

const rules: readonly Rule[] = [
  {
    rule: 'an image, a GIF or a video',
    takes: [shown(), { files: [gif] }, { files: video() }],
    refuses: [{}],
    code: 'media_required',
  },
  {
    rule: 'exactly one of them',
    takes: [shown()],
    refuses: [{ files: images(2) }, { files: [gif, gif] }, { files: [...video(), ...video()] }],
    code: 'too_many_media',
  },
  {
    rule: 'no mixing',
    takes: [shown()],
    refuses: [{ files: [...images(1), ...video()] }, { files: [gif, ...video()] }],
    code: 'mixed_media',
  },
  {
    rule: 'images jpg, jpeg and png',
    takes: each(['image/jpeg', 'image/jpg', 'image/pjpeg', 'image/png']),
    refuses: each(['image/bmp']),
    code: 'media_type',
  },
  { rule: 'webp, as a JPEG', takes: [], warns: each(['image/webp']), code: 'media_converted' },
  {
    rule: 'an image or GIF of up to 32 MB',
    takes: [{ files: images(1, 'image/png', { size: 32 * MiB }) }, { files: [{ ...gif, size: 32 * MiB }] }],
    refuses: [{ files: images(1, 'image/png', { size: 32 * MiB + 1 }) }, { files: [{ ...gif, size: 32 * MiB + 1 }] }],
    code: 'media_too_large',
  },
  {
    rule: 'a video of mp4 or mov',
    takes: each(['video/mp4', 'video/quicktime']),
    refuses: each(otherVideos),
    code: 'media_type',
  },
  {
    rule: 'a video of at least 4 seconds',
    takes: [{ files: video({ seconds: 4 }) }],
    refuses: [{ files: video({ seconds: 3.9 }) }],
    code: 'media_too_short',
  },
  {
    rule: 'a video of at most 15 minutes',
    takes: [{ files: video({ seconds: 15 * minuteInSeconds }) }],
    refuses: [{ files: video({ seconds: 15 * minuteInSeconds + 1 }) }],
    code: 'media_too_long',
  },
  {
    rule: 'a video of up to 2 GB',
    takes: [{ files: video({ size: 2 * GiB }) }],
    refuses: [{ files: video({ size: 2 * GiB + 1 }) }],
    code: 'media_too_large',
  },
  { rule: 'the board of the connection', takes: [shown()], code: 'board_required' },
  {
    rule: 'a board of its own, where the connection has none',
    by: 'without boards ',
    takes: [options({ boardId: '549755813' })],
    refuses: [shown()],
    code: 'board_required',
  },
  {
    rule: 'the number of a board',
    takes: [options({ boardId: '1' })],
    refuses: [options({ boardId: 'ideas' })],
    code: 'validation_failed',
  },
  {
    rule: 'a description of up to 800 characters, shortened beyond',
    takes: [shown({ message: 'a'.repeat(800) })],
    warns: [shown({ message: 'word '.repeat(200) })],
    code: 'text_shortened',
  },
  {
    rule: 'a description of its own in its options',
    takes: [shown({ message: 'a'.repeat(9_000), options: { pinterest: { message: 'Short.' } } })],
    warns: [options({ message: 'a'.repeat(801) })],
    code: 'text_shortened',
  },
  {
    rule: 'a title of up to 100 characters',
    takes: [options({ title: 'a'.repeat(100) })],
    refuses: [options({ title: 'a'.repeat(101) })],
    code: 'validation_failed',
  },
  {
    rule: 'an address as link',
    takes: [options({ link: 'https://example.com/news' })],
    refuses: [options({ link: 'news' })],
    code: 'validation_failed',
  },
  {
    rule: 'alt_text of an image, a GIF and a video',
    takes: [
      shown({ altText: 'a'.repeat(500) }),
      { files: [gif], altText: 'A dance.' },
      { files: video(), altText: 'A film.' },
    ],
    warns: [shown({ altText: 'a'.repeat(501) })],
    code: 'text_shortened',
  },
  {
    rule: 'a cover of a video, jpg or png',
    takes: [
      { files: video(), thumbnail: file('image/jpeg') },
      { files: video(), thumbnail: file('image/png', { size: 20 * MiB }) },
    ],
    warns: [{ files: video(), thumbnail: file('image/webp') }],
    code: 'thumbnail_skipped',
  },
  {
    rule: 'no cover of an image',
    takes: [shown()],
    warns: [shown({ thumbnail: file('image/png') })],
    code: 'thumbnail_unsupported',
  },
  { rule: 'no comments', takes: [shown()], warns: [shown({ comments: ['One.'] })], code: 'comments_unsupported' },
]

const commit = {
  token_expired: 'published',
  token_revoked: ended('reconnect_required'),
  permission_missing: ended('permission_missing'),
  duplicate: failed('duplicate_content'),
  media_rejected: failed('media_rejected'),
  daily_quota: 'postponed',
} as const satisfies Partial<Endings>

/** Nobody can check any more. */
const unasked = { unknown: 1, login: 'ended' } as const

/** Only the second attempt reports that. */
const endedAgain = { ...ended('reconnect_required'), attempts: 2 } as const

const endings: TestedPlatform['faults']['endings'] = {
  token: {
    ...repeated,
    // Pinterest ends a login whose refresh token is used twice.
    timeout_after: endedAgain,
    server_error_after: endedAgain,
    malformed_json: endedAgain,
    token_expired: ended('reconnect_required'),
    token_revoked: ended('reconnect_required'),
    permission_missing: ended('reconnect_required'),
    duplicate: ended('reconnect_required'),
    media_rejected: ended('reconnect_required'),
    daily_quota: 'postponed',
  },
  account: {
    ...repeatedRead,
    ...commit,
    // The metadata of a board is not needed.
    malformed_json: 'published',
    duplicate: failed('duplicate_content'),
    media_rejected: failed('platform_rejected'),
  },
  upload: { ...repeated, ...commit, processing_failed: failed('media_rejected') },
  status: { ...repeatedRead, ...commit, processing_failed: failed('media_rejected') },
  create: {
    ...askedAbout,
    ...commit,
    // Pinterest accepts the same Pin twice: one that is not found is not sent again.
    server_error: { unknown: 0 },
    timeout_before: { unknown: 0 },
    reset: { unknown: 0 },
  },
  read: { ...harmless, token_revoked: unasked, permission_missing: unasked },
}

function way({ operation }: Met): Way {
  if (operation === 'account' || operation === 'upload' || operation === 'status') return { media: 'long video' }
  if (operation === 'token') return { media: 'image', message: (about) => `${about} [[sandbox:token_expired]]` }
  if (operation === 'read') return { media: 'image', message: (about) => `${about} [[sandbox:server_error_after]]` }
  return { media: 'image' }
}

/**
 * A fault set by the control API affects the next call, so cases with the same calls run one after another:
 * an image in doubt is searched, a video has its board checked, and an expired login is renewed.
 */
function place({ operation, kind }: Met): Place {
  const renews = kind === 'token_expired' || kind === 'token_revoked'
  if (operation === 'read') return { bench: 'second', line: 'pinterest read' }
  if (operation === 'account' && !renews) return { bench: 'first', line: 'pinterest account' }
  if (operation === 'create' && !renews) return { bench: 'first', line: null }
  const isToken = operation === 'token' || operation === 'create'
  return isToken ? { bench: 'first', line: 'pinterest token' } : { bench: 'second', line: 'pinterest video' }
}

/** Lost responses, and errors that end the login. */
const isSampled = ({ operation, kind }: Met): boolean =>
  operation === 'create' && ['timeout_before', 'server_error_after', 'malformed_json', 'token_expired'].includes(kind)

const { retried, unknown, ended: gaveUp, failed: failedAtOnce } = outcomes

const courses: readonly Course[] = [
  {
    name: 'a Pin with five rate limit refusals fails',
    text: '[[sandbox:rate_limit:5]]',
    media: 'image',
    seen: { ...gaveUp, status: 'failed', attempts: 5, error: 'rate_limited' },
  },
  {
    name: 'a Pin whose responses are all lost is sent once',
    text: '[[sandbox:server_error_after:9]]',
    media: 'image',
    seen: {},
  },
  {
    name: 'a Pin that was lost is sent once, and requires a person',
    text: '[[sandbox:timeout_before:9]]',
    media: 'image',
    seen: { ...unknown, posts: 0 },
  },
  {
    name: 'a Pin that is refused first and lost then is published once',
    text: '[[sandbox:rate_limit]] [[sandbox:server_error_after]]',
    media: 'described image',
    seen: retried,
  },
  {
    name: 'a video whose bytes are lost is uploaded again',
    media: 'long video',
    fault: { operation: 'upload', kind: 'reset', after: 1 },
    seen: retried,
  },
  {
    name: 'a video that Pinterest’s storage refuses fails',
    media: 'long video',
    fault: { operation: 'upload', kind: 'media_rejected', after: 1 },
    seen: { ...failedAtOnce, error: 'media_rejected' },
  },
  {
    name: 'an app with trial access fails with that reason',
    account: 'trial',
    media: 'image',
    seen: { ...failedAtOnce, error: 'permission_missing' },
  },
]

export const pinterest: TestedPlatform = {
  rules,
  courses,
  faults: { endings, way, place, onPostgres: isSampled },
  creates: /\/v5\/pins$/,
  resetOf: ({ at, answer_headers: headers }) => Date.parse(at) + Number(headers?.['x-ratelimit-reset']) * 1_000,
}
