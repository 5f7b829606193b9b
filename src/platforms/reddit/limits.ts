import type { PostType, TextRule } from '../../domain/post-rules.ts'
import { jpeg, MiB, one } from '../units.ts'

const apiNotes = 'Pyprohly/reddit-api-doc-notes, 2024-07'

const text = {
  use: 'caption',
  max: 40_000,
  unit: 'characters',
  overlong: 'refused',
  source: apiNotes,
} as const satisfies TextRule

export const comment = { ...text, use: 'required', max: 10_000 } as const satisfies TextRule

const titleNote =
  'The title is `title`, else the first line of the message, at most 300 characters; the message is the body.'

export const postTypes = [
  { name: 'text', text: { ...text, use: 'required' }, media: [{}], notes: [titleNote] },
  {
    name: 'image',
    text,
    media: [
      {
        image: {
          count: one,
          types: [...jpeg, 'image/png', 'image/webp'],
          converted: ['image/webp'],
          maxBytes: 20 * MiB,
          source: 'Polypost interface (count, size); praw-dev/praw, 2026-08-17 (types)',
        },
      },
      { gif: { count: one, types: ['image/gif'], maxBytes: 20 * MiB, source: 'Polypost interface' } },
    ],
    notes: [titleNote, 'A WebP image is converted to JPEG. Reddit may show a GIF as a video.'],
  },
  {
    name: 'link',
    text,
    media: [{}],
    notes: [titleNote, 'Made where `url` is given. A video is posted as a link to where it is hosted.'],
  },
] as const satisfies readonly PostType[]
