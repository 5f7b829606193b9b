import { GiB, MiB } from '../../domain/bytes.ts'
import type { MediaRule, PostType, TextRule } from '../../domain/post-rules.ts'
import { inSeconds, minute } from '../../domain/time.ts'
import { jpeg, one, upTo } from '../shared/ranges.ts'

const docs = 'developers.facebook.com, Threads API: Overview, 2026-09-11'

const text = {
  use: 'caption',
  max: 500,
  unit: 'emoji_bytes',
  overlong: 'refused',
  source: 'developers.facebook.com, Threads API: Posts, 2026-04-14',
} as const satisfies TextRule

export const comment = { ...text, use: 'required' } as const satisfies TextRule

const image = {
  count: one,
  types: [...jpeg, 'image/png', 'image/webp'],
  converted: ['image/webp'],
  maxBytes: 8 * MiB,
  aspect: { min: 0.1, max: 10 },
  altText: 1_000,
  source: `Polypost interface (types); ${docs} (size, aspect, alternative text, and WebP not named)`,
} as const satisfies MediaRule

const video = {
  count: one,
  types: ['video/mp4', 'video/quicktime'],
  maxBytes: GiB,
  seconds: { min: 0, max: inSeconds(5 * minute) },
  maxWidth: 1_920,
  aspect: { min: 0.01, max: 10 },
  altText: 1_000,
  source: `Polypost interface (types); ${docs} (size, duration, width, aspect, alternative text)`,
} as const satisfies MediaRule

const textNotes = [
  'An emoji counts as many characters as it has bytes in UTF-8.',
  'A post or a comment has at most five different links.',
] as const

const imageNotes = [...textNotes, 'A WebP image is converted to JPEG.'] as const

const frameRate = 'A video has at most 60 frames a second.'

export const postTypes = [
  { name: 'text', text: { ...text, use: 'required' }, media: [{}], notes: textNotes },
  { name: 'image', text, media: [{ image }], notes: imageNotes },
  { name: 'video', text, media: [{ video }], notes: [...textNotes, frameRate] },
  {
    name: 'carousel',
    text,
    media: [{ image: { ...image, count: upTo(20) }, video: { ...video, count: upTo(20) }, total: { min: 2, max: 20 } }],
    notes: [...imageNotes, frameRate],
  },
] as const satisfies readonly PostType[]
