import { type ContentRow, media, minutes } from '../shared/content.ts'
import { GB, gif, image, several, video } from '../shared/requested.ts'

/** The documented rules of its posts, row by row. */
export const content: readonly ContentRow[] = [
  ['up to 4 images', media(...several(4, image)), media(...several(5, image)), ['too_many_media']],
  ['or 1 video', media(video()), media(video(), video()), ['too_many_media']],
  ['or 1 GIF', media(gif()), media(gif(), gif()), ['too_many_media']],
  ['no mixing of images and video', media(image()), media(image(), video()), ['mixed_media']],
  ['a GIF stands alone', media(gif()), media(gif(), image()), ['mixed_media']],
  ['not even beside a video', media(gif()), media(gif(), video()), ['mixed_media']],
  ['jpg', media(image('image/jpeg')), media(image('image/bmp')), ['media_type']],
  ['png', media(image('image/png')), media(image('image/bmp')), ['media_type']],
  ['webp', media(image('image/webp')), media(image('image/bmp')), ['media_type']],
  ['mp4', media(video()), media(video({}, 'video/webm')), ['media_type']],
  ['mov', media(video({}, 'video/quicktime')), media(video({}, 'video/mpeg')), ['media_type']],
  ['video to 20 minutes', media(video({ seconds: 1_200 })), media(video({ seconds: 1_201 })), ['media_too_long']],
  ['video to 8 GB', media(video({ size: 8 * GB })), media(video({ size: 8 * GB + 1 })), ['media_too_large']],
  [
    'an eligible account: to 125 minutes',
    { ...media(video({ seconds: minutes(125) })), eligible: true },
    { ...media(video({ seconds: minutes(125) + 1 })), eligible: true },
    ['media_too_long'],
  ],
  [
    'an eligible account: to 16 GB',
    { ...media(video({ size: 16 * GB })), eligible: true },
    { ...media(video({ size: 16 * GB + 1 })), eligible: true },
    ['media_too_large'],
  ],
  [
    'text to 280, a link 23',
    { text: `${'a'.repeat(256)} https://example.com/${'b'.repeat(90)}` },
    { text: 'é'.repeat(281) },
    ['text_too_long'],
  ],
]
