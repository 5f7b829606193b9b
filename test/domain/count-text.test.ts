import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import twitterText from 'twitter-text'
import { countText, cutText, fits } from '../../src/domain/count-text.ts'
import { type TextUnit, textUnits } from '../../src/domain/post-rules.ts'
import { cpuTime } from '../harness/cpu-time.ts'

const family = '👨‍👩‍👧'

describe('each unit counts what its name says', () => {
  const texts: readonly (readonly [text: string, counts: Readonly<Record<TextUnit, number>>])[] = [
    ['', { characters: 0, utf16: 0, graphemes: 0, weighted: 0, bytes: 0, emoji_bytes: 0 }],
    ['Hello', { characters: 5, utf16: 5, graphemes: 5, weighted: 5, bytes: 5, emoji_bytes: 5 }],
    ['e\u0301', { characters: 2, utf16: 2, graphemes: 1, weighted: 1, bytes: 3, emoji_bytes: 2 }],
    ['日本', { characters: 2, utf16: 2, graphemes: 2, weighted: 4, bytes: 6, emoji_bytes: 2 }],
    ['a\r\nb', { characters: 4, utf16: 4, graphemes: 3, weighted: 4, bytes: 4, emoji_bytes: 4 }],
    ['🎉', { characters: 1, utf16: 2, graphemes: 1, weighted: 2, bytes: 4, emoji_bytes: 4 }],
    [family, { characters: 5, utf16: 8, graphemes: 1, weighted: 2, bytes: 18, emoji_bytes: 18 }],
    ['1️⃣ ok', { characters: 6, utf16: 6, graphemes: 4, weighted: 5, bytes: 10, emoji_bytes: 10 }],
    ['© ©️', { characters: 4, utf16: 4, graphemes: 3, weighted: 4, bytes: 8, emoji_bytes: 7 }],
    ['🇵🇱🇵', { characters: 3, utf16: 6, graphemes: 2, weighted: 4, bytes: 12, emoji_bytes: 9 }],
    ['see x.com', { characters: 9, utf16: 9, graphemes: 9, weighted: 27, bytes: 9, emoji_bytes: 9 }],
  ]
  for (const [text, counts] of texts)
    test(JSON.stringify(text), () => {
      const found = Object.fromEntries(textUnits.map((unit) => [unit, countText(text, unit)]))
      assert.deepEqual(found, counts)
    })
})

describe('what X treats as a link weighs 23, and nothing else does', () => {
  const links: readonly (readonly [text: string, links: number])[] = [
    ['https://example.com/a?b=c#d', 1],
    ['HTTP://EXAMPLE.COM', 1],
    ['example.com, example.org.', 2],
    ['例え.example.co.uk', 1],
    ['これはexample.comです', 1],
    ['example.com/a_(b_(c))', 1],
    ['https://例え.jp/日本', 1],
    ['xn--r8jz45g.xn--zckzah/a', 1],
    ['me@example.com', 0],
    ['#example.com', 0],
    ['@example.com', 0],
    ['file.txt and v1.2', 0],
    ['http://localhost', 0],
    ['example.', 0],
  ]
  for (const [text, count] of links)
    test(`${text}: ${count}`, () => {
      assert.equal(twitterText.extractUrls(text).length, count)
      assert.equal(countText(text, 'weighted'), twitterText.parseTweet(text).weightedLength)
    })

  test('a long link weighs the same as a short one', () => {
    assert.equal(countText(`https://example.com/${'a'.repeat(4_000)}`, 'weighted'), 23)
    assert.equal(countText(`https://t.co/${'a'.repeat(40)}`, 'weighted'), 23)
  })
})

/** Parts of links and of texts that look like links, emoji that both sides know, and other characters. */
const pieces = [
  ...'abZ09.-_/:?=&#@$(),! \n"\'`|~*+[]{}<>^\\%;',
  ...['http://', 'https://', 'HTTPS://', 'http', '//', 't.co/', 't.co/abc', 'example', '.com', 'com', 'co.uk', 'org'],
  ...['example.com/', 'xn--', 'xn--p1ai', ':8080', '?q=1', '/path', '/a(b)c', '(a(b)c)', 'me@', '%20', '...', '..'],
  ...[
    '日',
    '本',
    '例え',
    '。',
    '中国',
    'рф',
    '한국',
    'é',
    'ü',
    'ß',
    'ж',
    'ι',
    'İ',
    'e\u0301',
    '\u2013',
    '…',
    '’',
    '＠',
    '＃',
  ],
  ...['👍', '👍🏽', family, '🇵🇱', '🇵', '❤️', '❤', '©', '©️', '1️⃣', '\u200d', '\ufe0f', '\u20e3', '\ufeff', '\u200e'],
  ...['\ud83d', '\ude00', 'long'.repeat(20), '日'.repeat(30), '日'.repeat(60)],
]
const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((parts) => parts.join(''))

describe('compared with twitter-text', () => {
  /** twitter-text finds a domain by its letters, and may pick letters that are not a domain. */
  const misplaces = (text: string): boolean =>
    twitterText.extractUrlsWithIndices(text.normalize()).some(({ url, indices: [start] }) => {
      return !text.normalize().startsWith(url, start)
    })

  test('a random text has the same weight', () => {
    const alike = (text: string) =>
      misplaces(text) || countText(text, 'weighted') === twitterText.parseTweet(text).weightedLength
    fc.assert(fc.property(texts, alike), { numRuns: 20_000 })
  })

  test('a domain that is newer than twitter-text’s list is a link here, and a removed one is not', () => {
    assert.equal(countText('save.kids', 'weighted'), 23)
    assert.equal(twitterText.parseTweet('save.kids').weightedLength, 9)
    assert.equal(countText('cars.iveco', 'weighted'), 10)
    assert.equal(twitterText.parseTweet('cars.iveco').weightedLength, 23)
  })

  test('a file name that is also a domain is a link for both', () => {
    assert.equal(countText('foo.zip', 'weighted'), 23)
    assert.equal(twitterText.parseTweet('foo.zip').weightedLength, 23)
  })

  test('an emoji that is newer than twitter-text’s list weighs 2 here', () => {
    assert.equal(countText('❤️‍🔥', 'weighted'), 2)
    assert.equal(twitterText.parseTweet('❤️‍🔥').weightedLength, 5)
  })
})

test('the time to count grows linearly with the text, however it is built', async () => {
  const hostile = ['日', 'a.', '.', 'a.co/(', 'a.com日', '_a', 'a-.', '日.x_', '/(a)', 'a.xn--', '👨‍', 'a.co/!']
  const timeFor = (length: number): Promise<number> =>
    cpuTime(() => {
      for (const piece of hostile)
        for (const unit of textUnits) countText(piece.repeat(Math.ceil(length / piece.length)), unit)
    })
  await timeFor(4_000)
  // Eight times the text; quadratic time would be sixty-four times.
  assert.ok((await timeFor(32_000)) < 32 * (await timeFor(4_000)))
})

describe('a text that is far too long', () => {
  const x = { max: 280, unit: 'weighted' } as const

  test('is too long without being counted, and is shortened from its beginning', async () => {
    const hostile = 'a.co/!'.repeat(500_000)
    const took = await cpuTime(() => {
      for (const unit of textUnits) {
        assert.ok(!fits(hostile, { max: 280, unit }))
        assert.ok(fits(cutText(hostile, { max: 280, unit }), { max: 280, unit }))
      }
    })
    const counted = await cpuTime(() => countText(hostile, 'weighted'))
    assert.ok(took < counted, `${took} ms, and ${counted} ms to count it in one unit`)
  })

  test('is counted as before up to 20,000 UTF-16 units', () => {
    const links = Array.from({ length: 4 }, (_, at) => `https://example.com/${at}${'a'.repeat(4_000)}`).join(' ')
    assert.ok(links.length > 16_000 && links.length <= 20_000)
    assert.ok(fits(links, x))
  })
})

describe('a text that is shortened', () => {
  const limits = fc.record({
    max: fc.integer({ min: 40, max: 200 }),
    unit: fc.constantFrom(...textUnits),
    maxBytes: fc.integer({ min: 40, max: 400 }),
  })

  test('fits, keeps its start, and ends with an ellipsis if something was cut', () => {
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 8 }), limits, (parts, rule) => {
        const text = parts.join(' ')
        const cut = cutText(text, rule)
        assert.ok(fits(cut, rule))
        if (fits(text, rule)) assert.equal(cut, text)
        else assert.ok(cut.endsWith('…') && text.startsWith(cut.slice(0, -1)))
      }),
      { numRuns: 2_000 },
    )
  })

  const characters = (max: number) => ({ max, unit: 'characters' }) as const
  const cuts: readonly (readonly [text: string, max: number, cut: string])[] = [
    ['one two three', 13, 'one two three'],
    ['one two three', 12, 'one two…'],
    ['one two three', 8, 'one two…'],
    ['one two three', 7, 'one…'],
    [`${'a'.repeat(60)} end`, 62, `${'a'.repeat(60)}…`],
    [`one ${'b'.repeat(100)}`, 64, `one ${'b'.repeat(59)}…`],
    [`日本語の文章です`, 5, '日本語の…'],
    [`${family}${family}`, 9, `${family}…`],
  ]
  for (const [text, max, cut] of cuts)
    test(`${text} shortened to ${max} is ${cut}`, () => assert.equal(cutText(text, characters(max)), cut))
})
