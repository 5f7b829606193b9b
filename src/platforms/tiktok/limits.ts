import { GiB, MiB } from '../../domain/bytes.ts'
import type { PostType } from '../../domain/post-rules.ts'
import { hour, inSeconds, minute } from '../../domain/time.ts'
import { jpeg, one } from '../shared/ranges.ts'

const docs = 'developers.tiktok.com, Content Posting API, 2026-09-11'

const photoTypes = [...jpeg, 'image/webp'] as const

export const postTypes = [
  {
    name: 'video',
    text: { use: 'caption', max: 2_200, unit: 'utf16', overlong: 'refused', source: docs },
    media: [
      {
        video: {
          count: one,
          types: ['video/mp4', 'video/quicktime', 'video/webm'],
          maxBytes: 4 * GiB,
          seconds: { min: 0, max: inSeconds(10 * minute) },
          minWidth: 360,
          minHeight: 360,
          maxWidth: 4_096,
          maxHeight: 4_096,
          eligible: { maxSeconds: inSeconds(hour), who: 'creators to whom TikTok allows longer videos' },
          source: `Polypost interface (count, types); ${docs} (size, duration, pixels)`,
        },
      },
    ],
    notes: [
      'The caption is `title`, else the message. With post_mode MEDIA_UPLOAD the creator writes it in TikTok.',
      'TikTok sets the longest duration for each creator.',
      'A cover cannot be uploaded; video_cover_timestamp_ms chooses a frame.',
    ],
  },
  {
    name: 'photo',
    /** The description; the title is the start of it. */
    text: { use: 'caption', max: 4_000, unit: 'utf16', overlong: 'refused', source: docs },
    media: [
      {
        image: {
          count: { min: 1, max: 35 },
          types: photoTypes,
          maxBytes: 20 * MiB,
          thumbnail: { types: photoTypes, fromMedia: true, source: 'Polypost interface' },
          source: `Polypost interface (count, types); ${docs} (size)`,
        },
      },
    ],
    notes: [
      'The title, at most 90 characters, is `title`, else the start of the message.',
      'The description is `description`, else the message if it is longer than the title.',
      "TikTok's own limit for a photo is 1080p; a larger one is scaled down.",
      'TikTok fetches photos itself, so the media host must be public and verified in the TikTok app.',
    ],
  },
] as const satisfies readonly PostType[]
