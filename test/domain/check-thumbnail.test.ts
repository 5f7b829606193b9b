import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { tested, testedNames } from '../platforms/index.ts'
import { covered } from '../platforms/shared/content.ts'
import { check, image, item, stored, warningCodes } from '../platforms/shared/requested.ts'

describe('a cover that breaks a rule is dropped with a warning, and the post continues', () => {
  for (const platform of testedNames)
    for (const [rule, taken, skipped] of tested[platform].covers ?? [])
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
