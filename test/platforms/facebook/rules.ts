import { each, file, gif, images, MiB, otherVideos, video } from '../shared/files.ts'
import type { PostCase, Rule } from '../shared/tested.ts'

const story = { facebook: { post_type: 'story' } }
const reel = { facebook: { post_type: 'reel' } }
const linked = { facebook: { link: 'https://example.com/news' } }

const upright = { width: 1_080, height: 1_920, seconds: 20 }
const cover = (facts: Parameters<typeof file>[1] = {}) => file('image/png', { width: 1_280, height: 720, ...facts })

const asReel = (facts: Parameters<typeof video>[0] = {}): PostCase => ({
  files: video({ ...upright, ...facts }),
  options: reel,
})

export const rules: readonly Rule[] = [
  {
    rule: 'text of up to 63,206 characters',
    takes: [{ message: 'a'.repeat(63_206) }],
    refuses: [{ message: 'a'.repeat(63_207) }],
    code: 'text_too_long',
  },
  {
    rule: 'text of its own in its options',
    takes: [{ message: 'Long.', options: { facebook: { message: 'Short.' } } }],
    refuses: [{ options: { facebook: { message: 3 } } }],
    code: 'validation_failed',
  },
  {
    rule: 'a link without media',
    takes: [{ options: linked }, { message: ' ', options: linked }],
    refuses: [{ files: images(1), options: linked }],
    code: 'link_with_media',
  },
  {
    rule: 'a link in the feed alone',
    takes: [{ options: { facebook: { post_type: 'feed', link: 'https://example.com' } } }],
    refuses: [{ files: images(1), options: { facebook: { post_type: 'story', link: 'https://example.com' } } }],
    code: 'link_not_taken',
  },
  {
    rule: 'an address as link',
    takes: [{ options: linked }],
    refuses: [{ options: { facebook: { link: 'news' } } }],
    code: 'validation_failed',
  },
  {
    rule: 'words, a link or media',
    takes: [{ message: ' ', files: images(1) }],
    refuses: [{ message: ' ' }],
    code: 'text_required',
  },
  {
    rule: 'feed, story or reel',
    takes: [
      { options: { facebook: { post_type: 'feed' } } },
      { files: images(1), message: ' ', options: story },
      { ...asReel(), message: ' ' },
    ],
    refuses: [{ options: { facebook: { post_type: 'carousel' } } }],
    code: 'validation_failed',
  },
  {
    rule: 'up to ten images',
    takes: [{ files: images(1) }, { files: images(10) }, { files: [...images(9), gif] }],
    refuses: [{ files: images(11) }, { files: [...images(10), gif] }],
    code: 'too_many_media',
  },
  {
    rule: 'images jpg, jpeg, png, gif and webp',
    takes: each(['image/jpeg', 'image/jpg', 'image/pjpeg', 'image/png', 'image/gif', 'image/webp']),
    refuses: each(['image/bmp']),
    code: 'media_type',
  },
  {
    rule: 'a webp image as a JPEG',
    takes: [],
    warns: each(['image/webp']),
    code: 'media_converted',
  },
  {
    rule: 'an image of up to 10 MB',
    takes: [{ files: images(1, 'image/png', { size: 10 * MiB }) }],
    refuses: [{ files: images(1, 'image/png', { size: 10 * MiB + 1 }) }],
    code: 'media_too_large',
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
    rule: 'images or a video',
    takes: [{ files: images(4) }, { files: video() }],
    refuses: [{ files: [...images(1), ...video()] }],
    code: 'mixed_media',
  },
  {
    rule: 'a story of one image or one video',
    takes: [
      { message: ' ', files: images(1), options: story },
      { message: ' ', files: video({ seconds: 10 }), options: story },
    ],
    refuses: [
      { message: ' ', files: images(2), options: story },
      { message: ' ', files: [...video({ seconds: 10 }), ...video({ seconds: 10 })], options: story },
    ],
    code: 'too_many_media',
  },
  {
    rule: 'a story with media',
    takes: [{ message: ' ', files: images(1), options: story }],
    refuses: [{ message: ' ', options: story }],
    code: 'media_required',
  },
  {
    rule: 'a video for a story of 3 to 60 seconds',
    takes: [
      { message: ' ', files: video({ seconds: 3 }), options: story },
      { message: ' ', files: video({ seconds: 60 }), options: story },
    ],
    refuses: [{ message: ' ', files: video({ seconds: 61 }), options: story }],
    code: 'media_too_long',
  },
  {
    rule: 'no words in a story',
    takes: [{ message: ' ', files: images(1), options: story }],
    warns: [{ files: images(1), options: story }],
    code: 'caption_unsupported',
  },
  {
    rule: 'no comments under a story',
    takes: [{ message: ' ', files: images(1), options: story }],
    warns: [{ message: ' ', files: images(1), options: story, comments: ['One.'] }],
    code: 'comments_unsupported',
  },
  {
    rule: 'a reel of one video',
    takes: [asReel()],
    refuses: [{ files: [...video(upright), ...video(upright)], options: reel }],
    code: 'too_many_media',
  },
  {
    rule: 'a reel of mp4 or mov',
    takes: [asReel(), { files: [file('video/quicktime', upright)], options: reel }],
    refuses: otherVideos.map((type) => ({ files: [file(type, upright)], options: reel })),
    code: 'media_type',
  },
  {
    rule: 'a reel of no images',
    takes: [asReel()],
    refuses: [{ files: [...video(upright), ...images(1)], options: reel }],
    code: 'media_not_taken',
  },
  {
    rule: 'a reel of 9:16',
    takes: [asReel(), asReel({ width: 720, height: 1_280 })],
    refuses: [asReel({ width: 1_920, height: 1_080 }), asReel({ width: 1_080, height: 1_080 })],
    code: 'media_aspect_ratio',
  },
  {
    rule: 'a reel of at least 540 pixels from side to side',
    takes: [asReel({ width: 540, height: 960 })],
    refuses: [asReel({ width: 538, height: 960 })],
    code: 'media_too_narrow',
  },
  {
    rule: 'a reel of at least 960 pixels from top to bottom',
    takes: [asReel({ width: 540, height: 960 })],
    refuses: [asReel({ width: 540, height: 950 })],
    code: 'media_too_low',
  },
  {
    rule: 'a reel of at least 3 seconds',
    takes: [asReel({ seconds: 3 })],
    refuses: [asReel({ seconds: 2.5 })],
    code: 'media_too_short',
  },
  {
    rule: 'a reel of at most 90 seconds',
    takes: [asReel({ seconds: 90 })],
    refuses: [asReel({ seconds: 91 })],
    code: 'media_too_long',
  },
  {
    rule: 'a cover of jpg, jpeg or png',
    takes: [
      { files: video(), thumbnail: cover() },
      { files: video(), thumbnail: file('image/jpeg') },
      { ...asReel(), thumbnail: file('image/jpg') },
    ],
    warns: [
      { files: video(), thumbnail: file('image/webp') },
      { files: video(), thumbnail: file('image/gif') },
    ],
    code: 'thumbnail_skipped',
  },
  {
    rule: 'a cover of up to 10 MB',
    takes: [{ files: video(), thumbnail: cover({ size: 10 * MiB }) }],
    warns: [{ files: video(), thumbnail: cover({ size: 10 * MiB + 1 }) }],
    code: 'thumbnail_skipped',
  },
  {
    rule: 'no cover of a video for a story',
    takes: [{ message: ' ', files: video({ seconds: 10 }), options: story }],
    warns: [{ message: ' ', files: video({ seconds: 10 }), options: story, thumbnail: cover() }],
    code: 'thumbnail_unsupported',
  },
  {
    rule: 'alt_text of an image',
    takes: [{ files: images(2), altText: 'A cat.' }],
    code: 'alt_text_unsupported',
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
    rule: 'comments of up to 8,000 characters',
    takes: [{ comments: ['a'.repeat(8_000)] }],
    refuses: [{ comments: ['a'.repeat(8_001)] }],
    code: 'comment_too_long',
  },
]
