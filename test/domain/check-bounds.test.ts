import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mediaKinds } from '../../src/domain/choose-post-type.ts'
import type { MediaFacts } from '../../src/domain/media-facts.ts'
import { isMediaType, mediaTypes } from '../../src/domain/media-types.ts'
import type { MediaRule, MediaSet } from '../../src/domain/post-rules.ts'
import type { RequestedMedia } from '../../src/domain/requested-post.ts'
import { platforms } from '../../src/platforms/index.ts'
import type { Platform } from '../../src/platforms/shared/platform.ts'
import { check, findingCodes, item, several, stored } from '../platforms/shared/requested.ts'

const width = 1_080

/** An image with the required shape. */
function sizeFor({ aspect }: MediaRule): { width: number; height: number } {
  const ratio = aspect ? (aspect.min + Math.min(aspect.max, 2)) / 2 : 1
  return { width, height: Math.round(width / ratio) }
}

const lengthFor = ({ seconds }: MediaRule): number => (seconds ? (seconds.min + seconds.max) / 2 : 20)

/** The fewest media that match a set with this rule; each is valid except for `facts`. */
function fitting(set: MediaSet, rule: MediaRule, facts: Partial<MediaFacts> = {}): RequestedMedia[] {
  const [type] = rule.types
  assert.ok(type)
  const seconds = mediaTypes[type] === 'video' ? { seconds: lengthFor(rule) } : {}
  const count = Math.max(rule.count.min, set.total?.min ?? 0, 1)
  return several(count, () => item(stored(type, { ...sizeFor(rule), ...seconds, size: 1_000, ...facts })))
}

interface Bound {
  readonly code: string
  readonly within: Partial<MediaFacts>
  readonly beyond: Partial<MediaFacts>
}

function boundsOf(rule: MediaRule): Bound[] {
  const { maxBytes, seconds, aspect } = rule
  const { height } = sizeFor(rule)
  const bounds: Bound[] = []
  if (maxBytes) bounds.push({ code: 'media_too_large', within: { size: maxBytes }, beyond: { size: maxBytes + 1 } })
  if (seconds) {
    const { min, max } = seconds
    bounds.push({ code: 'media_too_long', within: { seconds: max }, beyond: { seconds: max + 0.1 } })
    if (min > 0) bounds.push({ code: 'media_too_short', within: { seconds: min }, beyond: { seconds: min - 0.1 } })
  }
  if (aspect) {
    const wider = { width: Math.ceil(height * aspect.max) + 1, height }
    bounds.push({ code: 'media_aspect_ratio', within: { width, height }, beyond: wider })
    if (aspect.min > 0) {
      const higher = { width, height: Math.ceil(width / aspect.min) + 1 }
      bounds.push({ code: 'media_aspect_ratio', within: { width, height }, beyond: higher })
    }
  }
  return bounds
}

const books: readonly Platform[] = platforms

for (const { name, postTypes } of books)
  describe(`every number of ${name} is a limit`, () => {
    for (const { name: postType, media } of postTypes)
      for (const [index, set] of media.entries())
        for (const kind of mediaKinds) {
          const rule = set[kind]
          if (!rule) continue
          test(`${postType}, set ${index}: ${kind}`, () => {
            for (const { code, within, beyond } of boundsOf(rule)) {
              const passes = check(name, { postType, media: fitting(set, rule, within) })
              assert.deepEqual(passes.findings, [], `${code} ${JSON.stringify(within)}`)
              const fails = check(name, { postType, media: fitting(set, rule, beyond) })
              assert.ok(findingCodes(fails).includes(code), `${code} ${JSON.stringify(beyond)}`)
            }
          })

          test(`${postType}, set ${index}: every listed type of ${kind}, and no other`, () => {
            for (const type of Object.keys(mediaTypes).filter(isMediaType)) {
              if (mediaTypes[type] !== kind) continue
              const given: RequestedMedia[] = fitting(set, rule).map((one) => ({
                ...one,
                facts: { ...one.facts, contentType: type },
              }))
              const refused = findingCodes(check(name, { postType, media: given })).includes('media_type')
              assert.equal(refused, !rule.types.includes(type), type)
            }
          })
        }

    for (const { name: postType, text, media } of postTypes) {
      const { max } = text
      if (text.use === 'none' || max === null || text.overlong === 'shortened') continue
      test(`${postType}: a text of ${max}`, () => {
        const [set = {}] = media
        const rule = mediaKinds.map((kind) => set[kind]).find((one) => one !== undefined)
        const given = { postType, media: rule ? fitting(set, rule) : [] }
        assert.deepEqual(check(name, { ...given, text: 'a'.repeat(max) }).findings, [])
        const { findings } = check(name, { ...given, text: 'a'.repeat(max + 1) })
        assert.deepEqual(
          findings.map(({ code, limit, actual }) => ({ code, limit, actual })),
          [{ code: 'text_too_long', limit: max, actual: max + 1 }],
        )
      })
    }
  })
