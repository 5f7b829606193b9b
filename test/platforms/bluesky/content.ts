import { type ContentRow, media } from '../shared/content.ts'
import { gif, image, several, video } from '../shared/requested.ts'

/** The documented rules of its posts, row by row. */
export const content: readonly ContentRow[] = [
  ['text alone', {}, { text: '\n' }, ['text_required']],
  ['up to four images', media(...several(4, image)), media(...several(5, image)), ['too_many_media']],
  ['jpg', media(image('image/jpeg')), media(gif()), ['media_type']],
  ['png', media(image('image/png')), media(image('image/bmp')), ['media_type']],
  ['webp', media(image('image/webp')), media(image('image/bmp')), ['media_type']],
  [
    'up to 2 MB each',
    media(image('image/png', { size: 2_000_000 })),
    media(image(), image('image/png', { size: 2_000_001 })),
    ['media_too_large'],
  ],
  ['or one video', media(video()), media(video(), image()), ['mixed_media']],
  ['mp4', media(video()), media(video({}, 'video/quicktime')), ['media_type']],
  ['up to 300 MB', media(video({ size: 300_000_000 })), media(video({ size: 300_000_001 })), ['media_too_large']],
  [
    'text to 300 characters',
    { text: '👨‍👩‍👧'.repeat(100) + 'é'.repeat(200) },
    { text: 'a'.repeat(301) },
    ['text_too_long'],
  ],
  ['and to 3,000 bytes', { text: '👨‍👩‍👧'.repeat(166) }, { text: '👨‍👩‍👧'.repeat(167) }, ['text_too_long']],
  [
    'up to three replies',
    { comments: ['1', '2', 'a'.repeat(300)] },
    { comments: ['1', '2', 'a'.repeat(301)] },
    ['comment_too_long'],
  ],
]
