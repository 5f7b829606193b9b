import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import twitterText from 'twitter-text'
import type { Content } from '../../../src/domain/content.ts'
import { validate } from '../../../src/platforms/x/validate.ts'
import { content, media } from '../../harness/content.ts'

const gif = (frames: number, width = 10, height = 10) => media({ contentType: 'image/gif', frames, width, height })
const video = (frameRate: number | null) => media({ contentType: 'video/mp4', frameRate })

describe('limits of X that are in no table', () => {
  const cases: readonly (readonly [what: string, changes: Partial<Content>, findings: readonly string[]])[] = [
    ['one cashtag', { text: 'Buy $AAPL' }, []],
    ['the same cashtag twice', { text: 'Buy $AAPL, sell $aapl' }, []],
    ['two cashtags', { text: 'Buy $AAPL, sell $TSLA' }, ['message too_many_cashtags 2']],
    ['prices', { text: 'From $5 to $7.50, US$100' }, []],
    ['two cashtags in a comment', { comments: ['fine', '$A $B'] }, ['comments_under_post.1 too_many_cashtags 2']],
    ['one in the post and one in a comment', { text: '$A', comments: ['$B'] }, []],
    ['350 frames', { media: [gif(350)] }, []],
    ['351 frames', { media: [gif(351)] }, ['media.0 too_many_frames 351']],
    ['300 million pixels', { media: [gif(300, 1_000, 1_000)] }, []],
    ['301 million pixels', { media: [gif(301, 1_000, 1_000)] }, ['media.0 too_many_pixels 301000000']],
    ['a large image that is not a GIF', { media: [media({ width: 20_000, height: 20_000 })] }, []],
    ['60 frames a second, as measured', { media: [video(60.02)] }, []],
    ['120 frames a second', { media: [video(119.88)] }, ['media.0 frame_rate_too_high 120']],
    ['an unknown frame rate', { media: [video(null)] }, []],
  ]
  for (const [what, changes, expected] of cases)
    test(what, () => {
      const found = validate(content(changes), 'message').map(({ path, code, actual }) => `${path} ${code} ${actual}`)
      assert.deepEqual(found, expected)
    })
})

test('a finding names the text that was given for the platform', () => {
  const path = 'platform_options.twitter.message'
  assert.deepEqual(
    validate(content({ text: '$A $B' }), path).map((finding) => finding.path),
    [path],
  )
})

describe('a cashtag is what twitter-text recognizes as one', () => {
  const texts = [
    '$AAPL $brk.b x$no $TOOLONGX ($TSLA) $A, $b! $1 $c$d',
    '$a.bcd $a_b $a.b. "$q" $q" $ß $$A $A$',
    '$TSLA\n$NVDA\u3000$AMD https://x.com/$MSFT $META/2 $x-y',
  ]
  for (const text of texts)
    test(JSON.stringify(text), () => {
      const distinct = new Set(twitterText.extractCashtags(text).map((tag) => tag.toLowerCase())).size
      const [finding] = validate(content({ text }), 'message')
      assert.equal(finding?.actual ?? Math.min(1, distinct), distinct)
    })
})
