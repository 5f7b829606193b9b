import { each, file, GiB, gif, images, MiB, minuteInSeconds, otherVideos, video } from '../shared/files.ts'
import type { Rule } from '../shared/tested.ts'

const as = (post_type: string) => ({ threads: { post_type } })
const mixed = (count: number) => Array.from({ length: count }, (_, index) => (index % 2 ? images(1) : video())).flat()
const links = (count: number) => Array.from({ length: count }, (_, index) => `https://example.com/${index}`).join(' ')

export const rules: readonly Rule[] = [
  {
    rule: 'text alone, and no media beside the post type text',
    takes: [{}, { options: as('text') }],
    refuses: [{ files: images(1), options: as('text') }],
    code: 'media_not_taken',
  },
  {
    rule: 'text of up to 500 characters, of which an emoji has as many as bytes',
    takes: [{ message: 'a'.repeat(500) }, { message: '🎉'.repeat(125) }],
    refuses: [{ message: 'a'.repeat(501) }, { message: `${'🎉'.repeat(125)}a` }],
    code: 'text_too_long',
  },
  {
    rule: 'text of its own in its options',
    takes: [{ message: 'a'.repeat(501), options: { threads: { message: 'Short.' } } }],
    refuses: [{ options: { threads: { message: 'a'.repeat(501) } } }],
    code: 'text_too_long',
  },
  {
    rule: 'exactly one image as an image',
    takes: [{ files: images(1) }, { files: images(1), options: as('image') }],
    refuses: [{ files: images(2), options: as('image') }],
    code: 'too_many_media',
  },
  {
    rule: 'an image where an image is named',
    takes: [{ files: images(1), options: as('image') }],
    refuses: [{ options: as('image') }],
    code: 'media_required',
  },
  {
    rule: 'images jpg, jpeg, png and webp',
    takes: each(['image/jpeg', 'image/jpg', 'image/pjpeg', 'image/png', 'image/webp']),
    refuses: [...each(['image/bmp']), { files: [gif] }],
    code: 'media_type',
  },
  {
    rule: 'a WebP image as a JPEG',
    takes: [{ files: images(1) }],
    warns: [{ files: images(1, 'image/webp') }],
    code: 'media_converted',
  },
  {
    rule: 'an image of up to 8 MiB',
    takes: [{ files: images(1, 'image/png', { size: 8 * MiB }) }],
    refuses: [{ files: images(1, 'image/png', { size: 8 * MiB + 1 }) }],
    code: 'media_too_large',
  },
  {
    rule: 'exactly one video as a video',
    takes: [{ files: video() }, { files: video(), options: as('video') }],
    refuses: [{ files: [...video(), ...video()], options: as('video') }],
    code: 'too_many_media',
  },
  {
    rule: 'a video of mp4 or mov',
    takes: each(['video/mp4', 'video/quicktime']),
    refuses: each(otherVideos),
    code: 'media_type',
  },
  {
    rule: 'a video of up to five minutes',
    takes: [{ files: video({ seconds: 5 * minuteInSeconds }) }],
    refuses: [{ files: video({ seconds: 5 * minuteInSeconds + 1 }) }],
    code: 'media_too_long',
  },
  {
    rule: 'a video of up to 1 GiB',
    takes: [{ files: video({ size: GiB }) }],
    refuses: [{ files: video({ size: GiB + 1 }) }],
    code: 'media_too_large',
  },
  {
    rule: 'a video of up to 60 frames a second',
    takes: [{ files: video({ frameRate: 60 }) }],
    refuses: [{ files: video({ frameRate: 61 }) }],
    code: 'frame_rate_too_high',
  },
  {
    rule: 'a carousel of up to 20 items, mixed',
    takes: [{ files: mixed(2) }, { files: mixed(20) }, { files: images(20), options: as('carousel') }],
    refuses: [{ files: mixed(21) }],
    code: 'too_many_media',
  },
  {
    rule: 'a carousel of at least two items',
    takes: [{ files: images(2), options: as('carousel') }],
    refuses: [{ files: images(1), options: as('carousel') }],
    code: 'too_few_media',
  },
  {
    rule: 'up to five different links in a post',
    takes: [{ message: links(5) }, { message: `${links(5)} ${links(5)}` }],
    refuses: [{ message: links(6) }],
    code: 'too_many_links',
  },
  {
    rule: 'up to five different links in a comment',
    takes: [{ comments: [links(5), links(5)] }],
    refuses: [{ comments: ['One.', links(6)] }],
    code: 'too_many_links',
  },
  {
    rule: 'alt_text of an image, of a video and of every item',
    takes: [
      { files: mixed(3), altText: 'a'.repeat(1_000) },
      { files: video(), altText: 'A film.' },
    ],
    warns: [{ files: images(1), altText: 'a'.repeat(1_001) }],
    code: 'text_shortened',
  },
  {
    rule: 'no cover of a video',
    takes: [{ files: video() }],
    warns: [{ files: video(), thumbnail: file('image/jpeg') }],
    code: 'thumbnail_unsupported',
  },
  {
    rule: 'up to three comments',
    takes: [{ comments: ['One.', 'Two.', 'Three.'] }],
    refuses: [{ comments: ['One.', 'Two.', 'Three.', 'Four.'] }],
    code: 'validation_failed',
  },
  {
    rule: 'comments of up to 500 characters',
    takes: [{ comments: ['a'.repeat(500)] }],
    refuses: [{ comments: ['a'.repeat(501)] }],
    code: 'comment_too_long',
  },
  {
    rule: 'only the post types that there are',
    takes: [{ options: as('text') }],
    refuses: [{ options: as('story') }],
    code: 'validation_failed',
  },
]
