import { MiB } from '../../domain/bytes.ts'
import type { MediaRule, PostType, TextRule, ThumbnailRule } from '../../domain/post-rules.ts'
import { inSeconds, minute } from '../../domain/time.ts'
import { jpeg, one, portrait, upTo } from '../shared/ranges.ts'

const docs = 'developers.facebook.com, Instagram Platform: IG User Media, 2026-09-11'

const caption = {
  use: 'caption',
  max: 2_200,
  unit: 'characters',
  overlong: 'refused',
  source: docs,
} as const satisfies TextRule

export const comment = {
  use: 'required',
  max: 300,
  unit: 'characters',
  overlong: 'refused',
  source: 'Older documentation of the Instagram API, not restated in the pages of 2026-09-11',
} as const satisfies TextRule

const storyImage = {
  count: one,
  types: [...jpeg, 'image/png'],
  converted: ['image/png'],
  maxBytes: 8 * MiB,
  source: `Polypost interface (types); ${docs} (size, and only JPEG named)`,
} as const satisfies MediaRule

const image = {
  ...storyImage,
  // Documented as 4:5 to 1.91:1; a hundredth more lets through sides that were rounded, such as 1200 by 628.
  aspect: { min: 0.79, max: 1.92 },
  altText: 1_000,
  source: `Polypost interface (types); ${docs} (size, aspect, alternative text)`,
} as const satisfies MediaRule

const video = {
  count: one,
  types: ['video/mp4', 'video/quicktime'],
  maxWidth: 1_920,
  aspect: { min: 0.01, max: 10 },
  source: `Polypost interface (types); ${docs} (width, aspect)`,
} as const satisfies MediaRule

const cover = {
  types: [...jpeg, 'image/png'],
  maxBytes: 8 * MiB,
  source: `${docs} (size, JPEG; a PNG is converted)`,
} as const satisfies ThumbnailRule

const portraitCover = {
  ...cover,
  aspect: portrait,
  source: `Polypost interface (aspect); ${docs} (size, JPEG; a PNG is converted)`,
} as const satisfies ThumbnailRule

const reel = {
  ...video,
  maxBytes: 300 * MiB,
  seconds: { min: 3, max: inSeconds(15 * minute) },
  thumbnail: portraitCover,
  source: `Polypost interface (types, size, duration); ${docs} (width, aspect)`,
} as const satisfies MediaRule

const captionNote = "Instagram's own limits for a caption are 30 hashtags and 20 mentions."
const imageNote = 'A PNG image is converted to JPEG, the only type that Instagram documents.'

export const postTypes = [
  {
    name: 'feed',
    text: caption,
    media: [{ image }, { video: { ...reel, thumbnail: cover } }],
    notes: [captionNote, imageNote, 'A single video is published as a Reel that is shared to the feed.'],
  },
  {
    name: 'story',
    text: { use: 'none', max: null, unit: 'characters', overlong: 'refused', source: 'Polypost interface' },
    media: [
      { image: storyImage },
      {
        video: {
          ...video,
          maxBytes: 100 * MiB,
          seconds: { min: 3, max: 60 },
          aspect: { min: 0.1, max: 10 },
          thumbnail: portraitCover,
          source: `Polypost interface (types); ${docs} (size, duration, width, aspect)`,
        },
      },
    ],
    firstComments: false,
    notes: [
      'A story has no text, no comments and no paid partnership.',
      "A video has 3 to 60 seconds and at most 100 MB; these limits are Instagram's own.",
    ],
  },
  {
    name: 'reel',
    text: caption,
    media: [{ video: reel }],
    notes: [captionNote],
  },
  {
    name: 'carousel',
    text: caption,
    media: [
      {
        image: { ...image, count: upTo(10) },
        video: { ...video, count: upTo(10) },
        total: { min: 2, max: 10 },
      },
    ],
    notes: [
      captionNote,
      imageNote,
      'Instagram crops every item to the aspect ratio of the first.',
      "Instagram's own app limits a video in a carousel to 60 seconds; its API documentation names no limit.",
    ],
  },
] as const satisfies readonly PostType[]
