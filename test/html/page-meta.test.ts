import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type PageMeta, pageMeta } from '../../src/html/page-meta.ts'

const none = { title: '', description: '', image: null }

const cases: readonly (readonly [what: string, html: string, found: Partial<PageMeta>])[] = [
  ['a title', '<html><head><title>Hello\n  world</title></head>', { title: 'Hello world' }],
  ['a title with attributes', '<TITLE data-a="1">Hello</TITLE>', { title: 'Hello' }],
  [
    'what is meant for cards before what is meant for tabs',
    '<title>Tab</title><meta name="description" content="Plain"><meta property="og:title" content="Card">' +
      '<meta property="og:description" content="Told">',
    { title: 'Card', description: 'Told' },
  ],
  [
    'single quotes, no quotes, odd order',
    `<meta content='A "b"' name=og:title><meta content=c name="description"/>`,
    { title: 'A "b"', description: 'c' },
  ],
  ['a bracket within quotes', '<meta property="og:title" content="a > b"><title>x</title>', { title: 'a > b' }],
  [
    'entities',
    '<title>A &amp; B &#8211; &#x1F389; &eacute; &nosuch; &#xD800;</title>',
    { title: 'A & B – 🎉 é &nosuch; \ufffd' },
  ],
  [
    'the first of several',
    '<meta property="og:image" content="/a.png"><meta property="og:image" content="/b.png">',
    { image: '/a.png' },
  ],
  [
    'a picture by any of its names',
    '<meta name="twitter:image" content="https://a.example/b.jpg">',
    { image: 'https://a.example/b.jpg' },
  ],
  ['nothing out of a comment', '<!-- <title>No</title> --><title>Yes</title>', { title: 'Yes' }],
  [
    'nothing out of scripts and pictures',
    '<script>"<title>No</title>"</script><svg><title>No</title></svg><title>Yes</title>',
    { title: 'Yes' },
  ],
  ['nothing out of the body', '<title>Yes</title><body><meta property="og:title" content="No">', { title: 'Yes' }],
  [
    'letters that grow when they are made small',
    '<meta name="a" content="İİİİ"><title>İstanbul</title>',
    { title: 'İstanbul' },
  ],
  ['nothing', '', {}],
  ['no page at all', '{"title": "<"}', {}],
  ['what ends in the middle', '<title>Half', { title: 'Half' }],
  ['an attribute without end', '<meta property="og:title" content="abc', {}],
]

describe('the metadata of a page is read', () => {
  for (const [what, html, found] of cases)
    test(what, async () => assert.deepEqual(await pageMeta(html), { ...none, ...found }))
})

test('a card has limited text, whatever the page', async () => {
  const { title, description } = await pageMeta(
    `<meta property="og:title" content="${'🎉'.repeat(5_000)}"><title>${'x'.repeat(50_000)}</title>` +
      `<meta name="description" content="${'y'.repeat(5_000)}">`,
  )
  assert.ok([...title].length <= 300 && [...description].length <= 1_000)
})

describe('a malicious page is read quickly', () => {
  const size = 512 * 1024
  for (const part of [
    '<',
    '<!--',
    '<meta ',
    '<meta a="',
    "<meta a='b",
    '<title>',
    '<script>',
    '<meta a=',
    '&#1',
    '<b></i>',
    '<meta a b c d =',
  ])
    test(part, async () => {
      const { title } = await pageMeta(part.repeat(size / part.length))
      assert.ok(title.length <= 300)
    })
})
