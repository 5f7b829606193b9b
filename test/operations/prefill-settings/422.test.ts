import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, beforeEach, test } from 'node:test'
import { onEachDatabase } from '../../harness/database.ts'
import { type PrefillStage, prefill, settingsOf, startPrefilling } from '../../harness/prefill.ts'
import { acmePage, type Page } from '../../harness/servers/website.ts'

const answering =
  (status: number, headers: Record<string, string>, body = acmePage()) =>
  (response: ServerResponse) =>
    response.writeHead(status, headers).end(body)

const html = { 'content-type': 'text/html' }

const unfetchable: readonly (readonly [what: string, page: Page, says: RegExp])[] = [
  ['a page that is not there', answering(404, html), /answered 404/],
  ['a page behind a login', answering(401, html), /answered 401/],
  ['a website that is down', answering(503, html), /answered 503/],
  ['a picture', answering(200, { 'content-type': 'image/png' }), /not a web page/],
  ['something without a type', answering(200, {}), /not a web page/],
  ['redirects in a circle', answering(302, { location: '/' }), /redirects/],
  [
    'a connection that breaks off',
    (response) => response.writeHead(200, { ...html, 'content-length': '9' }).destroy(),
    /./,
  ],
  ['a page larger than any', answering(200, { ...html, 'content-length': '99999999999' }, ''), /larger/],
]

const withoutText: readonly (readonly [what: string, page: string])[] = [
  ['nothing', ''],
  [
    'what scripts would draw',
    '<div id="root"></div><script>document.write("A business that makes anvils and rockets")</script>',
  ],
  ['hidden text', '<div style="display: none">A business that makes anvils and rockets for coyotes.</div>'],
  ['navigation alone', '<nav><a href="#">A business that makes anvils and rockets for coyotes.</a></nav>'],
]

onEachDatabase((kind) => {
  let stage: PrefillStage
  before(async () => {
    stage = await startPrefilling(kind)
  })
  after(() => stage.stop())
  beforeEach(() => stage.model.answers(() => ({ said: {} })))

  test('a profile without a website gets the advice to set one', async () => {
    const { status, body } = await prefill(await stage.instance.newUser())
    assert.deepEqual([status, body.error.code], [422, 'content_rejected'])
    assert.deepEqual([body.error.details[0].path, body.error.details[0].code], ['website_url', 'missing'])
    assert.match(body.error.message, /POST \/settings/)
  })

  for (const [what, page, says] of unfetchable)
    test(`${what} is unfetchable_url, and does not use up the hour`, async () => {
      stage.website.show({ '/': page })
      const user = await stage.newOwner()
      const { status, body } = await prefill(user)
      assert.deepEqual([status, body.error.code], [422, 'unfetchable_url'])
      assert.match(body.error.message, says)
      assert.equal((await settingsOf(user)).business_profile_prefill_at, null)
      assert.equal(stage.model.asked.length, 0)
    })

  for (const [what, page] of withoutText)
    test(`a page of ${what} has no text, and no model is asked about it`, async () => {
      stage.website.show({ '/': page })
      const { status, body } = await prefill(await stage.newOwner())
      assert.deepEqual([status, body.error.code, body.error.details[0].code], [422, 'content_rejected', 'no_text'])
      assert.equal(stage.model.asked.length, 0)
    })

  test('a website in a private network is a forbidden address, named directly or by a redirect', async () => {
    for (const url of ['http://10.0.0.1/', 'http://169.254.169.254/latest', 'http://[::1]/', 'ftp.example']) {
      stage.website.show({ '/': answering(302, { location: url.startsWith('http') ? url : `ftp://${url}` }) })
      const user = await stage.newOwner()
      const { status, body, text } = await prefill(user)
      assert.deepEqual([status, body.error.code], [422, 'forbidden_address'], url)
      assert.equal(body.error.details[0].path, 'website_url')
      assert.doesNotMatch(text, /169\.254|10\.0\.0/)
    }
    const user = await stage.newOwner({ website_url: 'http://10.0.0.1/' })
    assert.equal((await prefill(user)).body.error.code, 'forbidden_address')
    assert.equal(stage.model.asked.length, 0)
  })
})
