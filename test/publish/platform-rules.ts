import type { MediaFacts } from '../../src/domain/media-facts.ts'
import type { MediaType } from '../../src/domain/media-types.ts'
import type { SimulatedPlatform } from '../harness/publishing.ts'

export type File = Pick<MediaFacts, 'contentType'> & Partial<MediaFacts>

export interface Asked {
  readonly message?: string
  readonly files?: readonly File[]
  readonly altText?: string
  readonly comments?: readonly string[]
  readonly options?: object
}

export interface Rule {
  readonly rule: string
  readonly takes: readonly Asked[]
  readonly refuses?: readonly Asked[]
  /** What is published with less than was asked for. */
  readonly warns?: readonly Asked[]
  /** Of every refusal or warning; `validation_failed` where it is one of the request's shape. */
  readonly code: string
  readonly by?: 'premium'
}

const GiB = 1_024 ** 3
export const minute = 60

const file = (contentType: MediaType, facts: Partial<MediaFacts> = {}): File => ({ contentType, ...facts })
const images = (count: number, type: MediaType = 'image/jpeg', facts: Partial<MediaFacts> = {}) =>
  Array.from({ length: count }, () => file(type, facts))
export const video = (facts: Partial<MediaFacts> = {}) => [file('video/mp4', facts)]
const gif = file('image/gif', { animated: true, frames: 10 })
const each = (types: readonly MediaType[]): Asked[] => types.map((type) => ({ files: [file(type)] }))

const others: readonly MediaType[] = ['video/webm', 'video/x-matroska', 'video/x-msvideo', 'video/mpeg']

/** The interface's row of each platform, rule by rule. */
export const rules: Readonly<Record<SimulatedPlatform, readonly Rule[]>> = {
  bluesky: [
    {
      rule: 'text of up to 300 characters, as people count them',
      takes: [{ message: 'a'.repeat(300) }, { message: '👩‍👩‍👧‍👦'.repeat(100) }],
      refuses: [{ message: 'a'.repeat(301) }],
      code: 'text_too_long',
    },
    {
      rule: 'text of its own in its options',
      takes: [{ message: 'a'.repeat(301), options: { bluesky: { message: 'Short.' } } }],
      refuses: [{ options: { bluesky: { message: 'a'.repeat(301) } } }],
      code: 'text_too_long',
    },
    {
      rule: 'up to four images',
      takes: [{ files: images(1) }, { files: images(4) }],
      refuses: [{ files: images(5) }],
      code: 'too_many_media',
    },
    {
      rule: 'images jpg, jpeg, png and webp',
      takes: each(['image/jpeg', 'image/jpg', 'image/pjpeg', 'image/png', 'image/webp']),
      refuses: each(['image/bmp', 'image/gif']),
      code: 'media_type',
    },
    {
      rule: 'an image of up to 2 MB',
      takes: [{ files: images(4, 'image/png', { size: 2_000_000 }) }],
      refuses: [{ files: images(1, 'image/png', { size: 2_000_001 }) }],
      code: 'media_too_large',
    },
    {
      rule: 'one video',
      takes: [{ files: video() }],
      refuses: [{ files: [...video(), ...video()] }],
      code: 'too_many_media',
    },
    {
      rule: 'a video of mp4',
      takes: [{ files: video() }],
      refuses: each(['video/quicktime', ...others]),
      code: 'media_type',
    },
    {
      rule: 'a video of up to 300 MB',
      takes: [{ files: video({ size: 300_000_000 }) }],
      refuses: [{ files: video({ size: 300_000_001 }) }],
      code: 'media_too_large',
    },
    {
      rule: 'images or a video',
      takes: [{ files: images(4) }, { files: video() }],
      refuses: [{ files: [...images(1), ...video()] }],
      code: 'mixed_media',
    },
    {
      rule: 'up to three languages',
      takes: [{ options: { bluesky: { languages: ['en', 'pt-BR', 'pl'] } } }],
      refuses: [{ options: { bluesky: { languages: ['en', 'pt-BR', 'pl', 'de'] } } }],
      code: 'validation_failed',
    },
    {
      rule: 'langs as another name of languages',
      takes: [{ options: { bluesky: { langs: ['en', 'pt-BR', 'pl'] } } }],
      refuses: [{ options: { bluesky: { langs: ['en', 'pt-BR', 'pl', 'de'] } } }],
      code: 'validation_failed',
    },
    {
      rule: 'one of the two names at a time',
      takes: [{ options: { bluesky: { langs: ['en'] } } }],
      refuses: [{ options: { bluesky: { langs: ['en'], languages: ['en'] } } }],
      code: 'conflicting_options',
    },
    {
      rule: 'alt_text of an image and of a video',
      takes: [
        { files: images(2), altText: 'a'.repeat(2_000) },
        { files: video(), altText: 'A film.' },
      ],
      warns: [{ files: images(1), altText: 'a'.repeat(2_001) }],
      code: 'text_shortened',
    },
    {
      rule: 'up to three replies',
      takes: [{ comments: ['One.', 'Two.', 'Three.'] }],
      refuses: [{ comments: ['One.', 'Two.', 'Three.', 'Four.'] }],
      code: 'validation_failed',
    },
    {
      rule: 'replies of up to 300 characters',
      takes: [{ comments: ['a'.repeat(300)] }],
      refuses: [{ comments: ['a'.repeat(301)] }],
      code: 'comment_too_long',
    },
  ],
  x: [
    {
      rule: 'text of up to 280 as X weighs it, where a link weighs 23',
      takes: [{ message: 'a'.repeat(280) }, { message: `https://example.com/${'a'.repeat(400)}` }],
      refuses: [{ message: 'a'.repeat(281) }, { message: '語'.repeat(141) }],
      code: 'text_too_long',
    },
    {
      rule: 'text of its own in the options of either name',
      takes: ['x', 'twitter'].map((name) => ({
        message: 'a'.repeat(281),
        options: { [name]: { message: 'Short.' } },
      })),
      refuses: ['x', 'twitter'].map((name) => ({ options: { [name]: { message: 'a'.repeat(281) } } })),
      code: 'text_too_long',
    },
    {
      rule: 'up to four images',
      takes: [{ files: images(1) }, { files: images(4) }],
      refuses: [{ files: images(5) }],
      code: 'too_many_media',
    },
    {
      rule: 'images jpg, jpeg, png, webp and gif',
      takes: each(['image/jpeg', 'image/jpg', 'image/pjpeg', 'image/png', 'image/webp', 'image/gif']),
      refuses: each(['image/bmp']),
      code: 'media_type',
    },
    {
      rule: 'one GIF',
      takes: [{ files: [gif] }],
      refuses: [{ files: [gif, gif] }],
      code: 'too_many_media',
    },
    {
      rule: 'a GIF alone, images alone, a video alone',
      takes: [{ files: [gif] }, { files: images(2) }, { files: video() }],
      refuses: [{ files: [gif, ...images(1)] }, { files: [gif, ...video()] }, { files: [...images(1), ...video()] }],
      code: 'mixed_media',
    },
    {
      rule: 'one video',
      takes: [{ files: video() }],
      refuses: [{ files: [...video(), ...video()] }],
      code: 'too_many_media',
    },
    {
      rule: 'a video of mp4 or mov',
      takes: each(['video/mp4', 'video/quicktime']),
      refuses: each(others),
      code: 'media_type',
    },
    {
      rule: 'a video of up to 20 minutes',
      takes: [{ files: video({ seconds: 20 * minute }) }],
      refuses: [{ files: video({ seconds: 20 * minute + 1 }) }],
      code: 'media_too_long',
    },
    {
      rule: 'a video of up to 8 GB',
      takes: [{ files: video({ size: 8 * GiB }) }],
      refuses: [{ files: video({ size: 8 * GiB + 1 }) }],
      code: 'media_too_large',
    },
    {
      rule: 'a video of up to 125 minutes of an eligible account',
      takes: [{ files: video({ seconds: 125 * minute }) }],
      refuses: [{ files: video({ seconds: 125 * minute + 1 }) }],
      code: 'media_too_long',
      by: 'premium',
    },
    {
      rule: 'a video of up to 16 GB of an eligible account',
      takes: [{ files: video({ size: 16 * GiB }) }],
      refuses: [{ files: video({ size: 16 * GiB + 1 }) }],
      code: 'media_too_large',
      by: 'premium',
    },
    {
      rule: 'alt_text of an image and of a GIF',
      takes: [
        { files: images(4), altText: 'a'.repeat(1_000) },
        { files: [gif], altText: 'It moves.' },
      ],
      warns: [{ files: images(1), altText: 'a'.repeat(1_001) }],
      code: 'text_shortened',
    },
    {
      rule: 'no alt_text of a video',
      takes: [{ files: video() }],
      warns: [{ files: video(), altText: 'A film.' }],
      code: 'alt_text_unsupported',
    },
    {
      rule: 'up to three comments',
      takes: [{ comments: ['One.', 'Two.', 'Three.'] }],
      refuses: [{ comments: ['One.', 'Two.', 'Three.', 'Four.'] }],
      code: 'validation_failed',
    },
    {
      rule: 'comments of up to 280 as X weighs them',
      takes: [{ comments: ['a'.repeat(280)] }],
      refuses: [{ comments: ['a'.repeat(281)] }],
      code: 'comment_too_long',
    },
  ],
}
