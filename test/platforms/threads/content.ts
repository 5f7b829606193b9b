import { type ContentRow, type DerivedType, media, ofType } from '../shared/content.ts'
import { gif, image, several, video } from '../shared/requested.ts'

/** The documented rules of its posts, row by row. */
export const content: readonly ContentRow[] = [
  ['text has no media', ofType('text'), ofType('text', media(image())), ['media_not_taken']],
  ['image is exactly 1', ofType('image', media(image())), ofType('image', media(image(), image())), ['too_many_media']],
  ['image needs 1', ofType('image', media(image())), ofType('image'), ['media_required']],
  ['jpg', ofType('image', media(image('image/jpeg'))), ofType('image', media(image('image/bmp'))), ['media_type']],
  ['png', ofType('image', media(image('image/png'))), ofType('image', media(gif())), ['media_type']],
  ['webp', ofType('image', media(image('image/webp'))), ofType('image', media(image('image/bmp'))), ['media_type']],
  ['video is exactly 1', ofType('video', media(video())), ofType('video', media(video(), video())), ['too_many_media']],
  ['mp4', ofType('video', media(video())), ofType('video', media(video({}, 'video/webm'))), ['media_type']],
  [
    'mov',
    ofType('video', media(video({}, 'video/quicktime'))),
    ofType('video', media(video({}, 'video/x-matroska'))),
    ['media_type'],
  ],
  [
    'a carousel has at least 2 items',
    ofType('carousel', media(image(), video())),
    ofType('carousel', media(video())),
    ['too_few_media'],
  ],
  [
    'a carousel has at most 20 items',
    ofType('carousel', media(...several(20, image))),
    ofType('carousel', media(...several(20, image), video())),
    ['too_many_media'],
  ],
  ['text to 500, an emoji as its bytes', { text: '🎉'.repeat(125) }, { text: '🎉'.repeat(126) }, ['text_too_long']],
]

/** The post type that is derived from the media. */
export const derived: readonly DerivedType[] = [
  [{}, 'text'],
  [media(image()), 'image'],
  [media(video()), 'video'],
  [media(image(), video()), 'carousel'],
]
