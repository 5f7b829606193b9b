import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { StoredMedia } from '../../src/domain/content.ts'
import type { RequestedPost } from '../../src/domain/requested-post.ts'
import { check, image, item, MB, stored, warningCodes } from '../platforms/shared/requested.ts'

type Post = Partial<RequestedPost>

const covered = (thumbnail: StoredMedia | 'not_hosted', facts = {}): Post => ({
  media: [item(stored('video/mp4', facts), { thumbnail })],
})
const wide = { width: 1280, height: 720 }
const tall = { width: 1080, height: 1920 }

describe('a cover that breaks a rule is dropped with a warning, and the post continues', () => {
  const rows: readonly (readonly [platform: string, rule: string, taken: Post, skipped: Post])[] = [
    ['youtube', 'is jpg', covered(stored('image/jpeg', wide)), covered(stored('image/webp', wide))],
    ['youtube', 'or png', covered(stored('image/png', wide)), covered(stored('image/gif', wide))],
    [
      'youtube',
      'has up to 50 MB',
      covered(stored('image/png', { ...wide, size: 50 * MB })),
      covered(stored('image/png', { ...wide, size: 50 * MB + 1 })),
    ],
    [
      'youtube',
      'is 16:9',
      covered(stored('image/png', wide)),
      covered(stored('image/png', { width: 1000, height: 1000 })),
    ],
    [
      'youtube',
      'is 16:9 as it is shown',
      covered(stored('image/png', { width: 720, height: 1280, rotation: 90 })),
      covered(stored('image/png', { ...wide, rotation: 90 })),
    ],
    [
      'youtube',
      'is at least 640 px wide',
      covered(stored('image/png', { width: 640, height: 360 })),
      covered(stored('image/png', { width: 638, height: 359 })),
    ],
    ['facebook', 'is jpg', covered(stored('image/jpeg')), covered(stored('image/webp'))],
    [
      'facebook',
      'has up to 10 MB',
      covered(stored('image/png', { size: 10 * MB })),
      covered(stored('image/png', { size: 10 * MB + 1 })),
    ],
    ['linkedin', 'is an upload', covered(stored('image/png')), covered('not_hosted')],
    ['instagram', 'is jpg or png', covered(stored('image/png', tall)), covered(stored('image/webp', tall))],
    [
      'instagram',
      'of a reel is 9:16',
      { postType: 'reel', ...covered(stored('image/png', tall)) },
      { postType: 'reel', ...covered(stored('image/png', wide)) },
    ],
    [
      'instagram',
      'of a story is 9:16',
      { postType: 'story', ...covered(stored('image/png', tall)) },
      { postType: 'story', ...covered(stored('image/png', wide)) },
    ],
  ]
  for (const [platform, rule, taken, skipped] of rows)
    test(`${platform}: a cover ${rule}`, () => {
      const good = check(platform, taken)
      assert.ok(!warningCodes(good).includes('thumbnail_skipped'))
      assert.equal(good.content?.media[0]?.thumbnail, taken.media?.[0]?.thumbnail)
      const bad = check(platform, skipped)
      assert.ok(warningCodes(bad).includes('thumbnail_skipped'))
      assert.deepEqual(bad.findings, [])
      assert.equal(bad.content?.media[0]?.thumbnail, null)
    })

  for (const platform of ['x', 'bluesky', 'threads', 'tiktok'])
    test(`${platform} accepts no cover for a video`, () => {
      for (const thumbnail of [stored('image/jpeg'), 'not_hosted'] as const) {
        const { content, warnings, findings } = check(platform, covered(thumbnail))
        assert.deepEqual(findings, [])
        assert.deepEqual(
          warnings.map(({ code }) => code),
          ['thumbnail_unsupported'],
        )
        assert.equal(content?.media[0]?.thumbnail, null)
      }
    })

  test('tiktok: the cover of a photo post is one of its images', () => {
    const second = stored('image/jpeg')
    const own = check('tiktok', { media: [item(stored('image/jpeg'), { thumbnail: { ...second } }), item(second)] })
    assert.equal(own.content?.media[0]?.thumbnail?.url, second.url)
    assert.deepEqual(own.warnings, [])
    for (const thumbnail of [stored('image/jpeg'), 'not_hosted'] as const) {
      const other = check('tiktok', { media: [item(stored('image/jpeg'), { thumbnail }), image()] })
      assert.deepEqual(warningCodes(other), ['thumbnail_skipped'])
      assert.equal(other.content?.media[0]?.thumbnail, null)
    }
  })
})
