import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { facetsOf } from '../../../src/platforms/bluesky/facets.ts'

/** The text of each facet, cut from the bytes as a reader of the record does it, and its target. */
function covered(text: string): [string, string][] {
  const bytes = Buffer.from(text)
  return facetsOf(text).map(({ byteStart, byteEnd, feature }) => {
    const target =
      feature.type === 'link' ? feature.uri : feature.type === 'mention' ? `@${feature.handle}` : `#${feature.tag}`
    return [bytes.subarray(byteStart, byteEnd).toString(), target]
  })
}

type Case = readonly [text: string, found: readonly (readonly [covered: string, target: string])[]]

/** A link whose text equals its target. */
const plain = (uri: string) => [uri, uri] as const

const groups: Readonly<Record<string, readonly Case[]>> = {
  'links with their scheme': [
    ['https://example.com', [plain('https://example.com')]],
    ['see http://example.com/a?b=c#d now', [plain('http://example.com/a?b=c#d')]],
    ['HTTPS://Example.com/Path', [plain('HTTPS://Example.com/Path')]],
    ['https://example.com:8443/x', [plain('https://example.com:8443/x')]],
    ['two: https://a.example https://b.example', [plain('https://a.example'), plain('https://b.example')]],
    ['https://localhost/x', []],
    ['https:// https://. https://?', []],
    ['xhttps://example.dev.invalidtop', []],
    ['https://example.com/@alice.bsky.social/#tag', [plain('https://example.com/@alice.bsky.social/#tag')]],
    ['https://user@example.com/x', [plain('https://user@example.com/x')]],
  ],
  'punctuation around a link belongs to the sentence': [
    ['Read https://example.com.', [plain('https://example.com')]],
    [
      'https://example.com/a, https://example.com/b; and',
      [plain('https://example.com/a'), plain('https://example.com/b')],
    ],
    ['Really https://example.com/?!', [plain('https://example.com/')]],
    ['(https://example.com/a)', [plain('https://example.com/a')]],
    ['(https://en.example.org/wiki/A_(b))', [plain('https://en.example.org/wiki/A_(b)')]],
    ['https://en.example.org/wiki/A_(b).', [plain('https://en.example.org/wiki/A_(b)')]],
    ['[https://example.com/a]', [plain('https://example.com/a')]],
    ['"https://example.com/a"', [plain('https://example.com/a')]],
    ['“https://example.com/a”', [plain('https://example.com/a')]],
    ['<https://example.com/a>', [plain('https://example.com/a')]],
    ['**https://example.com/a**', [plain('https://example.com/a')]],
    ['https://example.com/a…', [plain('https://example.com/a')]],
    ['https://example.com/a_', [plain('https://example.com/a_')]],
  ],
  'text that is written without spaces': [
    ['見てhttps://example.com/aを', [plain('https://example.com/aを')]],
    ['見てhttps://example.comを見て', [plain('https://example.com')]],
    ['詳しくは：https://example.com/日本。', [plain('https://example.com/日本')]],
    ['「https://example.com」', [plain('https://example.com')]],
    ['안녕https://example.com', [plain('https://example.com')]],
    ['こんにちは@alice.bsky.social、', [['@alice.bsky.social', '@alice.bsky.social']]],
    ['https://日本語.jp/', [plain('https://日本語.jp/')]],
    ['https://www.exämple.com/', [plain('https://www.exämple.com/')]],
  ],
  'sites without a scheme': [
    ['example.com', [['example.com', 'https://example.com']]],
    ['see example.com.', [['example.com', 'https://example.com']]],
    ['(sub.example.co.uk/a?b=c)', [['sub.example.co.uk/a?b=c', 'https://sub.example.co.uk/a?b=c']]],
    ['example.com:8080/x', [['example.com:8080/x', 'https://example.com:8080/x']]],
    ['EXAMPLE.COM', [['EXAMPLE.COM', 'https://EXAMPLE.COM']]],
    ['my-site.dev, and', [['my-site.dev', 'https://my-site.dev']]],
    ['日本example.com', [['example.com', 'https://example.com']]],
    ['It was late.It rained', []],
    ['file.txt and archive.tar.gz', []],
    ['README.md setup.py install.sh a.zip', []],
    [
      'bun.sh/docs www.example.rs',
      [
        ['bun.sh/docs', 'https://bun.sh/docs'],
        ['www.example.rs', 'https://www.example.rs'],
      ],
    ],
    ['1.5 and 3.14 and v1.2.3 and 12.30pm', []],
    ['e.g. this, i.e. that', []],
    ['example.com2 example.com_x _example.com', []],
    ['exämple.com', []],
    ['example.com:99999/x', []],
    ['-example.com', []],
  ],
  'e-mail addresses are neither links nor mentions': [
    ['me@example.com', []],
    ['first.last@example.com', []],
    ['first.com@example.com', []],
    ['mailto:me+tag@example.com!', []],
    ['me@alice.bsky.social', []],
  ],
  mentions: [
    ['@alice.bsky.social', [['@alice.bsky.social', '@alice.bsky.social']]],
    ['hi @Alice.Example.com!', [['@Alice.Example.com', '@alice.example.com']]],
    ['(@alice.bsky.social)', [['@alice.bsky.social', '@alice.bsky.social']]],
    ['@alice.bsky.social’s post', [['@alice.bsky.social', '@alice.bsky.social']]],
    ['@alice.bsky.social.', [['@alice.bsky.social', '@alice.bsky.social']]],
    [
      'cc:@a-b.example.com,@c.example.com',
      [
        ['@a-b.example.com', '@a-b.example.com'],
        ['@c.example.com', '@c.example.com'],
      ],
    ],
    ['🎉@alice.bsky.social', [['@alice.bsky.social', '@alice.bsky.social']]],
    ['@alice', []],
    ['@alice.', []],
    ['@-alice.example.com @.example.com', []],
    ['@alice.123', []],
    ['@alice@social.example @first.last@social.example', []],
    [`@${'a'.repeat(64)}.example`, []],
    [`@${'aaaaaaaa.'.repeat(30)}com`, []],
  ],
  hashtags: [
    ['#tag', [['#tag', '#tag']]],
    [
      '#Tag, #other! (#third)',
      [
        ['#Tag', '#Tag'],
        ['#other', '#other'],
        ['#third', '#third'],
      ],
    ],
    [
      '#foo,#bar',
      [
        ['#foo', '#foo'],
        ['#bar', '#bar'],
      ],
    ],
    ['#a#b', [['#a', '#a']]],
    ['#日本語。', [['#日本語', '#日本語']]],
    ['＃全角', [['＃全角', '#全角']]],
    ['#été', [['#été', '#été']]],
    ['##double', [['##double', '##double']]],
    [
      '#c++ #foo-bar #it’s',
      [
        ['#c++', '#c++'],
        ['#foo-bar', '#foo-bar'],
        ['#it’s', '#it’s'],
      ],
    ],
    ['#🎉', [['#🎉', '#🎉']]],
    ['#1 #2026 #!? # #️⃣', []],
    [
      '#1st #covid19',
      [
        ['#1st', '#1st'],
        ['#covid19', '#covid19'],
      ],
    ],
    ['word#tag &#39; a/#b', []],
    [`#${'a'.repeat(64)}`, [[`#${'a'.repeat(64)}`, `#${'a'.repeat(64)}`]]],
    [`#${'a'.repeat(65)}`, []],
  ],
  'all of them, behind characters of every size': [
    [
      '🏳️‍🌈 Zażółć gęślą: @alice.bsky.social 👩‍👩‍👧 https://example.com/ż #łódź 中文 example.org.',
      [
        ['@alice.bsky.social', '@alice.bsky.social'],
        plain('https://example.com/ż'),
        ['#łódź', '#łódź'],
        ['example.org', 'https://example.org'],
      ],
    ],
    ['a\nhttps://example.com\n#b', [plain('https://example.com'), ['#b', '#b']]],
    ['', []],
  ],
}

for (const [name, cases] of Object.entries(groups))
  describe(name, () => {
    for (const [text, found] of cases) test(text || 'nothing', () => assert.deepEqual(covered(text), found))
  })

test('offsets count bytes of UTF-8, the end not included', () => {
  assert.deepEqual(facetsOf('é🎉 example.com'), [
    { byteStart: 7, byteEnd: 18, feature: { type: 'link', uri: 'https://example.com' } },
  ])
})

const piece = fc.constantFrom(
  '@',
  '#',
  '$',
  '.',
  'a',
  'https://',
  'example.com',
  '/',
  '(',
  ')',
  ' ',
  '🎉',
  '日',
  'é',
  '\n',
  '_',
  '1',
)

test('a cashtag used to be plain text: it is a tag with its sign, in capitals, as Bluesky’s own app makes it', () => {
  const cases: readonly Case[] = [
    ['$ABC', [['$ABC', '#$ABC']]],
    [
      'buy $abc, ($Brk4) and $GOOGL!',
      [
        ['$abc', '#$ABC'],
        ['$Brk4', '#$BRK4'],
        ['$GOOGL', '#$GOOGL'],
      ],
    ],
    ['$TOOLONG US$ABC $5 $ $1a a$ABC $AB-C $$AB', []],
    ['é🎉 $ABC', [['$ABC', '#$ABC']]],
  ]
  for (const [text, found] of cases) assert.deepEqual(covered(text), found, text)
})

test('whatever the text, facets lie within it in their order, cut no character and do not overlap', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string({ unit: 'grapheme' })), { maxLength: 60 }), (pieces) => {
      const text = pieces.join('')
      const bytes = Buffer.from(text)
      let free = 0
      for (const { byteStart, byteEnd } of facetsOf(text)) {
        assert.ok(byteStart >= free && byteEnd > byteStart && byteEnd <= bytes.length)
        const part = bytes.subarray(byteStart, byteEnd)
        assert.ok(Buffer.from(part.toString()).equals(part), 'a character is cut')
        free = byteEnd
      }
    }),
  )
})

test('a malicious text is read quickly', () => {
  for (const part of ['a.', '@a.', '#', '(', 'https://', 'https://a.', ')', 'a-', '!#a'])
    assert.ok(facetsOf(`https://a.com/${part.repeat(3_000)}`).length < 3_001)
})
