import { MiB } from '../../domain/bytes.ts'
import type { PostType, TextRule } from '../../domain/post-rules.ts'
import { jpeg, one } from '../shared/ranges.ts'

const apiNotes = 'Pyprohly/reddit-api-doc-notes, 2024-07'

const text = {
  use: 'caption',
  max: 40_000,
  unit: 'characters',
  overlong: 'refused',
  source: apiNotes,
} as const satisfies TextRule

export const comment = { ...text, use: 'required', max: 10_000 } as const satisfies TextRule

/** Longest title, in characters (Pyprohly/reddit-api-doc-notes, 2024-07). */
export const maxTitle = 300

/** In bytes (Polypost interface; in 2020 Reddit refused a larger image, PRAW issue 1359). */
export const maxImage = 20 * MiB

const titleNote =
  'The title is `title`, else the first line of the message, at most 300 characters. The message is the body, unless the title contains all of it.'

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
          maxBytes: maxImage,
          source: 'Polypost interface (count, size); praw-dev/praw, 2026-08-17 (types)',
        },
      },
      { gif: { count: one, types: ['image/gif'], maxBytes: maxImage, source: 'Polypost interface' } },
    ],
    notes: [titleNote, 'A WebP image is converted to JPEG. Reddit may show a GIF as a video.'],
  },
  {
    name: 'link',
    byOption: 'url',
    text: { ...text, insteadOption: 'url' },
    media: [{}],
    notes: [
      titleNote,
      'Used if `url` is set; the media of the post then go only to the other platforms. A video is posted as a link to where it is hosted.',
    ],
  },
] as const satisfies readonly PostType[]
