import { type ContentRow, type DerivedType, media } from '../shared/content.ts'
import { gif, image, MB, video } from '../shared/requested.ts'

/** The documented rules of its posts, row by row. */
export const content: readonly ContentRow[] = [
  ['text posts have no media', {}, media(video()), ['media_not_taken']],
  ['an image post needs one image', media(image()), media(image(), image()), ['too_many_media']],
  ['or one GIF', media(gif()), media(gif(), image()), ['mixed_media']],
  ['up to 20 MB', media(image('image/png', { size: 20 * MB })), media(gif({ size: 20 * MB + 1 })), ['media_too_large']],
  [
    'and images too',
    media(gif({ size: 20 * MB })),
    media(image('image/png', { size: 20 * MB + 1 })),
    ['media_too_large'],
  ],
]

/** The post type that is derived from the media. */
export const derived: readonly DerivedType[] = [
  [{}, 'text'],
  [media(gif()), 'image'],
]
