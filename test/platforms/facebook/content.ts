import { type ContentRow, type CoverRow, covered, type DerivedType, media, ofType } from '../shared/content.ts'
import { gif, image, MB, several, stored, video } from '../shared/requested.ts'

/** The documented rules of its posts, row by row. */
export const content: readonly ContentRow[] = [
  ['a feed post is text alone', {}, { text: ' ' }, ['text_required']],
  ['up to 10 images', media(...several(10, image)), media(...several(11, image)), ['too_many_media']],
  ['1 video', media(video()), media(video(), video()), ['too_many_media']],
  ['images and video are not mixed', media(image(), image()), media(image(), video()), ['mixed_media']],
  ['images are jpg', media(image('image/jpeg')), media(image('image/bmp')), ['media_type']],
  ['images are png', media(image('image/png')), media(image('image/bmp')), ['media_type']],
  ['images are gif', media(gif()), media(image('image/bmp')), ['media_type']],
  ['images are webp', media(image('image/webp')), media(image('image/bmp')), ['media_type']],
  ['video is mp4', media(video({}, 'video/mp4')), media(video({}, 'video/webm')), ['media_type']],
  ['video is mov', media(video({}, 'video/quicktime')), media(video({}, 'video/x-msvideo')), ['media_type']],
  ['a story is 1 image', ofType('story', media(image())), ofType('story', media(image(), image())), ['too_many_media']],
  ['or a GIF', ofType('story', media(gif())), ofType('story', media(gif(), gif())), ['too_many_media']],
  ['or 1 video', ofType('story', media(video())), ofType('story'), ['media_required']],
  ['a reel is 1 video', ofType('reel', media(video())), ofType('reel', media(video(), video())), ['too_many_media']],
  [
    'and no image',
    ofType('reel', media(video())),
    ofType('reel', media(image())),
    ['media_not_taken', 'media_required'],
  ],
  [
    'a reel is mp4 or mov',
    ofType('reel', media(video({}, 'video/quicktime'))),
    ofType('reel', media(video({}, 'video/webm'))),
    ['media_type'],
  ],
  [
    'a reel is 9:16',
    ofType('reel', media(video({ width: 1080, height: 1920 }))),
    ofType('reel', media(video({ width: 1080, height: 1350 }))),
    ['media_aspect_ratio'],
  ],
  [
    'a reel is 9:16 as it is shown',
    ofType('reel', media(video({ width: 1920, height: 1080, rotation: 90 }))),
    ofType('reel', media(video({ width: 1080, height: 1920, rotation: 270 }))),
    ['media_aspect_ratio'],
  ],
  [
    'a reel has at least 540 by 960 pixels',
    ofType('reel', media(video({ width: 540, height: 960 }))),
    ofType('reel', media(video({ width: 538, height: 956 }))),
    ['media_too_narrow', 'media_too_low'],
  ],
  [
    'a reel has at least 3 seconds',
    ofType('reel', media(video({ seconds: 3 }))),
    ofType('reel', media(video({ seconds: 2.9 }))),
    ['media_too_short'],
  ],
  [
    'a reel has at most 90 seconds',
    ofType('reel', media(video({ seconds: 90 }))),
    ofType('reel', media(video({ seconds: 90.1 }))),
    ['media_too_long'],
  ],
]

/** The post type that is derived from the media. */
export const derived: readonly DerivedType[] = [[media(video()), 'feed']]

/** Covers of a video. */
export const covers: readonly CoverRow[] = [
  ['is jpg', covered(stored('image/jpeg')), covered(stored('image/webp'))],
  [
    'has up to 10 MB',
    covered(stored('image/png', { size: 10 * MB })),
    covered(stored('image/png', { size: 10 * MB + 1 })),
  ],
]
