import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { fromLittleText, saysTheSame, toLittleText } from '../../../src/platforms/linkedin/little-text.ts'
import { givenBack, shownText } from '../../../src/sandbox/platforms/linkedin/little-text.ts'

describe('a text in LinkedIn’s format', () => {
  const cases = [
    ['plain words, and a link', 'See https://example.com/a-b?c=d', 'See https://example.com/a-b?c=d'],
    ['every reserved character', '\\|{}@[]()<>*_~', '\\\\\\|\\{\\}\\@\\[\\]\\(\\)\\<\\>\\*\\_\\~'],
    ['a hashtag stays one', 'Big #News today', 'Big #News today'],
    ['a hashtag in other letters', '#Überraschung und #日本', '#Überraschung und #日本'],
    ['a hashtag with a line in it', '#a_b', '#a\\_b'],
    ['a number sign that is not a hashtag', 'C# and #1, a#b, # alone', 'C\\# and \\#1, a\\#b, \\# alone'],
    [
      'a mention stays one',
      'By @[Acme (Ltd)](urn:li:organization:12) now',
      'By @[Acme \\(Ltd\\)](urn:li:organization:12) now',
    ],
    ['what only looks like a mention', '@[Acme](https://acme.example)', '\\@\\[Acme\\]\\(https://acme.example\\)'],
    ['a name with an at sign', 'Thanks @ada', 'Thanks \\@ada'],
  ] as const
  for (const [what, text, little] of cases) test(what, () => assert.equal(toLittleText(text), little))

  const words = fc.string({ unit: fc.constantFrom(...'ab1 #_@[]()<>{}|\\*~é\n'), maxLength: 40 })

  test('any text is shown whole, and recognized in LinkedIn’s lists', () => {
    fc.assert(
      fc.property(words, (text) => {
        const little = toLittleText(text)
        assert.equal(shownText(little), text)
        assert.ok(saysTheSame(text, fromLittleText(givenBack(little))), givenBack(little))
      }),
    )
  })
})

describe('a text as LinkedIn returns it', () => {
  test('has its hashtags as templates', () => {
    assert.equal(fromLittleText('Big {hashtag|\\#|News} \\(today\\) {hashtag|#|a\\_b}'), 'Big #News (today) #a_b')
  })

  test('may have other whitespace than was sent', () => {
    assert.ok(saysTheSame('One\r\n two ', 'One two'))
    assert.ok(!saysTheSame('One two', 'One two three'))
  })
})
