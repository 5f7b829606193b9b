import { file, gif, images, MiB, otherVideos, video } from '../shared/files.ts'
import type { PostCase, Rule } from '../shared/tested.ts'

export const subreddit = 'polypost'

/** A post to a community, with optional additions. */
const post = (asked: PostCase = {}, options: object = {}): PostCase => ({
  ...asked,
  options: { reddit: { subreddit, ...options } },
})
const link = (options: object = {}, asked: PostCase = {}): PostCase =>
  post(asked, { url: 'https://example.com/film', ...options })

export const rules: readonly Rule[] = [
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
