import {
  askedAbout,
  type Endings,
  ended,
  failed,
  followUp,
  harmless,
  repeated,
  repeatedRead,
  warned,
} from '../shared/endings.ts'
import { each, images, otherVideos, video } from '../shared/files.ts'
import type { Rule, TestedPlatform } from '../shared/tested.ts'
import { usualPlace, usualWay } from '../shared/usual.ts'

const rules: readonly Rule[] = [
  {
    rule: 'text of up to 300 characters, as people count them',
    takes: [{ message: 'a'.repeat(300) }, { message: '👩‍👩‍👧‍👦'.repeat(100) }],
    refuses: [{ message: 'a'.repeat(301) }],
    code: 'text_too_long',
  },
  {
    rule: 'text of its own in its options',
    takes: [{ message: 'a'.repeat(301), options: { bluesky: { message: 'Short.' } } }],
    refuses: [{ options: { bluesky: { message: 'a'.repeat(301) } } }],
    code: 'text_too_long',
  },
  {
    rule: 'up to four images',
    takes: [{ files: images(1) }, { files: images(4) }],
    refuses: [{ files: images(5) }],
    code: 'too_many_media',
  },
  {
    rule: 'images jpg, jpeg, png and webp',
    takes: each(['image/jpeg', 'image/jpg', 'image/pjpeg', 'image/png', 'image/webp']),
    refuses: each(['image/bmp', 'image/gif']),
    code: 'media_type',
  },
  {
    rule: 'an image of up to 2 MB',
    takes: [{ files: images(4, 'image/png', { size: 2_000_000 }) }],
    refuses: [{ files: images(1, 'image/png', { size: 2_000_001 }) }],
    code: 'media_too_large',
  },
  {
    rule: 'one video',
    takes: [{ files: video() }],
    refuses: [{ files: [...video(), ...video()] }],
    code: 'too_many_media',
  },
  {
    rule: 'a video of mp4',
    takes: [{ files: video() }],
    refuses: each(['video/quicktime', ...otherVideos]),
    code: 'media_type',
  },
  {
    rule: 'a video of up to 300 MB',
    takes: [{ files: video({ size: 300_000_000 }) }],
    refuses: [{ files: video({ size: 300_000_001 }) }],
    code: 'media_too_large',
  },
  {
    rule: 'images or a video',
    takes: [{ files: images(4) }, { files: video() }],
    refuses: [{ files: [...images(1), ...video()] }],
    code: 'mixed_media',
  },
  {
    rule: 'up to three languages',
    takes: [{ options: { bluesky: { languages: ['en', 'pt-BR', 'pl'] } } }],
    refuses: [{ options: { bluesky: { languages: ['en', 'pt-BR', 'pl', 'de'] } } }],
    code: 'validation_failed',
  },
  {
    rule: 'langs as another name of languages',
    takes: [{ options: { bluesky: { langs: ['en', 'pt-BR', 'pl'] } } }],
    refuses: [{ options: { bluesky: { langs: ['en', 'pt-BR', 'pl', 'de'] } } }],
    code: 'validation_failed',
  },
  {
    rule: 'one of the two names at a time',
    takes: [{ options: { bluesky: { langs: ['en'] } } }],
    refuses: [{ options: { bluesky: { langs: ['en'], languages: ['en'] } } }],
    code: 'conflicting_options',
  },
  {
    rule: 'alt_text of an image and of a video',
    takes: [
      { files: images(2), altText: 'a'.repeat(2_000) },
      { files: video(), altText: 'A film.' },
    ],
    warns: [{ files: images(1), altText: 'a'.repeat(2_001) }],
    code: 'text_shortened',
  },
  {
    rule: 'up to three replies',
    takes: [{ comments: ['One.', 'Two.', 'Three.'] }],
    refuses: [{ comments: ['One.', 'Two.', 'Three.', 'Four.'] }],
    code: 'validation_failed',
  },
  {
    rule: 'replies of up to 300 characters',
    takes: [{ comments: ['a'.repeat(300)] }],
    refuses: [{ comments: ['a'.repeat(301)] }],
    code: 'comment_too_long',
  },
]

const commit = {
  token_expired: 'published',
  // Only the token; the login is renewed.
  token_revoked: 'published',
  permission_missing: ended('permission_missing'),
  duplicate: failed('duplicate_content'),
  media_rejected: failed('media_rejected'),
  daily_quota: 'postponed',
} as const satisfies Partial<Endings>

const endings: TestedPlatform['faults']['endings'] = {
  // The same refresh token returns the same successor again, and there is the app password.
  token: {
    ...repeated,
    token_expired: 'published',
    token_revoked: 'published',
    permission_missing: 'published',
    duplicate: 'published',
    media_rejected: 'published',
    daily_quota: 'postponed',
  },
  // A mention that can't be resolved at all stays text.
  account: {
    ...repeatedRead,
    token_expired: 'published',
    token_revoked: 'published',
    permission_missing: 'published',
    duplicate: 'published',
    media_rejected: 'published',
    daily_quota: 'postponed',
  },
  upload: { ...repeated, ...commit, processing_failed: failed('media_rejected') },
  status: { ...repeatedRead, ...commit, processing_failed: failed('media_rejected') },
  create: { ...askedAbout, ...commit },
  comment: {
    ...followUp,
    token_expired: 'published',
    token_revoked: 'published',
    permission_missing: { warned: 'permission_missing', login: 'ended' },
    duplicate: warned('duplicate_content'),
    media_rejected: warned('media_rejected'),
    daily_quota: 'postponed',
  },
  read: { ...harmless, permission_missing: { unknown: 1, login: 'ended' } },
}

export const bluesky: TestedPlatform = {
  rules,
  faults: { endings, way: usualWay, place: usualPlace('bluesky') },
  creates: /\.putRecord$/,
  resetOf: ({ at, answer_headers: headers }) => Date.parse(at) + Number(headers?.['retry-after']) * 1_000,
}
