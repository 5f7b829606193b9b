import { each, file, GiB, gif, images, MiB, minuteInSeconds, otherVideos, video } from '../shared/files.ts'
import type { Rule } from '../shared/tested.ts'

const as = (options: object) => ({ linkedin: options })

export const rules: readonly Rule[] = [
  {
    rule: 'text of up to 3,000 characters',
    takes: [{ message: 'a'.repeat(3_000) }],
    refuses: [{ message: 'a'.repeat(3_001) }],
    code: 'text_too_long',
  },
  {
    rule: 'text of its own in its options',
    takes: [{ message: 'a'.repeat(9_000), options: as({ message: 'Short.' }) }],
    refuses: [{ options: as({ message: 'a'.repeat(3_001) }) }],
    code: 'text_too_long',
  },
  {
    rule: 'words or media',
    takes: [{ message: ' ', files: images(1) }],
    refuses: [{ message: ' ' }],
    code: 'text_required',
  },
  {
    rule: 'one image or GIF',
    takes: [{ files: images(1) }, { files: [gif] }],
    refuses: [{ files: images(2) }, { files: [gif, gif] }],
    code: 'too_many_media',
  },
  {
    rule: 'an image or a GIF, not both',
    takes: [{ files: images(1) }],
    refuses: [{ files: [...images(1), gif] }],
    code: 'mixed_media',
  },
  {
    rule: 'an image of jpg, jpeg, png or gif',
    takes: each(['image/jpeg', 'image/jpg', 'image/pjpeg', 'image/png', 'image/gif']),
    refuses: each(['image/webp', 'image/bmp']),
    code: 'media_type',
  },
  {
    rule: 'a picture of fewer pixels than LinkedIn’s own limit',
    takes: [{ files: images(1, 'image/png', { width: 6_000, height: 6_000 }) }],
    refuses: [{ files: images(1, 'image/png', { width: 6_144, height: 5_890 }) }],
    code: 'too_many_pixels',
  },
  {
    rule: 'a GIF of no more frames than LinkedIn’s own limit',
    takes: [{ files: [file('image/gif', { animated: true, frames: 250 })] }],
    refuses: [{ files: [file('image/gif', { animated: true, frames: 251 })] }],
    code: 'too_many_frames',
  },
  {
    rule: 'one video',
    takes: [{ files: video() }],
    refuses: [{ files: [...video(), ...video()] }],
    code: 'too_many_media',
  },
  {
    rule: 'a video of mp4',
    takes: each(['video/mp4']),
    refuses: each(['video/quicktime', ...otherVideos]),
    code: 'media_type',
  },
  {
    rule: 'images or a video',
    takes: [{ files: images(1) }, { files: video() }],
    refuses: [{ files: [...images(1), ...video()] }],
    code: 'mixed_media',
  },
  {
    rule: 'a video of up to 1 GB',
    takes: [{ files: video({ size: GiB }) }],
    refuses: [{ files: video({ size: GiB + 1 }) }],
    code: 'media_too_large',
  },
  {
    rule: 'a video beyond LinkedIn’s own 500 MB, which it may refuse',
    takes: [{ files: video({ size: 500 * MiB }) }],
    warns: [{ files: video({ size: 500 * MiB + 1 }) }],
    code: 'platform_limit_stricter',
  },
  {
    rule: 'a video of at least 3 seconds',
    takes: [{ files: video({ seconds: 3 }) }],
    refuses: [{ files: video({ seconds: 2.5 }) }],
    code: 'media_too_short',
  },
  {
    rule: 'a video of at most 30 minutes',
    takes: [{ files: video({ seconds: 30 * minuteInSeconds }) }],
    refuses: [{ files: video({ seconds: 30 * minuteInSeconds + 1 }) }],
    code: 'media_too_long',
  },
  {
    rule: 'a cover of a video, jpg or png',
    takes: [
      { files: video(), thumbnail: file('image/jpeg') },
      { files: video(), thumbnail: file('image/png') },
    ],
    warns: [
      { files: video(), thumbnail: file('image/webp') },
      { files: video(), thumbnail: file('image/gif') },
    ],
    code: 'thumbnail_skipped',
  },
  {
    rule: 'no cover of an image',
    takes: [{ files: images(1) }],
    warns: [{ files: images(1), thumbnail: file('image/png') }],
    code: 'thumbnail_unsupported',
  },
  {
    rule: 'alt_text of an image and of a GIF, of up to 4,086 characters',
    takes: [
      { files: images(1), altText: 'a'.repeat(4_086) },
      { files: [gif], altText: 'A dance.' },
    ],
    warns: [{ files: images(1), altText: 'a'.repeat(4_087) }],
    code: 'text_shortened',
  },
  {
    rule: 'no alt_text of a video',
    takes: [{ files: video() }],
    warns: [{ files: video(), altText: 'A film.' }],
    code: 'alt_text_unsupported',
  },
  {
    rule: 'only the visibilities that there are',
    takes: ['PUBLIC', 'CONNECTIONS', 'LOGGED_IN'].map((visibility) => ({ options: as({ visibility }) })),
    refuses: [{ options: as({ visibility: 'EVERYBODY' }) }],
    code: 'validation_failed',
  },
  {
    rule: 'up to three comments',
    takes: [{ comments: ['One.', 'Two.', 'Three.'] }],
    refuses: [{ comments: ['One.', 'Two.', 'Three.', 'Four.'] }],
    code: 'validation_failed',
  },
  {
    rule: 'comments of up to 1,250 characters',
    takes: [{ comments: ['a'.repeat(1_250)] }],
    refuses: [{ comments: ['a'.repeat(1_251)] }],
    code: 'comment_too_long',
  },
  {
    rule: 'the same from a Page',
    by: 'by page ',
    takes: [{ message: 'a'.repeat(3_000) }, { files: images(1), altText: 'A cat.', comments: ['One.'] }],
    refuses: [{ message: 'a'.repeat(3_001) }],
    code: 'text_too_long',
  },
]
