import { type ContentRow, type DerivedType, hours, media, ofType } from '../shared/content.ts'
import { GB, image, video } from '../shared/requested.ts'

/** The documented rules of its posts, row by row. */
export const content: readonly ContentRow[] = [
  ['exactly one video', media(video()), {}, ['media_required']],
  ['no second video', media(video()), media(video(), video()), ['too_many_media']],
  ['no images', media(video()), media(image()), ['media_not_taken', 'media_required']],
  ['no images beside it', media(video()), media(video(), image()), ['media_not_taken']],
  [
    'regular to 12 hours',
    media(video({ seconds: hours(12) })),
    media(video({ seconds: hours(12) + 1 })),
    ['media_too_long'],
  ],
  ['regular to 256 GB', media(video({ size: 256 * GB })), media(video({ size: 256 * GB + 1 })), ['media_too_large']],
  [
    'shorts to 3 minutes',
    ofType('shorts', media(video({ seconds: 180 }))),
    ofType('shorts', media(video({ seconds: 180.5 }))),
    ['media_too_long'],
  ],
  [
    'shorts are vertical',
    ofType('shorts', media(video({ width: 1080, height: 1920 }))),
    ofType('shorts', media(video({ width: 1920, height: 1080 }))),
    ['media_aspect_ratio'],
  ],
]

/** The post type that is derived from the media. */
export const derived: readonly DerivedType[] = [[media(video({ seconds: 30 })), 'regular']]
