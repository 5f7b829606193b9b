import {
  type ContentRow,
  type CoverRow,
  covered,
  type DerivedType,
  media,
  minutes,
  ofType,
  tall,
  wide,
} from '../shared/content.ts'
import { gif, image, MB, several, stored, video } from '../shared/requested.ts'

/** The documented rules of its posts, row by row. */
export const content: readonly ContentRow[] = [
  ['media is required', media(image()), {}, ['media_required']],
  [
    'a feed post is 1 image',
    ofType('feed', media(image())),
    ofType('feed', media(image(), image())),
    ['too_many_media'],
  ],
  ['or 1 video', ofType('feed', media(video())), ofType('feed', media(video(), image())), ['mixed_media']],
  ['a story is 1 image', ofType('story', media(image())), ofType('story', media(image(), image())), ['too_many_media']],
  ['or 1 video', ofType('story', media(video())), ofType('story'), ['media_required']],
  [
    'a reel is 1 video',
    ofType('reel', media(video())),
    ofType('reel', media(image())),
    ['media_not_taken', 'media_required'],
  ],
  [
    'a carousel has at least 2 items',
    ofType('carousel', media(image(), video())),
    ofType('carousel', media(image())),
    ['too_few_media'],
  ],
  [
    'a carousel has at most 10 mixed items',
    ofType('carousel', media(...several(5, image), ...several(5, video))),
    ofType('carousel', media(...several(6, image), ...several(5, video))),
    ['too_many_media'],
  ],
  ['images are jpg', media(image()), media(image('image/webp')), ['media_type']],
  ['images are png', media(image('image/png')), media(gif()), ['media_type']],
  ['video is mp4', media(video()), media(video({}, 'video/webm')), ['media_type']],
  ['video is mov', media(video({}, 'video/quicktime')), media(video({}, 'video/mpeg')), ['media_type']],
  ...(['feed', 'reel'] as const).flatMap((type): ContentRow[] => [
    [
      `a ${type} video has at least 3 seconds`,
      ofType(type, media(video({ seconds: 3 }))),
      ofType(type, media(video({ seconds: 2.99 }))),
      ['media_too_short'],
    ],
    [
      `a ${type} video has at most 15 minutes`,
      ofType(type, media(video({ seconds: minutes(15) }))),
      ofType(type, media(video({ seconds: minutes(15) + 1 }))),
      ['media_too_long'],
    ],
    [
      `a ${type} video has at most 300 MB`,
      ofType(type, media(video({ size: 300 * MB }))),
      ofType(type, media(video({ size: 300 * MB + 1 }))),
      ['media_too_large'],
    ],
  ]),
]

/** The post type that is derived from the media. */
export const derived: readonly DerivedType[] = [
  [media(image()), 'feed'],
  [media(video()), 'feed'],
  [media(video(), video()), 'carousel'],
  [media(...several(11, image)), null],
]

/** Covers of a video. */
export const covers: readonly CoverRow[] = [
  ['is jpg or png', covered(stored('image/png', tall)), covered(stored('image/webp', tall))],
  [
    'of a reel is 9:16',
    { postType: 'reel', ...covered(stored('image/png', tall)) },
    { postType: 'reel', ...covered(stored('image/png', wide)) },
  ],
  [
    'of a story is 9:16',
    { postType: 'story', ...covered(stored('image/png', tall)) },
    { postType: 'story', ...covered(stored('image/png', wide)) },
  ],
]
