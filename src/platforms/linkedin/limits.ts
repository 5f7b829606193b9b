import { GiB, MiB } from '../../domain/bytes.ts'
import type { PostType, TextRule } from '../../domain/post-rules.ts'
import { inSeconds, minute } from '../../domain/time.ts'
import { jpeg, one } from '../shared/ranges.ts'

const posts = 'learn.microsoft.com, LinkedIn Posts API, 2026-09-19'
const videos = 'learn.microsoft.com, LinkedIn Videos API, 2026-09-19'

export const comment = {
  use: 'required',
  max: 1_250,
  unit: 'utf16',
  overlong: 'refused',
  source: "Used by several clients, 2026-11-21; not in LinkedIn's documentation",
} as const satisfies TextRule

const altText = 4_086

/** LinkedIn's own limits of an image; it has none in bytes (learn.microsoft.com, Images API, 2026-09-19). */
export const maxPixels = 36_152_320
export const maxFrames = 250

/** Polypost accepts videos of up to 1 GB nevertheless, because other pages and clients name other limits. */
export const ownMaxVideo = 500 * MiB

export const postTypes = [
  {
    name: 'post',
    text: {
      use: 'caption',
      max: 3_000,
      // LinkedIn does not say what it counts; UTF-16 is what clients count, and never less than code points.
      unit: 'utf16',
      overlong: 'refused',
      source: "Error text of LinkedIn's Posts API (n8n issue 22899), 2026-11-21",
    },
    media: [
      {},
      {
        image: {
          count: one,
          types: [...jpeg, 'image/png'],
          altText,
          source: `Polypost interface (count, types); ${posts} (alternative text)`,
        },
      },
      {
        gif: {
          count: one,
          types: ['image/gif'],
          altText,
          source: `Polypost interface (count, types); ${posts} (alternative text)`,
        },
      },
      {
        video: {
          count: one,
          types: ['video/mp4'],
          maxBytes: GiB,
          seconds: { min: 3, max: inSeconds(30 * minute) },
          thumbnail: { types: [...jpeg, 'image/png'], source: videos },
          stricter: { maxBytes: ownMaxVideo, source: videos },
          source: 'Polypost interface',
        },
      },
    ],
    notes: [
      'Images and video are never combined.',
      "LinkedIn's documentation names 75 KB to 500 MB for a video; LinkedIn may refuse others.",
      "An image of 36,152,320 pixels or more and a GIF of more than 250 frames are refused; these limits are LinkedIn's own. LinkedIn names no limit in bytes.",
    ],
  },
] as const satisfies readonly PostType[]
