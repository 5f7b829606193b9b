import { GiB, MiB } from '../../domain/bytes.ts'
import type { MediaRule, PostType } from '../../domain/post-rules.ts'
import { inSeconds, minute } from '../../domain/time.ts'
import { jpeg, one } from '../shared/ranges.ts'

const openapi = 'developers.pinterest.com, OpenAPI 5.23.0, 2025-12-11'

const picture = {
  count: one,
  maxBytes: 32 * MiB,
  altText: 500,
  source: `Polypost interface (count, types, size); ${openapi} (alternative text)`,
} as const satisfies Omit<MediaRule, 'types'>

/**
 * In bytes: a picture up to this size is sent in the request as base64, so it needs no public address. Pinterest does not
 * document the largest request; 10 to 20 MB are considered safe (sheet of 2026-11-21).
 */
export const maxInline = 10 * MiB

export const postTypes = [
  {
    name: 'pin',
    text: {
      use: 'caption',
      max: 800,
      unit: 'characters',
      overlong: 'shortened',
      source: 'Polypost interface',
    },
    media: [
      { image: { ...picture, types: [...jpeg, 'image/png', 'image/webp'], converted: ['image/webp'] } },
      { gif: { ...picture, types: ['image/gif'] } },
      {
        video: {
          count: one,
          types: ['video/mp4', 'video/quicktime'],
          maxBytes: 2 * GiB,
          seconds: { min: 4, max: inSeconds(15 * minute) },
          altText: 500,
          thumbnail: { types: [...jpeg, 'image/png'], source: openapi },
          source: `Polypost interface (count, types, size, duration); ${openapi} (alternative text)`,
        },
      },
    ],
    notes: [
      'A board is required: boardId, or the board saved with the connection.',
      'A WebP image is converted to JPEG, which Pinterest certainly accepts.',
      'Pinterest fetches GIFs and images of more than 10 MB itself, so the media host has to be reachable from the internet.',
    ],
  },
] as const satisfies readonly PostType[]
