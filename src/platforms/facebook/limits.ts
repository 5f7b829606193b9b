import { MiB } from '../../domain/bytes.ts'
import type { MediaRule, PostType, TextRule, ThumbnailRule } from '../../domain/post-rules.ts'
import { jpeg, one, portrait, upTo } from '../shared/ranges.ts'

const stories = 'developers.facebook.com, Page Stories API, 2026-09-11'
const reels = 'developers.facebook.com, Reels Publishing API, 2026-07-30'

const text = {
  use: 'caption',
  max: 63_206,
  unit: 'characters',
  overlong: 'refused',
  source: "Used by postiz-app, 2026-08-21; not in Meta's documentation",
} as const satisfies TextRule

export const comment = {
  use: 'required',
  max: 8_000,
  unit: 'characters',
  overlong: 'refused',
  source: "Commonly reported, 2026-11-21; not in Meta's documentation",
} as const satisfies TextRule

const photo = {
  count: one,
  types: [...jpeg, 'image/png', 'image/webp'],
  converted: ['image/webp'],
  maxBytes: 10 * MiB,
  altText: null,
  source: `Polypost interface (types); ${stories} (size, and WebP not named)`,
} as const satisfies MediaRule

const gif = {
  count: one,
  types: ['image/gif'],
  maxBytes: 10 * MiB,
  altText: null,
  source: `Polypost interface (types); ${stories} (size)`,
} as const satisfies MediaRule

const video = {
  count: one,
  types: ['video/mp4', 'video/quicktime'],
  source: 'Polypost interface',
} as const satisfies MediaRule

const thumbnail = {
  types: [...jpeg, 'image/png'],
  maxBytes: 10 * MiB,
  source: 'Polypost interface',
} as const satisfies ThumbnailRule

export const postTypes = [
  {
    name: 'feed',
    text: { ...text, insteadOption: 'link' },
    media: [
      {},
      { image: { ...photo, count: upTo(10) }, gif: { ...gif, count: upTo(10) }, total: { min: 1, max: 10 } },
      { video: { ...video, thumbnail } },
    ],
    notes: [
      'Images and video are never combined. A GIF is shown as a still picture.',
      'A WebP image is converted to JPEG.',
      "Facebook's documentation limits photos to 10 MB; one of its error messages names 4 MB.",
      'Facebook may show a feed video as a reel.',
    ],
  },
  {
    name: 'story',
    text: { use: 'none', max: null, unit: 'characters', overlong: 'refused', source: stories },
    media: [
      { image: photo },
      { gif },
      {
        video: {
          ...video,
          seconds: { min: 3, max: 60 },
          source: `Polypost interface (types); ${stories} (duration)`,
        },
      },
    ],
    firstComments: false,
    notes: ['A story has no text and no comments.', "A video has 3 to 60 seconds; this limit is Facebook's own."],
  },
  {
    name: 'reel',
    text,
    media: [
      {
        video: {
          ...video,
          seconds: { min: 3, max: 90 },
          minWidth: 540,
          minHeight: 960,
          aspect: portrait,
          thumbnail: { ...thumbnail, source: 'Polypost interface, as for a video of the feed' },
        },
      },
    ],
    notes: [`Facebook's own limit is 30 reels per Page in 24 hours (${reels}).`],
  },
] as const satisfies readonly PostType[]
