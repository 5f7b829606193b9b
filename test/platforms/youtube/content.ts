import {
  type ContentRow,
  type CoverRow,
  covered,
  type DerivedType,
  hours,
  media,
  ofType,
  wide,
} from '../shared/content.ts'
import { GB, image, MB, stored, video } from '../shared/requested.ts'

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

/** Covers of a video. */
export const covers: readonly CoverRow[] = [
  ['is jpg', covered(stored('image/jpeg', wide)), covered(stored('image/webp', wide))],
  ['or png', covered(stored('image/png', wide)), covered(stored('image/gif', wide))],
  [
    'has up to 50 MB',
    covered(stored('image/png', { ...wide, size: 50 * MB })),
    covered(stored('image/png', { ...wide, size: 50 * MB + 1 })),
  ],
  ['is 16:9', covered(stored('image/png', wide)), covered(stored('image/png', { width: 1000, height: 1000 }))],
  [
    'is 16:9 as it is shown',
    covered(stored('image/png', { width: 720, height: 1280, rotation: 90 })),
    covered(stored('image/png', { ...wide, rotation: 90 })),
  ],
  [
    'is at least 640 px wide',
    covered(stored('image/png', { width: 640, height: 360 })),
    covered(stored('image/png', { width: 638, height: 359 })),
  ],
]
