import { endings as outcomes } from '../../publish/seen.ts'
import { askedAbout, type Endings, ended, failed, followUp, harmless, repeated, warned } from '../shared/endings.ts'
import { file, gif, images, MiB, otherVideos, video } from '../shared/files.ts'
import type { Asked, Course, Met, Place, Rule, TestedPlatform, Way } from '../shared/tested.ts'

const subreddit = 'polypost'

/** A post to a community, with optional additions. */
const post = (asked: Asked = {}, options: object = {}): Asked => ({
  ...asked,
  options: { reddit: { subreddit, ...options } },
})
const link = (options: object = {}, asked: Asked = {}): Asked =>
  post(asked, { url: 'https://example.com/film', ...options })

const rules: readonly Rule[] = [
  {
    rule: 'a subreddit or a subredditName',
    takes: [post(), { options: { reddit: { subredditName: 'polypost' } } }, post({}, { subreddit: 'u_somebody' })],
    refuses: [{}, { options: { reddit: { title: 'A title' } } }],
    code: 'subreddit_required',
  },
  {
    rule: 'one community, by either name',
    takes: [post({}, { subredditName: 'PolyPost' })],
    refuses: [post({}, { subredditName: 'another' })],
    code: 'conflicting_options',
  },
  {
    rule: 'the name of a community, without r/',
    takes: [post({}, { subreddit: 'a_1' })],
    refuses: [post({}, { subreddit: 'r/polypost' }), post({}, { subreddit: 'a'.repeat(25) })],
    code: 'validation_failed',
  },
  {
    rule: 'text posts and link posts upload no media',
    takes: [post(), link()],
    refuses: [post({ files: video() })],
    code: 'media_not_taken',
  },
  {
    rule: 'a link leaves media to the other platforms',
    takes: [link()],
    warns: [link({}, { files: images(1) }), link({}, { files: video() })],
    code: 'media_left_out',
  },
  {
    rule: 'a link post of a title alone',
    takes: [link({ title: 'A film' }, { message: ' ' })],
    refuses: [link({}, { message: ' ' })],
    code: 'title_required',
  },
  {
    rule: 'one image or GIF',
    takes: [post({ files: images(1) }), post({ files: [gif] })],
    refuses: [post({ files: images(2) }), post({ files: [gif, gif] })],
    code: 'too_many_media',
  },
  {
    rule: 'an image or a GIF',
    takes: [post({ files: [gif] })],
    refuses: [post({ files: [gif, ...images(1)] })],
    code: 'mixed_media',
  },
  {
    rule: 'images jpg, jpeg, png and gif',
    takes: (['image/jpeg', 'image/jpg', 'image/pjpeg', 'image/png'] as const).map((type) =>
      post({ files: [file(type)] }),
    ),
    refuses: [post({ files: [file('image/bmp')] })],
    code: 'media_type',
  },
  { rule: 'webp, as a JPEG', takes: [], warns: [post({ files: [file('image/webp')] })], code: 'media_converted' },
  {
    rule: 'an image or GIF up to 20 MB',
    takes: [post({ files: images(1, 'image/png', { size: 20 * MiB }) }), post({ files: [{ ...gif, size: 20 * MiB }] })],
    refuses: [
      post({ files: images(1, 'image/png', { size: 20 * MiB + 1 }) }),
      post({ files: [{ ...gif, size: 20 * MiB + 1 }] }),
    ],
    code: 'media_too_large',
  },
  {
    rule: 'no video; a link to where it is hosted',
    takes: [link()],
    refuses: [post({ files: video() }), ...otherVideos.map((type) => post({ files: [file(type)] }))],
    code: 'media_not_taken',
  },
  {
    rule: 'an address as link',
    takes: [link({ url: 'http://example.com/?a=1&b=2' })],
    refuses: [link({ url: 'example' }), link({ url: 'ftp://example.com' })],
    code: 'validation_failed',
  },
  {
    rule: 'a title of up to 300 characters, else as much of the first line',
    takes: [post({}, { title: 'a'.repeat(300) }), post({ message: `${'a'.repeat(400)}\nMore.` })],
    refuses: [post({}, { title: 'a'.repeat(301) })],
    code: 'validation_failed',
  },
  {
    rule: 'a title of an image',
    takes: [post({ message: ' ', files: images(1) }, { title: 'A title' })],
    refuses: [post({ message: ' ', files: images(1) }), post({ files: images(1) }, { title: ' ' })],
    code: 'title_required',
  },
  {
    rule: 'text of up to 40,000 characters',
    takes: [post({ message: 'a'.repeat(40_000) })],
    refuses: [post({ message: 'a'.repeat(40_001) })],
    code: 'text_too_long',
  },
  {
    rule: 'text of its own in its options',
    takes: [post({ message: 'a'.repeat(40_001) }, { message: 'Short.' })],
    refuses: [post({}, { message: 'a'.repeat(40_001) })],
    code: 'text_too_long',
  },
  {
    rule: 'a flair, and marks for NSFW and spoiler',
    takes: [post({}, { flair_id: 'a'.repeat(36), flair_text: 'a'.repeat(64), nsfw: true, spoiler: true })],
    refuses: [
      post({}, { flair_id: 'a'.repeat(37) }),
      post({}, { flair_text: 'a'.repeat(65) }),
      post({}, { nsfw: 'yes' }),
      post({}, { spoiler: 1 }),
    ],
    code: 'validation_failed',
  },
  {
    rule: 'no alt_text',
    takes: [post({ files: images(1) })],
    warns: [post({ files: images(1), altText: 'A cat.' })],
    code: 'alt_text_unsupported',
  },
  {
    rule: 'no cover',
    takes: [post({ files: images(1) })],
    warns: [post({ files: images(1), thumbnail: file('image/png') })],
    code: 'thumbnail_unsupported',
  },
  {
    rule: 'up to three comments',
    takes: [post({ comments: ['One.', 'Two.', 'Three.'] })],
    refuses: [post({ comments: ['One.', 'Two.', 'Three.', 'Four.'] })],
    code: 'validation_failed',
  },
  {
    rule: 'comments of up to 10,000 characters',
    takes: [post({ comments: ['a'.repeat(10_000)] })],
    refuses: [post({ comments: ['a'.repeat(10_001)] })],
    // No comment may be longer, on any platform.
    code: 'validation_failed',
  },
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

const endings: TestedPlatform['faults']['endings'] = {
  token: {
    ...repeated,
    token_expired: ended('reconnect_required'),
    token_revoked: ended('reconnect_required'),
    // For an ended login Reddit only says that the request is bad.
    duplicate: ended('reconnect_required'),
    media_rejected: ended('reconnect_required'),
    permission_missing: 'retried',
    daily_quota: 'retried',
  },
  // For an upload lease Reddit only says that it refuses one.
  upload: { ...repeated, ...commit, duplicate: failed('media_rejected') },
  create: {
    ...askedAbout,
    ...commit,
    // Reddit accepts the same post twice: one that is not found is not sent again.
    server_error: { unknown: 0 },
    timeout_before: { unknown: 0 },
    reset: { unknown: 0 },
  },
  comment: {
    ...followUp,
    // The same as for a post.
    server_error: warned('platform_unavailable'),
    timeout_before: warned('platform_unavailable'),
    reset: warned('platform_unavailable'),
    token_expired: 'published',
    token_revoked: { warned: 'reconnect_required', login: 'ended' },
    permission_missing: { warned: 'permission_missing', login: 'ended' },
    duplicate: warned('duplicate_content'),
    media_rejected: warned('media_rejected'),
    daily_quota: 'postponed',
  },
  read: { ...harmless, token_revoked: unasked, permission_missing: unasked },
}

const options = { subreddit }

function way({ operation }: Met): Way {
  if (operation === 'upload') return { options, media: 'image' }
  if (operation === 'token') return { options, message: (about) => `${about} [[sandbox:token_expired]]` }
  if (operation === 'read') return { options, message: (about) => `${about} [[sandbox:server_error_after]]` }
  return { options }
}

/**
 * A fault set by the control API affects the next call, so cases with the same calls run one after another:
 * every image is searched, and an expired login is renewed.
 */
function place({ operation, kind }: Met): Place {
  const renews = kind === 'token_expired' || kind === 'token_revoked'
  if (operation === 'read' || (operation === 'upload' && renews)) return { bench: 'second', line: 'reddit read' }
  if (operation === 'upload') return { bench: 'first', line: 'reddit upload' }
  return { bench: 'first', line: operation === 'token' || renews ? 'reddit token' : null }
}

/** Lost responses, and errors that end the login. */
const isSampled = ({ operation, kind }: Met): boolean =>
  operation === 'create' && ['timeout_before', 'server_error_after', 'malformed_json', 'token_expired'].includes(kind)

const { retried, unknown, ended: gaveUp, failed: failedAtOnce } = outcomes

const course = (name: string, more: Omit<Course, 'name'>): Course => ({ options, name, ...more })
const refused = (what: string, name: string, error: 'content_rejected' | 'platform_rejected' | 'media_rejected') =>
  course(what, { options: { subreddit: name }, seen: { ...failedAtOnce, error } })

const courses: readonly Course[] = [
  course('a post with five rate limit refusals fails', {
    text: '[[sandbox:rate_limit:5]]',
    seen: { ...gaveUp, status: 'failed', attempts: 5, error: 'rate_limited' },
  }),
  course('a post whose responses are all lost is sent once', { text: '[[sandbox:server_error_after:9]]', seen: {} }),
  course('a post that was lost is sent once, and requires a person', {
    text: '[[sandbox:timeout_before:9]]',
    seen: { ...unknown, posts: 0 },
  }),
  course('a post that is refused first and lost then is published once', {
    text: '[[sandbox:rate_limit]] [[sandbox:server_error_after]]',
    seen: retried,
  }),
  course('a link whose response is lost is published once', {
    options: { subreddit, url: 'https://example.com/film?a=1&b=<2>' },
    text: '[[sandbox:timeout_after]]',
    seen: {},
  }),
  course('an image that Reddit shows late is published once', {
    media: 'image',
    text: '[[sandbox:slow_processing]]',
    seen: {},
  }),
  course('an image whose response is lost is published once', {
    media: 'image',
    text: '[[sandbox:timeout_after]] [[sandbox:slow_processing]]',
    seen: {},
  }),
  course('an image that Reddit accepts and never shows requires a person', {
    media: 'image',
    text: '[[sandbox:processing_failed]]',
    seen: { ...unknown, posts: 0 },
  }),
  course('an image post that is lost requires a person', {
    media: 'image',
    text: '[[sandbox:reset]]',
    seen: { ...unknown, posts: 0 },
  }),
  course('an image whose bytes are lost is uploaded again', {
    media: 'image',
    fault: { operation: 'upload', kind: 'reset', after: 1 },
    seen: retried,
  }),
  course('an image that Reddit’s storage refuses fails', {
    media: 'image',
    fault: { operation: 'upload', kind: 'media_rejected', after: 1 },
    seen: { ...failedAtOnce, error: 'media_rejected' },
  }),
  course('three comments, of which the second is lost and the third refused, leave one warning', {
    comments: ['One.', 'Two. [[sandbox:server_error_after]]', 'Three. [[sandbox:duplicate]]'],
    seen: { comments: [1, 1, 0], warnings: ['duplicate_content'] },
  }),
  course('the same comment twice is two comments, even if the response to the second is lost', {
    comments: ['Again.', 'Again.'],
    fault: { operation: 'comment', kind: 'server_error_after', after: 1 },
    seen: { comments: [2, 2] },
  }),
  course('a comment without an ID in Reddit’s response is searched', {
    options: { subreddit: 'quarantined' },
    comments: ['One.', 'Two.'],
    seen: {},
  }),
  course('comments on a locked post leave warnings', {
    options: { subreddit: 'locked' },
    comments: ['One.', 'Two.'],
    seen: { comments: [0, 0], warnings: ['platform_rejected', 'platform_rejected'] },
  }),
  course('a renewal whose response is lost is repeated: the refresh token can be used again', {
    text: '[[sandbox:token_expired]]',
    fault: { operation: 'token', kind: 'timeout_after' },
    seen: retried,
  }),
  refused('a missing community fails with that reason', 'nowhere', 'content_rejected'),
  refused('a private community fails with that reason', 'private', 'platform_rejected'),
  refused('a community that accepts only links fails with that reason', 'links_only', 'platform_rejected'),
  refused('a community that requires a flair fails with that reason', 'flairs', 'content_rejected'),
  course('a flair is enough for such a community', {
    options: { subreddit: 'flairs', flair_text: 'News' },
    seen: {},
  }),
  course('a community without images refuses them', {
    options: { subreddit: 'no_images' },
    media: 'image',
    seen: { ...failedAtOnce, error: 'media_rejected' },
  }),
  course('an account that Reddit does not trust fails with that reason', {
    account: 'untrusted',
    seen: { ...failedAtOnce, error: 'platform_rejected' },
  }),
]

export const reddit: TestedPlatform = {
  rules,
  courses,
  faults: { endings, way, place, onPostgres: isSampled },
  creates: /\/api\/submit$/,
}
