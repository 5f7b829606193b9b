import { type ContentRow, type DerivedType, media, ofType } from '../shared/content.ts'
import { gif, image, several, video } from '../shared/requested.ts'

/** The documented rules of its posts, row by row. */
export const content: readonly ContentRow[] = [
  ['one video', ofType('video', media(video())), ofType('video', media(video(), video())), ['too_many_media']],
  ['mp4', media(video()), media(video({}, 'video/x-msvideo')), ['media_type']],
  ['mov', media(video({}, 'video/quicktime')), media(video({}, 'video/mpeg')), ['media_type']],
  ['webm', media(video({}, 'video/webm')), media(video({}, 'video/x-matroska')), ['media_type']],
  [
    'up to 35 images',
    ofType('photo', media(...several(35, image))),
    ofType('photo', media(...several(36, image))),
    ['too_many_media'],
  ],
  ['images are jpg', media(image()), media(image('image/png')), ['media_type']],
  ['images are webp', media(image('image/webp')), media(gif()), ['media_type']],
  [
    'a photo has no video',
    ofType('photo', media(image())),
    ofType('photo', media(video())),
    ['media_not_taken', 'media_required'],
  ],
  ['media is required', media(image()), {}, ['media_required']],
]

/** The post type that is derived from the media. */
export const derived: readonly DerivedType[] = [
  [media(video()), 'video'],
  [media(image(), image()), 'photo'],
]
