import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RequestedPost } from '../../src/domain/requested-post.ts'
import { check, findingCodes, GB, gif, image, MB, several, video } from './requested.ts'

type Post = Partial<RequestedPost>
type Row = readonly [rule: string, passes: Post, fails: Post, codes: readonly string[]]

const minutes = (count: number): number => count * 60
const hours = (count: number): number => count * 3600
const media = (...items: NonNullable<RequestedPost['media']>): Post => ({ media: items })
const as = (postType: string, post: Post = {}): Post => ({ postType, ...post })

/** The documented table of platform rules, row by row. */
const rows: Readonly<Record<string, readonly Row[]>> = {
  facebook: [
    ['a feed post is text alone', {}, { text: ' ' }, ['text_required']],
    ['up to 10 images', media(...several(10, image)), media(...several(11, image)), ['too_many_media']],
    ['1 video', media(video()), media(video(), video()), ['too_many_media']],
    ['images and video are not mixed', media(image(), image()), media(image(), video()), ['mixed_media']],
    ['images are jpg', media(image('image/jpeg')), media(image('image/bmp')), ['media_type']],
    ['images are png', media(image('image/png')), media(image('image/bmp')), ['media_type']],
    ['images are gif', media(gif()), media(image('image/bmp')), ['media_type']],
    ['images are webp', media(image('image/webp')), media(image('image/bmp')), ['media_type']],
    ['video is mp4', media(video({}, 'video/mp4')), media(video({}, 'video/webm')), ['media_type']],
    ['video is mov', media(video({}, 'video/quicktime')), media(video({}, 'video/x-msvideo')), ['media_type']],
    ['a story is 1 image', as('story', media(image())), as('story', media(image(), image())), ['too_many_media']],
    ['or a GIF', as('story', media(gif())), as('story', media(gif(), gif())), ['too_many_media']],
    ['or 1 video', as('story', media(video())), as('story'), ['media_required']],
    ['a reel is 1 video', as('reel', media(video())), as('reel', media(video(), video())), ['too_many_media']],
    ['and no image', as('reel', media(video())), as('reel', media(image())), ['media_not_taken', 'media_required']],
    [
      'a reel is mp4 or mov',
      as('reel', media(video({}, 'video/quicktime'))),
      as('reel', media(video({}, 'video/webm'))),
      ['media_type'],
    ],
    [
      'a reel is 9:16',
      as('reel', media(video({ width: 1080, height: 1920 }))),
      as('reel', media(video({ width: 1080, height: 1350 }))),
      ['media_aspect_ratio'],
    ],
    [
      'a reel is 9:16 as it is shown',
      as('reel', media(video({ width: 1920, height: 1080, rotation: 90 }))),
      as('reel', media(video({ width: 1080, height: 1920, rotation: 270 }))),
      ['media_aspect_ratio'],
    ],
    [
      'a reel has at least 540 by 960 pixels',
      as('reel', media(video({ width: 540, height: 960 }))),
      as('reel', media(video({ width: 538, height: 956 }))),
      ['media_too_narrow', 'media_too_low'],
    ],
    [
      'a reel has at least 3 seconds',
      as('reel', media(video({ seconds: 3 }))),
      as('reel', media(video({ seconds: 2.9 }))),
      ['media_too_short'],
    ],
    [
      'a reel has at most 90 seconds',
      as('reel', media(video({ seconds: 90 }))),
      as('reel', media(video({ seconds: 90.1 }))),
      ['media_too_long'],
    ],
  ],
  instagram: [
    ['media is required', media(image()), {}, ['media_required']],
    ['a feed post is 1 image', as('feed', media(image())), as('feed', media(image(), image())), ['too_many_media']],
    ['or 1 video', as('feed', media(video())), as('feed', media(video(), image())), ['mixed_media']],
    ['a story is 1 image', as('story', media(image())), as('story', media(image(), image())), ['too_many_media']],
    ['or 1 video', as('story', media(video())), as('story'), ['media_required']],
    [
      'a reel is 1 video',
      as('reel', media(video())),
      as('reel', media(image())),
      ['media_not_taken', 'media_required'],
    ],
    [
      'a carousel has at least 2 items',
      as('carousel', media(image(), video())),
      as('carousel', media(image())),
      ['too_few_media'],
    ],
    [
      'a carousel has at most 10 mixed items',
      as('carousel', media(...several(5, image), ...several(5, video))),
      as('carousel', media(...several(6, image), ...several(5, video))),
      ['too_many_media'],
    ],
    ['images are jpg', media(image()), media(image('image/webp')), ['media_type']],
    ['images are png', media(image('image/png')), media(gif()), ['media_type']],
    ['video is mp4', media(video()), media(video({}, 'video/webm')), ['media_type']],
    ['video is mov', media(video({}, 'video/quicktime')), media(video({}, 'video/mpeg')), ['media_type']],
    ...(['feed', 'reel'] as const).flatMap((type): Row[] => [
      [
        `a ${type} video has at least 3 seconds`,
        as(type, media(video({ seconds: 3 }))),
        as(type, media(video({ seconds: 2.99 }))),
        ['media_too_short'],
      ],
      [
        `a ${type} video has at most 15 minutes`,
        as(type, media(video({ seconds: minutes(15) }))),
        as(type, media(video({ seconds: minutes(15) + 1 }))),
        ['media_too_long'],
      ],
      [
        `a ${type} video has at most 300 MB`,
        as(type, media(video({ size: 300 * MB }))),
        as(type, media(video({ size: 300 * MB + 1 }))),
        ['media_too_large'],
      ],
    ]),
  ],
  linkedin: [
    ['text alone', {}, { text: '' }, ['text_required']],
    ['one image', media(image()), media(image(), image()), ['too_many_media']],
    ['or one GIF', media(gif()), media(gif(), gif()), ['too_many_media']],
    ['jpg', media(image('image/jpeg')), media(image('image/webp')), ['media_type']],
    ['png', media(image('image/png')), media(image('image/bmp')), ['media_type']],
    ['or one MP4', media(video()), media(video({}, 'video/quicktime')), ['media_type']],
    ['video to 1,073,741,824 bytes', media(video({ size: GB })), media(video({ size: GB + 1 })), ['media_too_large']],
    ['video from 3 seconds', media(video({ seconds: 3 })), media(video({ seconds: 2 })), ['media_too_short']],
    ['video to 30 minutes', media(video({ seconds: 1_800 })), media(video({ seconds: 1_801 })), ['media_too_long']],
    ['images and video are not mixed', media(video()), media(video(), image()), ['mixed_media']],
  ],
  threads: [
    ['text has no media', as('text'), as('text', media(image())), ['media_not_taken']],
    ['image is exactly 1', as('image', media(image())), as('image', media(image(), image())), ['too_many_media']],
    ['image needs 1', as('image', media(image())), as('image'), ['media_required']],
    ['jpg', as('image', media(image('image/jpeg'))), as('image', media(image('image/bmp'))), ['media_type']],
    ['png', as('image', media(image('image/png'))), as('image', media(gif())), ['media_type']],
    ['webp', as('image', media(image('image/webp'))), as('image', media(image('image/bmp'))), ['media_type']],
    ['video is exactly 1', as('video', media(video())), as('video', media(video(), video())), ['too_many_media']],
    ['mp4', as('video', media(video())), as('video', media(video({}, 'video/webm'))), ['media_type']],
    [
      'mov',
      as('video', media(video({}, 'video/quicktime'))),
      as('video', media(video({}, 'video/x-matroska'))),
      ['media_type'],
    ],
    [
      'a carousel has at least 2 items',
      as('carousel', media(image(), video())),
      as('carousel', media(video())),
      ['too_few_media'],
    ],
    [
      'a carousel has at most 20 items',
      as('carousel', media(...several(20, image))),
      as('carousel', media(...several(20, image), video())),
      ['too_many_media'],
    ],
    ['text to 500, an emoji as its bytes', { text: '🎉'.repeat(125) }, { text: '🎉'.repeat(126) }, ['text_too_long']],
  ],
  youtube: [
    ['exactly one video', media(video()), {}, ['media_required']],
    ['no second video', media(video()), media(video(), video()), ['too_many_media']],
    ['no images', media(video()), media(image()), ['media_not_taken', 'media_required']],
    ['no images beside it', media(video()), media(video(), image()), ['media_not_taken']],
    [
      'regular to 12 hours',
      media(video({ seconds: hours(12) })),
      media(video({ seconds: hours(12) + 1 })),
      ['media_too_long'],
    ],
    ['regular to 256 GB', media(video({ size: 256 * GB })), media(video({ size: 256 * GB + 1 })), ['media_too_large']],
    [
      'shorts to 3 minutes',
      as('shorts', media(video({ seconds: 180 }))),
      as('shorts', media(video({ seconds: 180.5 }))),
      ['media_too_long'],
    ],
    [
      'shorts are vertical',
      as('shorts', media(video({ width: 1080, height: 1920 }))),
      as('shorts', media(video({ width: 1920, height: 1080 }))),
      ['media_aspect_ratio'],
    ],
  ],
  tiktok: [
    ['one video', as('video', media(video())), as('video', media(video(), video())), ['too_many_media']],
    ['mp4', media(video()), media(video({}, 'video/x-msvideo')), ['media_type']],
    ['mov', media(video({}, 'video/quicktime')), media(video({}, 'video/mpeg')), ['media_type']],
    ['webm', media(video({}, 'video/webm')), media(video({}, 'video/x-matroska')), ['media_type']],
    [
      'up to 35 images',
      as('photo', media(...several(35, image))),
      as('photo', media(...several(36, image))),
      ['too_many_media'],
    ],
    ['images are jpg', media(image()), media(image('image/png')), ['media_type']],
    ['images are webp', media(image('image/webp')), media(gif()), ['media_type']],
    [
      'a photo has no video',
      as('photo', media(image())),
      as('photo', media(video())),
      ['media_not_taken', 'media_required'],
    ],
    ['media is required', media(image()), {}, ['media_required']],
  ],
  pinterest: [
    ['exactly one image', media(image()), media(image(), image()), ['too_many_media']],
    ['not none', media(image()), {}, ['media_required']],
    ['or one GIF', media(gif()), media(gif(), gif()), ['too_many_media']],
    ['jpg', media(image('image/jpeg')), media(image('image/bmp')), ['media_type']],
    ['png', media(image('image/png')), media(image('image/bmp')), ['media_type']],
    ['webp', media(image('image/webp')), media(image('image/bmp')), ['media_type']],
    [
      'up to 32 MB',
      media(image('image/png', { size: 32 * MB })),
      media(gif({ size: 32 * MB + 1 })),
      ['media_too_large'],
    ],
    ['or exactly one video', media(video()), media(video(), video()), ['too_many_media']],
    ['mp4', media(video()), media(video({}, 'video/webm')), ['media_type']],
    ['mov', media(video({}, 'video/quicktime')), media(video({}, 'video/webm')), ['media_type']],
    ['from 4 seconds', media(video({ seconds: 4 })), media(video({ seconds: 3.9 })), ['media_too_short']],
    ['to 15 minutes', media(video({ seconds: 900 })), media(video({ seconds: 901 })), ['media_too_long']],
    ['up to 2 GB', media(video({ size: 2 * GB })), media(video({ size: 2 * GB + 1 })), ['media_too_large']],
    ['no mixing', media(video()), media(video(), image()), ['mixed_media']],
  ],
  reddit: [
    ['text posts have no media', {}, media(video()), ['media_not_taken']],
    ['an image post needs one image', media(image()), media(image(), image()), ['too_many_media']],
    ['or one GIF', media(gif()), media(gif(), image()), ['mixed_media']],
    [
      'up to 20 MB',
      media(image('image/png', { size: 20 * MB })),
      media(gif({ size: 20 * MB + 1 })),
      ['media_too_large'],
    ],
    [
      'and images too',
      media(gif({ size: 20 * MB })),
      media(image('image/png', { size: 20 * MB + 1 })),
      ['media_too_large'],
    ],
  ],
  bluesky: [
    ['text alone', {}, { text: '\n' }, ['text_required']],
    ['up to four images', media(...several(4, image)), media(...several(5, image)), ['too_many_media']],
    ['jpg', media(image('image/jpeg')), media(gif()), ['media_type']],
    ['png', media(image('image/png')), media(image('image/bmp')), ['media_type']],
    ['webp', media(image('image/webp')), media(image('image/bmp')), ['media_type']],
    [
      'up to 2 MB each',
      media(image('image/png', { size: 2_000_000 })),
      media(image(), image('image/png', { size: 2_000_001 })),
      ['media_too_large'],
    ],
    ['or one video', media(video()), media(video(), image()), ['mixed_media']],
    ['mp4', media(video()), media(video({}, 'video/quicktime')), ['media_type']],
    ['up to 300 MB', media(video({ size: 300_000_000 })), media(video({ size: 300_000_001 })), ['media_too_large']],
    [
      'text to 300 characters',
      { text: '👨‍👩‍👧'.repeat(100) + 'é'.repeat(200) },
      { text: 'a'.repeat(301) },
      ['text_too_long'],
    ],
    ['and to 3,000 bytes', { text: '👨‍👩‍👧'.repeat(166) }, { text: '👨‍👩‍👧'.repeat(167) }, ['text_too_long']],
    [
      'up to three replies',
      { comments: ['1', '2', 'a'.repeat(300)] },
      { comments: ['1', '2', 'a'.repeat(301)] },
      ['comment_too_long'],
    ],
  ],
  x: [
    ['up to 4 images', media(...several(4, image)), media(...several(5, image)), ['too_many_media']],
    ['or 1 video', media(video()), media(video(), video()), ['too_many_media']],
    ['or 1 GIF', media(gif()), media(gif(), gif()), ['too_many_media']],
    ['no mixing of images and video', media(image()), media(image(), video()), ['mixed_media']],
    ['a GIF stands alone', media(gif()), media(gif(), image()), ['mixed_media']],
    ['not even beside a video', media(gif()), media(gif(), video()), ['mixed_media']],
    ['jpg', media(image('image/jpeg')), media(image('image/bmp')), ['media_type']],
    ['png', media(image('image/png')), media(image('image/bmp')), ['media_type']],
    ['webp', media(image('image/webp')), media(image('image/bmp')), ['media_type']],
    ['mp4', media(video()), media(video({}, 'video/webm')), ['media_type']],
    ['mov', media(video({}, 'video/quicktime')), media(video({}, 'video/mpeg')), ['media_type']],
    ['video to 20 minutes', media(video({ seconds: 1_200 })), media(video({ seconds: 1_201 })), ['media_too_long']],
    ['video to 8 GB', media(video({ size: 8 * GB })), media(video({ size: 8 * GB + 1 })), ['media_too_large']],
    [
      'an eligible account: to 125 minutes',
      { ...media(video({ seconds: minutes(125) })), eligible: true },
      { ...media(video({ seconds: minutes(125) + 1 })), eligible: true },
      ['media_too_long'],
    ],
    [
      'an eligible account: to 16 GB',
      { ...media(video({ size: 16 * GB })), eligible: true },
      { ...media(video({ size: 16 * GB + 1 })), eligible: true },
      ['media_too_large'],
    ],
    [
      'text to 280, a link 23',
      { text: `${'a'.repeat(256)} https://example.com/${'b'.repeat(90)}` },
      { text: 'é'.repeat(281) },
      ['text_too_long'],
    ],
  ],
}

for (const [platform, rules] of Object.entries(rows))
  describe(`what ${platform} accepts`, () => {
    for (const [rule, passes, fails, codes] of rules)
      test(rule, () => {
        const good = check(platform, passes)
        assert.deepEqual(good.findings, [])
        assert.ok(good.content)
        assert.equal(good.preview.post_type, good.content.postType)
        assert.deepEqual(findingCodes(check(platform, fails)), codes)
      })
  })

describe('the post type that is derived from the media', () => {
  const derived: readonly (readonly [platform: string, Post, type: string | null])[] = [
    ['threads', {}, 'text'],
    ['threads', media(image()), 'image'],
    ['threads', media(video()), 'video'],
    ['threads', media(image(), video()), 'carousel'],
    ['instagram', media(image()), 'feed'],
    ['instagram', media(video()), 'feed'],
    ['instagram', media(video(), video()), 'carousel'],
    ['instagram', media(...several(11, image)), null],
    ['tiktok', media(video()), 'video'],
    ['tiktok', media(image(), image()), 'photo'],
    ['facebook', media(video()), 'feed'],
    ['youtube', media(video({ seconds: 30 })), 'regular'],
    ['reddit', {}, 'text'],
    ['reddit', media(gif()), 'image'],
  ]
  for (const [platform, post, type] of derived)
    test(`${platform}: ${post.media?.map(({ facts }) => facts.contentType).join(', ') || 'no media'} is ${type}`, () => {
      assert.equal(check(platform, post).preview.post_type, type)
    })

  test('if no type fits, the findings are those of the nearest type', () => {
    const { findings, content } = check('instagram', media(...several(11, image)))
    assert.deepEqual(
      findings.map(({ code, limit, actual }) => ({ code, limit, actual })),
      [{ code: 'too_many_media', limit: 10, actual: 11 }],
    )
    assert.equal(content, null)
  })
})
