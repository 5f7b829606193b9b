import { endings as outcomes } from '../../publish/seen.ts'
import {
  askedAbout,
  type Endings,
  ended,
  failed,
  followUp,
  harmless,
  isInText,
  oneAtATime,
  repeated,
  repeatedRead,
  warned,
} from '../shared/endings.ts'
import { each, file, GiB, gif, images, MiB, minuteInSeconds, otherVideos, video } from '../shared/files.ts'
import type { Course, Met, Rule, TestedPlatform, Way } from '../shared/tested.ts'

const as = (post_type: string) => ({ threads: { post_type } })
const mixed = (count: number) => Array.from({ length: count }, (_, index) => (index % 2 ? images(1) : video())).flat()
const links = (count: number) => Array.from({ length: count }, (_, index) => `https://example.com/${index}`).join(' ')

const rules: readonly Rule[] = [
  {
    rule: 'text alone, and no media beside the post type text',
    takes: [{}, { options: as('text') }],
    refuses: [{ files: images(1), options: as('text') }],
    code: 'media_not_taken',
  },
  {
    rule: 'text of up to 500 characters, of which an emoji has as many as bytes',
    takes: [{ message: 'a'.repeat(500) }, { message: '🎉'.repeat(125) }],
    refuses: [{ message: 'a'.repeat(501) }, { message: `${'🎉'.repeat(125)}a` }],
    code: 'text_too_long',
  },
  {
    rule: 'text of its own in its options',
    takes: [{ message: 'a'.repeat(501), options: { threads: { message: 'Short.' } } }],
    refuses: [{ options: { threads: { message: 'a'.repeat(501) } } }],
    code: 'text_too_long',
  },
  {
    rule: 'exactly one image as an image',
    takes: [{ files: images(1) }, { files: images(1), options: as('image') }],
    refuses: [{ files: images(2), options: as('image') }],
    code: 'too_many_media',
  },
  {
    rule: 'an image where an image is named',
    takes: [{ files: images(1), options: as('image') }],
    refuses: [{ options: as('image') }],
    code: 'media_required',
  },
  {
    rule: 'images jpg, jpeg, png and webp',
    takes: each(['image/jpeg', 'image/jpg', 'image/pjpeg', 'image/png', 'image/webp']),
    refuses: [...each(['image/bmp']), { files: [gif] }],
    code: 'media_type',
  },
  {
    rule: 'a WebP image as a JPEG',
    takes: [{ files: images(1) }],
    warns: [{ files: images(1, 'image/webp') }],
    code: 'media_converted',
  },
  {
    rule: 'an image of up to 8 MiB',
    takes: [{ files: images(1, 'image/png', { size: 8 * MiB }) }],
    refuses: [{ files: images(1, 'image/png', { size: 8 * MiB + 1 }) }],
    code: 'media_too_large',
  },
  {
    rule: 'exactly one video as a video',
    takes: [{ files: video() }, { files: video(), options: as('video') }],
    refuses: [{ files: [...video(), ...video()], options: as('video') }],
    code: 'too_many_media',
  },
  {
    rule: 'a video of mp4 or mov',
    takes: each(['video/mp4', 'video/quicktime']),
    refuses: each(otherVideos),
    code: 'media_type',
  },
  {
    rule: 'a video of up to five minutes',
    takes: [{ files: video({ seconds: 5 * minuteInSeconds }) }],
    refuses: [{ files: video({ seconds: 5 * minuteInSeconds + 1 }) }],
    code: 'media_too_long',
  },
  {
    rule: 'a video of up to 1 GiB',
    takes: [{ files: video({ size: GiB }) }],
    refuses: [{ files: video({ size: GiB + 1 }) }],
    code: 'media_too_large',
  },
  {
    rule: 'a video of up to 60 frames a second',
    takes: [{ files: video({ frameRate: 60 }) }],
    refuses: [{ files: video({ frameRate: 61 }) }],
    code: 'frame_rate_too_high',
  },
  {
    rule: 'a carousel of up to 20 items, mixed',
    takes: [{ files: mixed(2) }, { files: mixed(20) }, { files: images(20), options: as('carousel') }],
    refuses: [{ files: mixed(21) }],
    code: 'too_many_media',
  },
  {
    rule: 'a carousel of at least two items',
    takes: [{ files: images(2), options: as('carousel') }],
    refuses: [{ files: images(1), options: as('carousel') }],
    code: 'too_few_media',
  },
  {
    rule: 'up to five different links in a post',
    takes: [{ message: links(5) }, { message: `${links(5)} ${links(5)}` }],
    refuses: [{ message: links(6) }],
    code: 'too_many_links',
  },
  {
    rule: 'up to five different links in a comment',
    takes: [{ comments: [links(5), links(5)] }],
    refuses: [{ comments: ['One.', links(6)] }],
    code: 'too_many_links',
  },
  {
    rule: 'alt_text of an image, of a video and of every item',
    takes: [
      { files: mixed(3), altText: 'a'.repeat(1_000) },
      { files: video(), altText: 'A film.' },
    ],
    warns: [{ files: images(1), altText: 'a'.repeat(1_001) }],
    code: 'text_shortened',
  },
  {
    rule: 'no cover of a video',
    takes: [{ files: video() }],
    warns: [{ files: video(), thumbnail: file('image/jpeg') }],
    code: 'thumbnail_unsupported',
  },
  {
    rule: 'up to three comments',
    takes: [{ comments: ['One.', 'Two.', 'Three.'] }],
    refuses: [{ comments: ['One.', 'Two.', 'Three.', 'Four.'] }],
    code: 'validation_failed',
  },
  {
    rule: 'comments of up to 500 characters',
    takes: [{ comments: ['a'.repeat(500)] }],
    refuses: [{ comments: ['a'.repeat(501)] }],
    code: 'comment_too_long',
  },
  {
    rule: 'only the post types that there are',
    takes: [{ options: as('text') }],
    refuses: [{ options: as('story') }],
    code: 'validation_failed',
  },
]

/** An access token can be renewed only by itself, before it expires. */
const commit = {
  token_expired: ended('reconnect_required'),
  token_revoked: ended('reconnect_required'),
  permission_missing: failed('permission_missing'),
  duplicate: failed('duplicate_content'),
  media_rejected: failed('media_rejected'),
  daily_quota: 'postponed',
} as const satisfies Partial<Endings>

const endings: TestedPlatform['faults']['endings'] = {
  // A failed renewal leaves a token that is still valid for a while.
  token: {
    ...harmless,
    token_expired: ended('reconnect_required'),
    token_revoked: ended('reconnect_required'),
    permission_missing: ended('reconnect_required'),
    daily_quota: 'published',
  },
  upload: { ...repeated, ...commit, processing_failed: failed('media_rejected') },
  status: { ...repeatedRead, ...commit, processing_failed: failed('media_rejected') },
  create: { ...askedAbout, ...commit },
  comment: {
    ...followUp,
    token_expired: { warned: 'reconnect_required', login: 'ended' },
    token_revoked: { warned: 'reconnect_required', login: 'ended' },
    permission_missing: warned('permission_missing'),
    duplicate: warned('duplicate_content'),
    media_rejected: warned('media_rejected'),
    daily_quota: 'postponed',
  },
  // Nobody can check any more; a check pauses nothing.
  read: {
    ...harmless,
    token_expired: { unknown: 1, login: 'ended' },
    token_revoked: { unknown: 1, login: 'ended' },
    daily_quota: 'published',
  },
}

function way({ operation }: Met): Way {
  if (operation === 'token') return { account: 'aging', connectsLate: true }
  if (operation === 'upload' || operation === 'status') return { media: 'image' }
  return operation === 'read' ? { message: (about) => `${about} [[sandbox:server_error_after]]` } : {}
}

const { unknown } = outcomes

const courses: readonly Course[] = [
  {
    name: 'a commit that is lost twice is sent again each time, and published once',
    text: '[[sandbox:timeout_before]] [[sandbox:server_error]]',
    seen: {},
  },
  {
    name: 'a commit whose responses are all lost is sent once',
    text: '[[sandbox:server_error_after:9]]',
    seen: {},
  },
  {
    name: 'a commit that never arrives requires a person',
    text: '[[sandbox:server_error:9]]',
    seen: { ...unknown, posts: 0 },
  },
  {
    name: 'a post that is lost first and rate limited then stays in doubt, and is published once',
    text: '[[sandbox:server_error]] [[sandbox:rate_limit]]',
    seen: {},
  },
  {
    name: 'a post with media whose commit lost its response is found',
    text: '[[sandbox:timeout_after]]',
    media: 'image',
    seen: {},
  },
  {
    name: 'a post with media whose lost commit was not accepted is published with the same container',
    text: '[[sandbox:server_error]]',
    media: 'described image',
    seen: {},
  },
  {
    name: 'three comments, of which the second is lost and the third refused, leave one warning',
    comments: ['One.', 'Two. [[sandbox:server_error_after]]', 'Three. [[sandbox:media_rejected]]'],
    seen: { comments: [1, 1, 0], warnings: ['media_rejected'] },
  },
  {
    name: 'a container that is finished and not found at first is published without another attempt',
    account: 'misses',
    comments: ['One.', 'Two.'],
    seen: {},
  },
  {
    name: 'a container that is lost for good is created again, and published once',
    account: 'loses',
    seen: {},
  },
  {
    name: 'a comment that had to wait many times is still retried after a rate limit',
    account: 'loses',
    comments: ['One.'],
    fault: { operation: 'comment', kind: 'rate_limit', after: 3 },
    seen: { comments: [1] },
  },
  {
    name: 'a post that is refused as a restricted activity, but was published, is found',
    account: 'restricted',
    comments: ['One.'],
    seen: {},
  },
  {
    name: 'an account that may not publish fails with that reason',
    account: 'suspended',
    seen: { ...outcomes.failed, error: 'reconnect_required', login: 'ended' },
  },
]

export const threads: TestedPlatform = {
  rules,
  courses,
  faults: { endings, way, place: oneAtATime('threads'), onPostgres: isInText },
  creates: /\/threads_publish$/,
}
