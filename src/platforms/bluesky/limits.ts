import type { PostType, TextRule } from '../../domain/post-rules.ts'
import { inSeconds, minute } from '../../domain/time.ts'
import { jpeg, one } from '../shared/ranges.ts'

const lexicons = 'bluesky-social/atproto lexicons, 2026-08-20'
const guide = 'bluesky-social/bsky-docs, 2026-09'

const text = {
  use: 'caption',
  max: 300,
  unit: 'graphemes',
  maxBytes: 3_000,
  overlong: 'refused',
  source: `Polypost interface; ${lexicons} (graphemes, bytes)`,
} as const satisfies TextRule

export const comment = { ...text, use: 'required' } as const satisfies TextRule

// The lexicons set no limit; Bluesky's own app accepts at most this many characters (2026-11-21).
const altText = 2_000

export const postTypes = [
  {
    name: 'post',
    text,
    media: [
      {},
      {
        image: {
          count: { min: 1, max: 4 },
          types: [...jpeg, 'image/png', 'image/webp'],
          // Decimal megabytes, as in the lexicons, for the video too.
          maxBytes: 2_000_000,
          altText,
          source: `Polypost interface (count, types, size); ${lexicons} (size in bytes)`,
        },
      },
      {
        video: {
          count: one,
          types: ['video/mp4'],
          maxBytes: 300_000_000,
          seconds: { min: 0, max: inSeconds(10 * minute) },
          altText,
          source: `Polypost interface (count, types, size); ${lexicons} (size in bytes); ${guide} (duration)`,
        },
      },
    ],
    notes: [
      'Images and video are never combined.',
      "Bluesky's own limits are 3,000 bytes of UTF-8 for a text, and a daily number of videos for each account.",
    ],
  },
] as const satisfies readonly PostType[]
