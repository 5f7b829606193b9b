import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import twitter from 'twitter-text'
import { linksIn, weightOf } from '../../../../src/sandbox/platforms/x/text.ts'

const texts = [
  '',
  'Plain words.',
  'ÄÖÜ ß é é', // composed and not
  '日本語のテキスト',
  'mixed 日本 and words',
  'a family 👨‍👩‍👧‍👦, a flag 🇵🇱, a hand 👍🏽, a keycap 1️⃣',
  '“quoted” – and — dashed… ‘so’',
  'https://example.com',
  'See https://example.com/a/long/path?with=query&more=1#part, and http://example.org.',
  'bare example.com and example.co.uk/path and www.example.de/x',
  'not a link: e.g. this, node.js, file.txt, 1.5, a@b.example.com',
  '(https://example.com/page)',
  'two https://a.example.com https://b.example.com',
  '#hashtag @mention $CASH https://example.com #more',
  'newlines\nand\ttabs',
  '𝔘𝔫𝔦𝔠𝔬𝔡𝔢',
]

describe('a text has the weight that twitter-text computes', () => {
  for (const text of texts)
    test(JSON.stringify(text), () => assert.equal(weightOf(text), twitter.parseTweet(text).weightedLength))
})

test('the links of a text are found, without the punctuation after them', () => {
  const text = 'See https://example.com/a, (example.org) and “http://example.net/b”.'
  const found = linksIn(text).map(({ written, expanded, start, end }) => [written, expanded, text.slice(start, end)])
  assert.deepEqual(found, [
    ['https://example.com/a', 'https://example.com/a', 'https://example.com/a'],
    ['example.org', 'http://example.org', 'example.org'],
    ['http://example.net/b', 'http://example.net/b', 'http://example.net/b'],
  ])
})
