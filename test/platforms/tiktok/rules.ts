import type { MediaFacts } from '../../../src/domain/media-facts.ts'
import type { MediaType } from '../../../src/domain/media-types.ts'
import { file, GiB, gif, images, MiB, minuteInSeconds } from '../shared/files.ts'
import type { PostCase, Rule } from '../shared/tested.ts'

export const forAll = { privacy_level: 'PUBLIC_TO_EVERYONE' } as const

const saying = (options: object) => ({ options: { tiktok: { ...forAll, ...options } } })

const films = (facts: Partial<MediaFacts> = {}, type: MediaType = 'video/mp4') => [
  file(type, { width: 720, height: 1_280, ...facts }),
]

const filmed = (facts: Partial<MediaFacts> = {}, options: object = {}): PostCase => ({
  files: films(facts),
  ...saying(options),
})

const photos = (count: number, options: object = {}, facts: Partial<MediaFacts> = {}): PostCase => ({
  files: images(count, 'image/jpeg', facts),
  ...saying(options),
})

const each = (types: readonly MediaType[]): PostCase[] =>
  types.map((type) => ({ files: /^video/.test(type) ? films({}, type) : [file(type)], ...saying({}) }))

export const rules: readonly Rule[] = [
  {
    rule: 'a video or photos, and never text alone',
    takes: [filmed(), photos(1)],
    refuses: [saying({})],
    code: 'media_required',
  },
  {
    rule: 'one video and no more',
    takes: [filmed()],
    refuses: [{ files: [...films(), ...films()], ...saying({}) }],
    code: 'too_many_media',
  },
  {
    rule: 'a video of mp4, mov or webm',
    takes: each(['video/mp4', 'video/quicktime', 'video/webm']),
    refuses: each(['video/x-matroska', 'video/x-msvideo', 'video/mpeg']),
    code: 'media_type',
  },
  {
    rule: 'a video where `post_type` says video, and photos where it says photo',
    takes: [filmed({}, { post_type: 'video' }), photos(2, { post_type: 'photo' })],
    refuses: [{ files: [...films(), ...images(1)], ...saying({ post_type: 'video' }) }],
    code: 'media_not_taken',
  },
  {
    rule: 'up to 35 photos',
    takes: [photos(1), photos(35)],
    refuses: [photos(36)],
    code: 'too_many_media',
  },
  {
    rule: 'photos jpg, jpeg and webp',
    takes: each(['image/jpeg', 'image/jpg', 'image/pjpeg', 'image/webp']),
    refuses: [...each(['image/png', 'image/bmp']), { files: [gif], ...saying({}) }],
    code: 'media_type',
  },
  {
    rule: 'a photo of up to 20 MiB',
    takes: [photos(1, {}, { size: 20 * MiB })],
    refuses: [photos(1, {}, { size: 20 * MiB + 1 })],
    code: 'media_too_large',
  },
  {
    rule: 'a video of up to 4 GiB',
    takes: [filmed({ size: 4 * GiB })],
    refuses: [filmed({ size: 4 * GiB + 1 })],
    code: 'media_too_large',
  },
  {
    rule: 'a video of up to ten minutes',
    takes: [filmed({ seconds: 10 * minuteInSeconds })],
    refuses: [filmed({ seconds: 10 * minuteInSeconds + 1 })],
    code: 'media_too_long',
  },
  {
    rule: 'a video of up to an hour of creators who may',
    by: 'lengthy',
    takes: [filmed({ seconds: 60 * minuteInSeconds })],
    refuses: [filmed({ seconds: 60 * minuteInSeconds + 1 })],
    code: 'media_too_long',
  },
  {
    rule: 'a video of at least 360 pixels a side',
    takes: [filmed({ width: 360, height: 640 })],
    refuses: [filmed({ width: 359 })],
    code: 'media_too_narrow',
  },
  {
    rule: 'a video of at most 4,096 pixels a side',
    takes: [filmed({ height: 4_096 })],
    refuses: [filmed({ height: 4_097 })],
    code: 'media_too_high',
  },
  {
    rule: 'a caption of up to 2,200 UTF-16 units',
    takes: [{ ...filmed(), message: '🎉'.repeat(1_100) }],
    refuses: [{ ...filmed(), message: `${'🎉'.repeat(1_100)}a` }],
    code: 'text_too_long',
  },
  {
    rule: 'a description of photos of up to 4,000 UTF-16 units',
    takes: [{ ...photos(1), message: 'a'.repeat(4_000) }],
    refuses: [{ ...photos(1), message: 'a'.repeat(4_001) }],
    code: 'text_too_long',
  },
  {
    rule: 'a title of photos of up to 90 UTF-16 units',
    takes: [photos(1, { title: 'a'.repeat(90) }), filmed({}, { title: 'a'.repeat(91) })],
    refuses: [photos(1, { title: 'a'.repeat(91) })],
    code: 'title_too_long',
  },
  {
    rule: 'a text of its own in its options',
    takes: [{ ...filmed({}, { message: 'Short.' }), message: 'a'.repeat(2_201) }],
    refuses: [filmed({}, { message: 'a'.repeat(2_201) })],
    code: 'text_too_long',
  },
  {
    rule: 'a direct post with a `privacy_level` that the creator has chosen, and the inbox without',
    takes: [filmed(), { files: films(), options: { tiktok: { post_mode: 'MEDIA_UPLOAD' } } }],
    refuses: [{ files: films() }, { files: films(), options: { tiktok: { post_mode: 'DIRECT_POST' } } }],
    code: 'privacy_level_required',
  },
  {
    rule: 'photos by PULL_FROM_URL only, a video in both ways',
    takes: [
      photos(1, { source: 'PULL_FROM_URL' }),
      filmed({}, { source: 'PULL_FROM_URL' }),
      filmed({}, { source: 'FILE_UPLOAD' }),
    ],
    refuses: [photos(1, { source: 'FILE_UPLOAD' })],
    code: 'source_not_taken',
  },
  {
    rule: 'a cover among the photos that there are',
    takes: [photos(2, { photo_cover_index: 1 })],
    refuses: [photos(2, { photo_cover_index: 2 })],
    code: 'no_such_photo',
  },
  {
    rule: 'a cover of photos that is one of them',
    takes: [photos(2)],
    warns: [{ ...photos(2), thumbnail: file('image/jpeg') }],
    code: 'thumbnail_skipped',
  },
  {
    rule: 'no cover of a video',
    takes: [filmed({}, { video_cover_timestamp_ms: 500 })],
    warns: [{ ...filmed({}, { video_cover_timestamp_ms: 500 }), thumbnail: file('image/jpeg') }],
    code: 'thumbnail_unsupported',
  },
  {
    rule: 'no comments',
    takes: [filmed()],
    warns: [{ ...filmed(), comments: ['One.'] }],
    code: 'comments_unsupported',
  },
  {
    rule: 'no alt_text',
    takes: [photos(1)],
    warns: [{ ...photos(1), altText: 'A cat.' }],
    code: 'alt_text_unsupported',
  },
  {
    rule: 'only the options that there are',
    takes: [filmed({}, { disable_comment: true, disable_duet: true, disable_stitch: true, is_aigc: true })],
    refuses: [filmed({}, { post_mode: 'LATER' }), filmed({}, { privacy_level: 'FRIENDS' })],
    code: 'validation_failed',
  },
]
