import { GiB, MiB } from '../../domain/bytes.ts'
import type { PostType, TextRule } from '../../domain/post-rules.ts'
import { inSeconds, minute } from '../../domain/time.ts'
import { jpeg, one } from '../shared/ranges.ts'

const docs = 'docs.x.com, 2026-08-22'

const text = {
  use: 'caption',
  max: 280,
  unit: 'weighted',
  overlong: 'refused',
  source: docs,
} as const satisfies TextRule

export const comment = { ...text, use: 'required' } as const satisfies TextRule

const altText = 1_000

/** The video limits that X's guides name for every account. */
export const standardVideo = { maxBytes: 512 * MiB, maxSeconds: 140 } as const

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
          maxBytes: 5 * MiB,
          altText,
          source: `Polypost interface (count, types); ${docs} (size)`,
        },
      },
      {
        gif: {
          count: one,
          types: ['image/gif'],
          maxBytes: 15 * MiB,
          maxWidth: 1_280,
          maxHeight: 1_080,
          altText,
          source: `Polypost interface (count); ${docs} (size, pixels)`,
        },
      },
      {
        video: {
          count: one,
          types: ['video/mp4', 'video/quicktime'],
          maxBytes: 8 * GiB,
          seconds: { min: 0.5, max: inSeconds(20 * minute) },
          minWidth: 32,
          minHeight: 32,
          aspect: { min: 1 / 3, max: 3 },
          eligible: { maxBytes: 16 * GiB, maxSeconds: inSeconds(125 * minute), who: 'Premium or verified accounts' },
          stricter: { ...standardVideo, source: docs },
          source: `Polypost interface (types, size, longest duration); ${docs} (shortest duration, pixels, aspect)`,
        },
      },
    ],
    notes: [
      'A post has images, one GIF or one video, never a combination.',
      'A link counts as 23 characters and an emoji as 2, whatever their length.',
      'X allows longer posts for Premium accounts; Polypost uses the limit for all accounts.',
      "X's own guide limits a video of an account without Premium to 140 seconds and 512 MB; X may refuse a longer or larger one.",
      'A GIF has at most 350 frames and 300 million pixels in all, a video at most 60 frames a second.',
      'X accepts at most one cashtag in a post that an app sends.',
    ],
  },
] as const satisfies readonly PostType[]
