import { each, GiB, gif, images, minuteInSeconds, otherVideos, video } from '../shared/files.ts'
import type { Rule } from '../shared/tested.ts'

export const rules: readonly Rule[] = [
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
    refuses: each(otherVideos),
    code: 'media_type',
  },
  {
    rule: 'a video of up to 20 minutes',
    takes: [{ files: video({ seconds: 20 * minuteInSeconds }) }],
    refuses: [{ files: video({ seconds: 20 * minuteInSeconds + 1 }) }],
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
    takes: [{ files: video({ seconds: 125 * minuteInSeconds }) }],
    refuses: [{ files: video({ seconds: 125 * minuteInSeconds + 1 }) }],
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
]
