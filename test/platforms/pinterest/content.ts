import { type ContentRow, media } from '../shared/content.ts'
import { GB, gif, image, MB, video } from '../shared/requested.ts'

/** The documented rules of its posts, row by row. */
export const content: readonly ContentRow[] = [
  ['exactly one image', media(image()), media(image(), image()), ['too_many_media']],
  ['not none', media(image()), {}, ['media_required']],
  ['or one GIF', media(gif()), media(gif(), gif()), ['too_many_media']],
  ['jpg', media(image('image/jpeg')), media(image('image/bmp')), ['media_type']],
  ['png', media(image('image/png')), media(image('image/bmp')), ['media_type']],
  ['webp', media(image('image/webp')), media(image('image/bmp')), ['media_type']],
  ['up to 32 MB', media(image('image/png', { size: 32 * MB })), media(gif({ size: 32 * MB + 1 })), ['media_too_large']],
  ['or exactly one video', media(video()), media(video(), video()), ['too_many_media']],
  ['mp4', media(video()), media(video({}, 'video/webm')), ['media_type']],
  ['mov', media(video({}, 'video/quicktime')), media(video({}, 'video/webm')), ['media_type']],
  ['from 4 seconds', media(video({ seconds: 4 })), media(video({ seconds: 3.9 })), ['media_too_short']],
  ['to 15 minutes', media(video({ seconds: 900 })), media(video({ seconds: 901 })), ['media_too_long']],
  ['up to 2 GB', media(video({ size: 2 * GB })), media(video({ size: 2 * GB + 1 })), ['media_too_large']],
  ['no mixing', media(video()), media(video(), image()), ['mixed_media']],
]
