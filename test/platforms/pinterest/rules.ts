import { each, file, GiB, gif, images, MiB, minuteInSeconds, otherVideos, video } from '../shared/files.ts'
import type { PostCase, Rule } from '../shared/tested.ts'

/** An image, with optional additions. */
const shown = (asked: PostCase = {}): PostCase => ({ files: images(1), ...asked })
const options = (given: object): PostCase => shown({ options: { pinterest: given } })

export const rules: readonly Rule[] = [
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
