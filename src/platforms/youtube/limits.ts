import { GiB, MiB } from '../../domain/bytes.ts'
import type { MediaRule, PostType, TextRule, ThumbnailRule } from '../../domain/post-rules.ts'
import { hour, inSeconds, minute } from '../../domain/time.ts'
import { jpeg, landscape, one } from '../shared/ranges.ts'

const docs = 'developers.google.com, YouTube Data API v3, 2026-09-24'

/** The description of the video. */
const text = {
  use: 'caption',
  max: 5_000,
  unit: 'bytes',
  overlong: 'refused',
  source: docs,
} as const satisfies TextRule

export const comment = {
  use: 'required',
  max: 10_000,
  unit: 'characters',
  overlong: 'refused',
  source: "Commonly reported, 2026-11-21; not in YouTube's documentation",
} as const satisfies TextRule

const thumbnail = {
  types: [...jpeg, 'image/png'],
  maxBytes: 50 * MiB,
  source: 'Polypost interface',
} as const satisfies ThumbnailRule

const video = {
  count: one,
  types: ['video/mp4', 'video/quicktime', 'video/webm', 'video/x-matroska', 'video/x-msvideo', 'video/mpeg'],
  maxBytes: 256 * GiB,
  seconds: { min: 0, max: inSeconds(12 * hour) },
  source: `Polypost interface (size, duration); ${docs} (every type of video)`,
} as const satisfies MediaRule

const textNotes = [
  'The title is `title`, else the first line of the message, shortened to 100 characters; the description is the message.',
  'Neither title nor description may contain < or >.',
  'Tags: 500 characters in total, with a comma between two and two quotation marks around one with a space.',
] as const

export const postTypes = [
  {
    name: 'regular',
    text,
    media: [
      {
        video: {
          ...video,
          thumbnail: { ...thumbnail, aspect: landscape, minWidth: 640 },
          stricter: { maxSeconds: inSeconds(15 * minute), source: docs },
        },
      },
    ],
    notes: [
      ...textNotes,
      "YouTube's own limit is 15 minutes for a channel that is not verified.",
      'YouTube shows a square or vertical video of at most 3 minutes as a Short.',
    ],
  },
  {
    name: 'shorts',
    text,
    media: [
      {
        video: {
          ...video,
          seconds: { min: 0, max: inSeconds(3 * minute) },
          // A square counts as vertical: YouTube makes a Short of it.
          aspect: { min: 0, max: 1 },
          thumbnail: { ...thumbnail, mayNotShow: true },
          source: `Polypost interface (duration, vertical); ${docs} (square too, every type of video)`,
        },
      },
    ],
    notes: [...textNotes, 'YouTube may show a frame of the video instead of the thumbnail.'],
  },
] as const satisfies readonly PostType[]
