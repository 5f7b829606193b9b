import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { createHttpClient } from '../../src/outbound/http-client.ts'
import { createWebsiteReader, type WebPage } from '../../src/website/read-website.ts'
import { cpuTime } from '../harness/cpu-time.ts'
import { eventually } from '../harness/eventually.ts'
import { acmePage, startWebsite, type Website } from '../harness/servers/website.ts'

const reader = createWebsiteReader(createHttpClient({ exceptions: ['127.0.0.0/8'] }))

let website: Website
before(async () => {
  website = await startWebsite()
})
after(() => website.stop())

const read = (pages: Parameters<Website['show']>[0]): Promise<readonly WebPage[]> => {
  website.show(pages)
  return reader.read(website.origin)
}

const textOf = async (html: string): Promise<string> => (await read({ '/': html }))[0]?.text ?? assert.fail('no page')

const filler = 'We make anvils and rockets for coyotes, since 1949.'

describe('only text that a visitor sees is read', () => {
  const cases: readonly (readonly [what: string, html: string, text: string])[] = [
    [
      'title, headings and paragraphs, a line each',
      '<title>Acme</title><h1>Anvils</h1><p>Heavy <b>ones</b>.</p>',
      'Acme\nAnvils\nHeavy ones .',
    ],
    [
      'entities and white space',
      '<p>Fish &amp; chips,\n\n 5&nbsp;&euro; &#x2014; &lt;b&gt;</p>',
      'Fish & chips, 5 € — <b>',
    ],
    ['a footer, where the address often is', '<footer>1 Desert Road</footer>', '1 Desert Road'],
    ['what the page says of itself', '<meta name="description" content="Anvils &amp; more">', 'Anvils & more'],
    [
      'no scripts and styles',
      '<script>let a = "<p>1</p>"</script><style>p { color: red }</style><noscript>2</noscript>',
      '',
    ],
    ['no scripts in odd writing', '<SCRIPT\ntype=x>1</SCRIPT ><script>2</scr</script><svg><text>3</text></svg>', ''],
    ['no comments', '<!-- <p>secret</p> --><!doctype html><?php echo 1 ?>', ''],
    ['no navigation', '<nav><ul><li>Home</li></ul></nav><div role="navigation">Menu</div>', ''],
    [
      'nothing hidden',
      '<p hidden>1</p><div style="color:red; DISPLAY : none">2<div>3</div>4</div><i aria-hidden="true">5</i>',
      '',
    ],
    [
      'nothing too small or too pale to be seen',
      '<p style="font-size:0">1</p><p style="opacity: 0">2</p><p style="opacity: 0.9">3</p>',
      '3',
    ],
    ['what follows a hidden paragraph without an end', '<p hidden>1<p>2', '2'],
    ['no second hidden paragraph, either', '<p hidden>1<p hidden>2</p>', ''],
    ['what follows a hidden field', '<input type="hidden" hidden>seen', 'seen'],
    ['a word that is hidden in a quoted attribute only', '<p class="a hidden b" title="x > y">seen</p>', 'seen'],
    ['signs that are no tags', 'a < b and 3<4 </ > <', 'a < b and 3<4 <'],
  ]
  for (const [what, html, text] of cases)
    test(what, async () => {
      const all = await textOf(`<p>${filler}</p>${html}`)
      assert.equal(all.replace(`${filler}\n`, '').replace(filler, ''), text)
    })
})

describe('the most informative pages are found by their links', () => {
  const links = (...paths: readonly string[]) => paths.map((path) => `<a href="${path}">link</a>`).join('')

  test('one for each topic, from the navigation, too, in several languages', async () => {
    const paths = ['/about-us', '/Leistungen/', '/tarifs', '/faq.html', '/kontakt?lang=de']
    const menu = `<nav>${links('/blog', '/login', ...paths, '/about-them', '/pricing')}</nav>`
    const pages = await read({
      '/': acmePage(menu),
      ...Object.fromEntries(paths.map((path) => [path, acmePage(path)])),
    })
    assert.deepEqual(website.visited.slice(1).sort(), paths.toSorted())
    assert.deepEqual(
      pages.map(({ url }) => url.replace(website.origin, '')),
      ['/', ...paths],
    )
  })

  test('by the link text if its URL says nothing', async () => {
    await read({ '/': acmePage('<a href="/p/7">Über <b>uns</b></a>'), '/p/7': acmePage() })
    assert.deepEqual(website.visited, ['/', '/p/7'])
  })

  test('never another website, another port, another scheme, or the same page again', async () => {
    await read({
      '/': acmePage(
        links(
          'https://other.example/about',
          'http://127.0.0.1:9/pricing',
          'javascript:about()',
          'mailto:contact@acme.example',
          '#faq',
          '/#contact',
          'http://[about',
        ),
      ),
    })
    assert.deepEqual(website.visited, ['/'])
  })

  test('a page that is missing, not HTML, interrupted, or redirected elsewhere is left out', async () => {
    const to = (location: string) => (response: ServerResponse) => response.writeHead(302, { location }).end()
    const elsewhere = await startWebsite()
    elsewhere.show({ '/about': acmePage('of somebody else') })
    const pages = await read({
      '/': acmePage(links('/about', '/pricing', '/faq', '/contact', '/services')),
      '/about': to(`${elsewhere.origin}/about`),
      '/faq': (response) => response.destroy(),
      '/contact': to('http://169.254.169.254/contact'),
      '/services': (response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF'),
    })
    await elsewhere.stop()
    assert.equal(pages.length, 1)
  })
})

test('the service identifies itself', async () => {
  await read({ '/': acmePage() })
  assert.deepEqual([...website.agents], ['Polypost'])
})

test('a page in another encoding is read in the encoding that it names', async () => {
  const bytes = Buffer.from(`<meta charset="iso-8859-1"><p>Größe ${filler}</p>`, 'latin1')
  const [page] = await read({ '/': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(bytes) })
  assert.match(page?.text ?? '', /Größe/)
})

test('only the start of an endless page is read, and the connection is closed', async () => {
  let closed = false
  const pages = await read({
    '/': (response) => {
      response.on('close', () => {
        closed = true
      })
      response.writeHead(200, { 'content-type': 'text/html' })
      const more = () => {
        while (!closed && response.write(`<p>${filler}</p>`.repeat(1_000)));
      }
      response.on('drain', more)
      more()
    },
  })
  assert.equal(pages[0]?.text.length, 6_000)
  await eventually('the connection is closed', () => closed)
})

test('a page is read to a depth that no real page has', async () => {
  assert.equal(await textOf(`<p>${filler}</p>${'<b>'.repeat(900)}deep`), `${filler}\ndeep`)
  assert.equal(await textOf(`<p>${filler}</p>${'<b>'.repeat(1_001)}too deep`), filler)
})

test('pages that are built to be slow are read quickly', async () => {
  const hostile = [
    '<',
    '<p',
    '<a href="',
    '<!--',
    '<script',
    '</',
    '<p hidden>',
    '<a href=x>',
    '&#',
    "<p '",
    '<p a=',
    'style="display:',
    ' ',
    '\n<b>',
    '<p style="opacity :  ',
    '<b></i>',
    '<svg><p>',
    '&amp',
  ]
  for (const piece of hostile) {
    const took = await cpuTime(() => read({ '/': `<p>${filler}</p>${piece.repeat(1_000_000 / piece.length)}` }))
    assert.ok(took < 5_000, `${piece}: ${took} ms`)
  }
})
