import { hour, inSeconds } from '../../../src/domain/time.ts'
import { file, GiB, images, MiB, minuteInSeconds, video } from '../shared/files.ts'
import type { File, PostCase, Rule } from '../shared/tested.ts'

const tall = { width: 1_080, height: 1_920 }

const as = (options: object) => ({ youtube: options })
const short = as({ post_type: 'shorts' })
const filmed = (more: Omit<PostCase, 'files'> = {}): PostCase => ({ files: video(), ...more })
const cover = (facts: Partial<File> = {}) => file('image/png', { width: 1_280, height: 720, ...facts })

export const rules: readonly Rule[] = [
  { rule: 'a video', takes: [filmed()], refuses: [{}, { options: short }], code: 'media_required' },
  { rule: 'one video', takes: [filmed()], refuses: [{ files: [...video(), ...video()] }], code: 'too_many_media' },
  { rule: 'no images', takes: [filmed()], refuses: [{ files: [...video(), ...images(1)] }], code: 'media_not_taken' },
  {
    rule: 'a regular video of up to 12 hours',
    takes: [
      { files: video({ seconds: inSeconds(12 * hour) }) },
      { files: video({ seconds: inSeconds(hour) }), options: as({ post_type: 'regular' }) },
    ],
    refuses: [{ files: video({ seconds: inSeconds(12 * hour) + 1 }) }],
    code: 'media_too_long',
  },
  {
    rule: 'a video of up to 256 GB',
    takes: [{ files: video({ size: 256 * GiB }) }],
    refuses: [{ files: video({ size: 256 * GiB + 1 }) }],
    code: 'media_too_large',
  },
  {
    rule: 'a Short of up to 3 minutes',
    takes: [{ files: video({ seconds: 3 * minuteInSeconds, ...tall }), options: short }],
    refuses: [{ files: video({ seconds: 3 * minuteInSeconds + 1, ...tall }), options: short }],
    code: 'media_too_long',
  },
  {
    rule: 'a Short that is vertical, or square',
    takes: [
      { files: video(tall), options: short },
      { files: video({ width: 720, height: 720 }), options: short },
    ],
    refuses: [{ files: video({ width: 1_920, height: 1_080 }), options: short }],
    code: 'media_aspect_ratio',
  },
  {
    rule: 'more than 15 minutes, as a channel that is verified may',
    takes: [{ files: video({ seconds: 15 * minuteInSeconds }) }],
    warns: [{ files: video({ seconds: 15 * minuteInSeconds + 1 }) }],
    code: 'platform_limit_stricter',
  },
  {
    rule: 'a title of up to 100 characters, without < and >',
    takes: [filmed({ options: as({ title: 'a'.repeat(100) }) })],
    refuses: ['a'.repeat(101), '', 'a < b', 'a > b'].map((title) => filmed({ options: as({ title }) })),
    code: 'validation_failed',
  },
  {
    rule: 'a title of the options, else of the message',
    takes: [filmed({ message: ' ', options: as({ title: 'A film' }) }), filmed({ message: `${'a'.repeat(400)}\nb` })],
    refuses: [filmed({ message: ' \n ' }), filmed({ options: as({ title: ' ' }) })],
    code: 'title_required',
  },
  {
    rule: 'a description of up to 5,000 bytes',
    takes: [filmed({ message: 'a'.repeat(5_000) }), filmed({ message: `é${'a'.repeat(4_998)}` })],
    refuses: [filmed({ message: 'a'.repeat(5_001) }), filmed({ message: 'é'.repeat(2_501) })],
    code: 'text_too_long',
  },
  {
    rule: 'a description without < and >',
    takes: [filmed({ message: 'Film\na & b' })],
    refuses: [filmed({ message: 'Film\na <b>' }), filmed({ options: as({ message: '1 > 0' }) })],
    code: 'forbidden_characters',
  },
  {
    rule: 'text of its own in its options',
    takes: [filmed({ message: 'a'.repeat(5_001), options: as({ message: 'Short.' }) })],
    refuses: [filmed({ options: as({ message: 'a'.repeat(5_001) }) })],
    code: 'text_too_long',
  },
  {
    rule: 'tags of up to 100 characters each',
    takes: [filmed({ options: as({ tags: ['a'.repeat(100)] }) })],
    refuses: [filmed({ options: as({ tags: ['a'.repeat(101)] }) })],
    code: 'validation_failed',
  },
  {
    rule: 'tags of up to 500 characters in total, their separators counted',
    takes: [
      filmed({ options: as({ tags: [...Array(4).fill('a'.repeat(99)), 'b'.repeat(100)] }) }),
      filmed({ options: as({ tags: [...Array(4).fill('a'.repeat(99)), `b ${'b'.repeat(96)}`] }) }),
    ],
    refuses: [
      filmed({ options: as({ tags: Array(5).fill('a'.repeat(100)) }) }),
      filmed({ options: as({ tags: [...Array(4).fill('a'.repeat(99)), `b ${'b'.repeat(97)}`] }) }),
    ],
    code: 'tags_too_long',
  },
  {
    rule: 'containsSyntheticMedia as true or false',
    takes: [true, false].map((value) => filmed({ options: as({ containsSyntheticMedia: value }) })),
    refuses: [filmed({ options: as({ containsSyntheticMedia: 'yes' }) })],
    code: 'validation_failed',
  },
  {
    rule: 'a playlist that is not the list of the uploads',
    takes: [filmed({ options: as({ playlist_id: 'PLabcdefghijk' }) })],
    refuses: [filmed({ options: as({ playlist_id: 'UUabcdefghijk' }) })],
    code: 'wrong_playlist',
  },
  {
    rule: 'only the kinds of privacy that there are',
    takes: ['public', 'unlisted', 'private'].map((privacy_status) => filmed({ options: as({ privacy_status }) })),
    refuses: [filmed({ options: as({ privacy_status: 'friends' }) })],
    code: 'validation_failed',
  },
  {
    rule: 'a cover of jpg, jpeg or png, of up to 50 MB, 16:9, at least 640 px wide',
    takes: [
      filmed({ thumbnail: cover({ size: 50 * MiB }) }),
      filmed({ thumbnail: { ...cover({ width: 640, height: 360 }), contentType: 'image/jpeg' } }),
      filmed({ thumbnail: { ...cover(), contentType: 'image/jpg' } }),
    ],
    warns: [
      filmed({ thumbnail: { ...cover(), contentType: 'image/webp' } }),
      filmed({ thumbnail: cover({ size: 50 * MiB + 1 }) }),
      filmed({ thumbnail: cover({ width: 1_000, height: 1_000 }) }),
      filmed({ thumbnail: cover({ width: 624, height: 351 }) }),
    ],
    code: 'thumbnail_skipped',
  },
  {
    rule: 'a cover of a Short, which may not be shown',
    takes: [{ files: video(tall), options: short }],
    warns: [{ files: video(tall), options: short, thumbnail: cover(tall) }],
    code: 'thumbnail_may_not_show',
  },
  {
    rule: 'no alt_text',
    takes: [filmed()],
    warns: [filmed({ altText: 'A film.' })],
    code: 'alt_text_unsupported',
  },
  {
    rule: 'up to three comments',
    takes: [filmed({ comments: ['One.', 'Two.', 'Three.'] })],
    refuses: [filmed({ comments: ['One.', 'Two.', 'Three.', 'Four.'] })],
    code: 'validation_failed',
  },
  {
    rule: 'comments of up to 10,000 characters',
    takes: [filmed({ comments: ['a'.repeat(10_000)] })],
    refuses: [filmed({ comments: ['a'.repeat(10_001)] })],
    // No comment may be longer, on any platform.
    code: 'validation_failed',
  },
]
