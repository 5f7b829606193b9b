import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { tested, testedNames } from '../platforms/index.ts'
import { media } from '../platforms/shared/content.ts'
import { check, findingCodes, image, several } from '../platforms/shared/requested.ts'

for (const platform of testedNames)
  describe(`what ${platform} accepts`, () => {
    for (const [rule, passes, fails, codes] of tested[platform].content)
      test(rule, () => {
        const good = check(platform, passes)
        assert.deepEqual(good.findings, [])
        assert.ok(good.content)
        assert.equal(good.preview.post_type, good.content.postType)
        assert.deepEqual(findingCodes(check(platform, fails)), codes)
      })
  })

describe('the post type that is derived from the media', () => {
  for (const platform of testedNames)
    for (const [post, type] of tested[platform].derived ?? [])
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
