import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { linkCard } from '../../../src/platforms/bluesky/link-card.ts'
import type { Reply } from '../../harness/scripted.ts'
import { calls, refusedWith, type Script, scripted } from './scripted.ts'

const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100)])
const blob = { $type: 'blob', ref: { $link: 'bafkreione' }, mimeType: 'image/png', size: png.length }
const upload = 'POST /pds/xrpc/com.atproto.repo.uploadBlob'
const page =
  '<html><head><meta property="og:title" content="News"><meta name="description" content="Told">' +
  '<meta property="og:image" content="/a.png"></head></html>'

async function cardOf(script: Script, uri = 'https://news.test/a?b=c') {
  const { asked, context } = await scripted(() => script)
  const outcome = await linkCard.perform({ uri }, context())
  assert.equal(outcome.type, 'done')
  return { asked: calls(asked), card: outcome.type === 'done' ? outcome.result : null }
}

const bare = { title: 'news.test', description: '', thumb: null }
const words = { title: 'News', description: 'Told', thumb: null }

describe('a link card', () => {
  test('has the metadata of the page and its picture', async () => {
    const { asked, card } = await cardOf({
      'GET /news.test/a': { body: page },
      'GET /news.test/a.png': { body: png },
      [upload]: ({ headers, body }) => {
        assert.deepEqual([headers['content-type'], body.equals(png)], ['image/png', true])
        return { body: { blob } }
      },
    })
    assert.deepEqual(card, { ...words, thumb: blob })
    assert.deepEqual(asked, ['GET /news.test/a', 'GET /news.test/a.png', 'POST /pds com.atproto.repo.uploadBlob'])
  })

  test('is that of the page after redirects', async () => {
    const { asked, card } = await cardOf({
      'GET /news.test/a': { status: 301, headers: { location: 'https://www.other.test/b/c' } },
      'GET /www.other.test/b/c': { status: 302, headers: { location: 'd' } },
      'GET /www.other.test/b/d': { body: '<meta property="og:image" content="e.png"><title>Other</title>' },
    })
    assert.deepEqual(card, { ...bare, title: 'Other' })
    assert.equal(asked.at(-1), 'GET /www.other.test/b/e.png')
  })

  test('is read in the encoding that the page names', async () => {
    const body = Buffer.from('<meta charset="iso-8859-2"><title>Za¿ó³æ</title>', 'latin1')
    assert.deepEqual((await cardOf({ 'GET /news.test/a': { body } })).card, { ...bare, title: 'Zażółć' })
    const headers = { 'content-type': 'text/html; charset=windows-1252' }
    const quoted = Buffer.from('<title>\x93a\x94</title>', 'latin1')
    assert.deepEqual((await cardOf({ 'GET /news.test/a': { headers, body: quoted } })).card, { ...bare, title: '“a”' })
    const unknown = { headers: { 'content-type': 'text/html; charset=nosuch' }, body: '<title>é</title>' }
    assert.deepEqual((await cardOf({ 'GET /news.test/a': unknown })).card, { ...bare, title: 'é' })
  })

  test('reads only the beginning of a long page', async () => {
    const body = `${page}${'x'.repeat(2 * 1024 * 1024)}`
    assert.deepEqual((await cardOf({ 'GET /news.test/a': { body } })).card, words)
    const late = `<!-- ${'x'.repeat(600 * 1024)} -->${page}`
    assert.deepEqual((await cardOf({ 'GET /news.test/a': { body: late } })).card, bare)
  })
})

describe('a page without metadata leaves a card with only the address', () => {
  const replies: readonly Reply[] = [
    { status: 404, body: page },
    { status: 500 },
    { headers: { 'content-type': 'application/pdf' }, body: page },
    { status: 302, headers: { location: 'ftp://news.test/a' } },
    { status: 302, headers: { location: 'https://news.test/a?b=c' } },
    { status: 302 },
    { headers: { 'content-encoding': 'gzip' }, body: 'no gzip' },
    { headers: { 'content-length': '100' }, body: 'ends before' },
  ]
  for (const reply of replies)
    test(JSON.stringify(reply), async () => assert.deepEqual((await cardOf({ 'GET /news.test/a': reply })).card, bare))
})

describe('a picture that can’t be fetched is left out', () => {
  const cases: readonly (readonly [what: string, script: Script])[] = [
    ['not there', { 'GET /news.test/a.png': { status: 404 } }],
    ['no picture', { 'GET /news.test/a.png': { body: '<html>' } }],
    ['too large', { 'GET /news.test/a.png': { body: Buffer.concat([png, Buffer.alloc(1_000_000)]) } }],
    ['refused by the server', { 'GET /news.test/a.png': { body: png }, [upload]: refusedWith(413, 'PayloadTooLarge') }],
    [
      'something else to the server',
      { 'GET /news.test/a.png': { body: png }, [upload]: { body: { blob: { ...blob, mimeType: 'text/html' } } } },
    ],
  ]
  for (const [what, script] of cases)
    test(what, async () => {
      assert.deepEqual((await cardOf({ 'GET /news.test/a': { body: page }, ...script })).card, words)
    })
})

describe('only possible public sites are fetched', () => {
  const closed = [
    'http://127.0.0.1/a',
    'http://2130706433/a',
    'http://[::1]/a',
    'http://localhost/a',
    'http://a.localhost/a',
    'http://printer.local/a',
    'http://vault.internal/a',
    'http://intranet/a',
    'https://news.test:8443/a',
    'https://user:word@news.test/a',
  ]
  for (const uri of closed)
    test(uri, async () => {
      const direct = await cardOf({}, uri)
      assert.deepEqual([direct.asked, direct.card], [[], { ...bare, title: new URL(uri).hostname }])
      const led = await cardOf({ 'GET /news.test/a': { status: 302, headers: { location: uri } } })
      assert.deepEqual([led.asked, led.card], [['GET /news.test/a'], bare])
    })
})
