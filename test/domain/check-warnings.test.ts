import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { countText } from '../../src/domain/count-text.ts'
import { platforms } from '../../src/platforms/index.ts'
import { check, GB, gif, image, item, MB, several, stored, video, warningCodes } from '../platforms/shared/requested.ts'

describe('what a platform does not support is left out with a warning', () => {
  const comments = ['first', 'second', 'third']

  for (const [platform, postType] of [
    ['facebook', 'story'],
    ['instagram', 'story'],
  ])
    test(`${platform}: the caption and the comments of a ${postType}`, () => {
      const { content, warnings, findings, preview } = check(platform ?? '', { postType, media: [image()], comments })
      assert.deepEqual(findings, [])
      assert.deepEqual(
        warnings.map(({ code }) => code),
        ['caption_unsupported', 'comments_unsupported'],
      )
      assert.equal(content?.text, '')
      assert.deepEqual(content?.comments, [])
      assert.deepEqual(preview, { post_type: 'story', text: '', length: 0, limit: null, unit: 'characters' })
    })

  for (const { name, supports } of platforms) {
    const media = [['youtube', 'tiktok'].includes(name) ? video() : image()]
    test(`${name}: comments are ${supports.firstComments > 0 ? 'kept' : 'left out'}`, () => {
      const checked = check(name, { media, comments })
      assert.deepEqual(checked.findings, [])
      assert.deepEqual(checked.content?.comments, supports.firstComments > 0 ? comments : [])
      assert.equal(warningCodes(checked).includes('comments_unsupported'), supports.firstComments === 0)
    })

    test(`${name}: alternative text is ${supports.altText ? 'kept' : 'left out'}`, () => {
      const checked = check(name, { media: media.map((one) => ({ ...one, altText: 'A cat.' })) })
      assert.deepEqual(checked.findings, [])
      assert.equal(checked.content?.media[0]?.altText, supports.altText ? 'A cat.' : null)
      assert.equal(warningCodes(checked).includes('alt_text_unsupported'), !supports.altText)
    })
  }

  test('one warning covers many items with the same problem', () => {
    const media = several(5, () => item(stored('image/jpeg'), { altText: 'A cat.' }))
    assert.deepEqual(warningCodes(check('tiktok', { media })), ['alt_text_unsupported'])
  })

  test('an alternative text that is too long for one platform is shortened for it', () => {
    const altText = 'cat '.repeat(150).trim()
    const media = [item(stored('image/jpeg'), { altText })]
    assert.equal(check('bluesky', { media }).content?.media[0]?.altText, altText)
    const { content, warnings, findings } = check('pinterest', { media })
    assert.deepEqual(findings, [])
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['text_shortened'],
    )
    assert.match(content?.media[0]?.altText ?? '', /cat…$/)
    assert.ok((content?.media[0]?.altText ?? '').length <= 500)
  })
})

describe('content that is adapted, or that the platform may refuse', () => {
  test('a description of more than 800 characters is shortened for pinterest', () => {
    const exact = check('pinterest', { media: [image()], text: 'a'.repeat(800) })
    assert.deepEqual(exact.warnings, [])
    const long = check('pinterest', { media: [image()], text: 'word '.repeat(200) })
    assert.deepEqual(long.findings, [])
    assert.deepEqual(warningCodes(long), ['text_shortened'])
    assert.ok(countText(long.content?.text ?? '', 'characters') <= 800)
    assert.equal(long.preview.text, long.content?.text)
    assert.equal(long.preview.length, countText(long.preview.text, 'characters'))
  })

  for (const [platform, type] of [
    ['facebook', 'image/webp'],
    ['instagram', 'image/png'],
    ['threads', 'image/webp'],
    ['pinterest', 'image/webp'],
    ['reddit', 'image/webp'],
  ] as const)
    test(`${platform}: ${type} is converted with a warning`, () => {
      assert.deepEqual(
        check(platform, { media: [image(type)] }).warnings.map(({ code, severity }) => ({ code, severity })),
        [{ code: 'media_converted', severity: 'info' }],
      )
      assert.deepEqual(check(platform, { media: [image('image/jpeg')] }).warnings, [])
    })

  for (const [platform, within, beyond] of [
    ['x', { seconds: 140 }, { seconds: 141 }],
    ['x', { size: 512 * MB }, { size: 512 * MB + 1 }],
    ['linkedin', { size: 500 * MB }, { size: 500 * MB + 1 }],
    ['youtube', { seconds: 900 }, { seconds: 901 }],
  ] as const)
    test(`${platform}: ${JSON.stringify(beyond)} is accepted here, and the platform may refuse it`, () => {
      assert.deepEqual(check(platform, { media: [video(within)] }).warnings, [])
      const { warnings, findings } = check(platform, { media: [video(beyond)] })
      assert.deepEqual(findings, [])
      assert.deepEqual(
        warnings.map(({ code }) => code),
        ['platform_limit_stricter'],
      )
    })
})

describe('limits that only some accounts may exceed', () => {
  const beyond: readonly (readonly [platform: string, facts: { size?: number; seconds?: number }])[] = [
    ['x', { seconds: 1_201 }],
    ['x', { size: 8 * GB + 1 }],
    ['tiktok', { seconds: 601 }],
  ]
  for (const [platform, facts] of beyond)
    test(`${platform}: ${JSON.stringify(facts)} requires a check of the account`, () => {
      const media = [video(facts)]
      const standard = check(platform, { media })
      assert.equal(standard.needsEligible, true)
      assert.deepEqual(
        standard.findings.map(({ code, who }) => [code, typeof who]),
        [[facts.size ? 'media_too_large' : 'media_too_long', 'string']],
      )
      const eligible = check(platform, { media, eligible: true })
      assert.deepEqual(eligible.findings, [])
    })

  test('the account is not checked if the result would change nothing', () => {
    assert.equal(check('x', { media: [video({ seconds: 1_200 })] }).needsEligible, false)
    assert.equal(check('x', { media: [video({ seconds: 7_501 })] }).needsEligible, false)
    assert.equal(check('x', { media: [video({ seconds: 1_300, size: 17 * GB })] }).needsEligible, false)
  })
})

test('all errors are found at once', () => {
  const { findings, content } = check('x', {
    text: 'a'.repeat(281),
    textPath: 'platform_options.twitter.message',
    media: [gif({ size: 16 * MB, width: 1_300 }), image('image/bmp', { size: 6 * MB })],
    comments: ['fine', 'b'.repeat(281), ' '],
  })
  assert.equal(content, null)
  assert.deepEqual(
    findings.map(({ path, platform, code, limit, actual }) => [path, platform, code, limit, actual]),
    [
      ['platform_options.twitter.message', 'x', 'text_too_long', 280, 281],
      ['media', 'x', 'mixed_media', undefined, undefined],
      ['media.0', 'x', 'media_too_large', 15 * MB, 16 * MB],
      ['media.0', 'x', 'media_too_wide', 1_280, 1_300],
      ['media.1', 'x', 'media_type', undefined, 'image/bmp'],
      ['media.1', 'x', 'media_too_large', 5 * MB, 6 * MB],
      ['comments_under_post.1', 'x', 'comment_too_long', 280, 281],
      ['comments_under_post.2', 'x', 'text_required', undefined, undefined],
    ],
  )
})
