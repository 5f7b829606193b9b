import { each, images, otherVideos, video } from '../shared/files.ts'
import type { Rule } from '../shared/tested.ts'

export const rules: readonly Rule[] = [
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
    refuses: each(['video/quicktime', ...otherVideos]),
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
]
