import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { linkedin } from '../../../src/platforms/linkedin/index.ts'
import type { StepContext } from '../../../src/platforms/shared/context.ts'
import type { Script } from '../../harness/scripted.ts'
import { asPage, inputError, now, page, person, problem, scripted } from './scripted.ts'

const { post } = linkedin.live.actions
const minute = 60_000

const input = { text: 'Hello (all) #News', hasMedia: false, altText: '', visibility: 'PUBLIC', plannedAt: now }
const urn = 'urn:li:share:7'
const url = (origin: string) => `${origin}/web/feed/update/${urn}/`

const made = { status: 201, headers: { 'x-restli-id': urn } }
const duplicate = { status: 422, body: inputError('DUPLICATE_POST', `Content is a duplicate of ${urn}`) }
const broken = { status: 500, body: problem('INTERNAL_SERVER_ERROR') }

const started = { since: now - minute, duplicate: null }
const since = (minutes: number) => ({ since: now - minutes * minute, duplicate: null })

type Given = Partial<Pick<StepContext, 'saved' | 'settings' | 'credentials' | 'account'>>

async function perform(script: Script, given: Given = {}, wanted: object = {}) {
  const { context, asked, saved, origin } = await scripted(script)
  const results = { upload: { id: 'urn:li:image:C4', isCovered: false } }
  const outcome = await post.perform({ ...input, ...wanted }, context({ results, ...given }))
  return { outcome, asked, saved, origin }
}

describe('a post', () => {
  test('is sent in LinkedIn’s format, and identified by the header of the response', async () => {
    const { outcome, asked, saved, origin } = await perform(() => made)
    assert.deepEqual(outcome, { type: 'done', result: { id: urn }, published: { id: urn, url: url(origin) } })
    const [{ call, headers, body } = assert.fail()] = asked
    assert.equal(call, 'POST /api/rest/posts')
    assert.deepEqual(
      [headers['linkedin-version'], headers['x-restli-protocol-version'], headers.authorization],
      ['202609', '2.0.0', 'Bearer token'],
    )
    assert.deepEqual(JSON.parse(body.toString()), {
      author: person,
      commentary: 'Hello \\(all\\) #News',
      visibility: 'PUBLIC',
      distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
      lifecycleState: 'PUBLISHED',
      isReshareDisabledByAuthor: false,
    })
    assert.deepEqual(saved, [{ since: now, duplicate: null }])
  })

  test('shows its uploads, with their descriptions, to the chosen audience', async () => {
    const { asked } = await perform(() => made, asPage(), {
      hasMedia: true,
      altText: 'A cat.',
      visibility: 'LOGGED_IN',
    })
    const { author, content, visibility } = JSON.parse(asked[0]?.body.toString() ?? '')
    assert.deepEqual(
      [author, visibility, content],
      [page, 'LOGGED_IN', { media: { id: 'urn:li:image:C4', altText: 'A cat.' } }],
    )
    const without = await perform(() => made, {}, { hasMedia: true })
    assert.deepEqual(JSON.parse(without.asked[0]?.body.toString() ?? '').content, { media: { id: 'urn:li:image:C4' } })
  })

  test('uses the API version that the operator sets', async () => {
    const { asked } = await perform(() => made, { settings: { version: '202611' } })
    assert.equal(asked[0]?.headers['linkedin-version'], '202611')
  })

  test('whose response has no ID is in doubt', async () => {
    await assert.rejects(perform(() => ({ status: 201 })))
  })

  test('with media that LinkedIn still processes waits and uses no attempt', async () => {
    const { outcome, saved } = await perform(() => ({ status: 400, body: inputError('MEDIA_ASSET_WAITING_UPLOAD') }))
    assert.equal(outcome.type, 'wait')
    assert.equal(saved.at(-1), null)
  })

  test('with media that may not be used yet is retried', async () => {
    const body = problem('ACCESS_DENIED', 'Accessing this video resource is forbidden')
    const { outcome } = await perform(() => ({ status: 403, body }))
    assert.equal(outcome.type, 'retry')
  })
})

describe('a first attempt that LinkedIn certainly did not accept leaves no doubt', () => {
  const cases = [
    ['a duplicate that names nothing', { status: 422, body: inputError('DUPLICATE_POST') }, 'rejected'],
    ['a limit', { status: 429, body: problem('TOO_MANY_REQUESTS') }, 'retry'],
    ['a token that has ended', { status: 401, body: problem('EXPIRED_ACCESS_TOKEN') }, 'expired'],
    ['a permission', { status: 403, body: problem('ACCESS_DENIED') }, 'reconnect'],
  ] as const
  for (const [what, reply, type] of cases)
    test(what, async () => {
      const { outcome, saved } = await perform(() => reply)
      assert.equal(outcome.type, type)
      assert.deepEqual(saved, [{ since: now, duplicate: null }, null])
    })

  test('a duplicate is refused, and the original post is stored', async () => {
    const { outcome, saved } = await perform(() => duplicate)
    assert.equal(outcome.type === 'rejected' && outcome.error, 'duplicate_content')
    assert.deepEqual(saved.at(-1), { since: now, duplicate: urn })
  })

  test('an attempt that was never sent leaves no doubt either, even if one before it does', async () => {
    const { context, saved } = await scripted(() => made)
    const nowhere = { hosts: { api: 'http://127.0.0.1:1', web: 'http://127.0.0.1:1' } }
    await assert.rejects(post.perform(input, context(nowhere)))
    assert.deepEqual(saved, [{ since: now, duplicate: null }, null])
    const second = await post.perform(input, context({ ...nowhere, saved: started }))
    assert.deepEqual([second.type, saved.length], ['unknown', 2])
  })

  test('an attempt that LinkedIn may have accepted leaves a doubt', async () => {
    const { outcome, saved } = await perform(() => broken)
    assert.equal(outcome.type, 'unknown')
    assert.deepEqual(saved, [{ since: now, duplicate: null }])
  })
})

describe('an attempt after one that is in doubt', () => {
  test('that is a duplicate identifies the post of the first one', async () => {
    const { outcome, saved } = await perform(() => duplicate, { saved: started })
    assert.equal(outcome.type === 'rejected' && outcome.error, 'duplicate_content')
    assert.deepEqual(saved, [{ ...started, duplicate: urn }])
  })

  test('that succeeds is the post', async () => {
    const { outcome } = await perform(() => made, { saved: started })
    assert.equal(outcome.type, 'done')
  })

  test('that LinkedIn refuses says nothing about the first, if posts can’t be read', async () => {
    for (const status of [400, 401, 403, 404, 409, 429, 503]) {
      const { outcome, saved } = await perform(() => ({ status, body: problem('') }), { saved: started })
      assert.equal(outcome.type, 'unknown', String(status))
      assert.deepEqual(saved, [])
    }
  })

  test('with a renewable login renews it first', async () => {
    const credentials = { accessToken: 'a', refreshToken: 'r', expiresAt: null, scopes: [], extra: {} }
    const { outcome } = await perform(() => ({ status: 401, body: problem('') }), { saved: started, credentials })
    assert.equal(outcome.type, 'expired')
  })

  test('of a Page, whose posts were searched before, is decided on its own', async () => {
    const { outcome, saved } = await perform(() => ({ status: 429, body: problem('') }), {
      ...asPage(),
      saved: started,
    })
    assert.equal(outcome.type, 'retry')
    assert.deepEqual(saved, [null])
  })

  for (const [what, given] of [
    ['later than LinkedIn is sure to refuse a second one', { saved: since(5) }],
    ['where the operator lets nothing be sent again', { saved: since(0), settings: { resend_minutes: '0' } }],
    ['later, from a Page', { ...asPage(), saved: since(9) }],
  ] as const)
    test(`is not sent ${what}`, async () => {
      const { outcome, asked } = await perform(() => made, given)
      assert.deepEqual([outcome.type, asked.length], ['unknown', 0])
    })
})

describe('doubt', () => {
  const doubt = post.doubt ?? assert.fail()

  async function reconcile(script: Script, given: Given = {}, wanted: object = {}) {
    const { context, asked, origin } = await scripted(script)
    const results = { upload: { id: 'urn:li:image:C4', isCovered: false } }
    const presence = await doubt.reconcile({ ...input, ...wanted }, context({ results, ...given }))
    return { presence, asked, origin }
  }
  const listed = (more: object = {}) => ({
    id: urn,
    author: page,
    commentary: 'Hello \\(all\\) {hashtag|\\#|News}',
    createdAt: now + 1_000,
    lifecycleState: 'PUBLISHED',
    ...more,
  })
  const list = (...elements: readonly object[]) => ({ body: { elements, paging: { start: 0, count: 100, links: [] } } })

  test('for an account whose posts can’t be read is resolved by sending again, without a search', async () => {
    for (const saved of [null, started]) {
      const { presence, asked } = await reconcile(() => made, { saved })
      assert.deepEqual([presence, asked], [{ type: 'absent' }, []])
    }
  })

  test('is resolved by the post that LinkedIn has named', async () => {
    const { presence, origin } = await reconcile(() => made, { saved: { ...started, duplicate: urn } })
    assert.deepEqual(presence, { type: 'found', result: { id: urn }, published: { id: urn, url: url(origin) } })
  })

  test('that is too old needs a person', async () => {
    const { presence } = await reconcile(() => made, { saved: since(5) })
    assert.equal(presence.type, 'cannot_tell')
  })

  test('of a Page is resolved by a search of its posts', async () => {
    const { presence, asked } = await reconcile(() => list(listed()), asPage())
    assert.equal(presence.type === 'found' && presence.published?.id, urn)
    assert.equal(asked[0]?.call, 'GET /api/rest/posts')
    assert.equal(asked[0]?.headers['x-restli-method'], 'FINDER')
    assert.deepEqual(asked[0]?.query, { q: 'author', author: page, start: '0', count: '100', sortBy: 'CREATED' })
  })

  const others = [
    ['older', listed({ createdAt: now - 10 * minute }), {}],
    ['of other words', listed({ commentary: 'Hello' }), {}],
    ['with media', listed({ content: { media: { id: 'urn:li:image:C9' } } }), {}],
    ['with other media', listed({ content: { media: { id: 'urn:li:image:C9' } } }), { hasMedia: true }],
    ['without media', listed(), { hasMedia: true }],
  ] as const
  for (const [what, other, wanted] of others)
    test(`a post ${what} is another one`, async () => {
      assert.deepEqual((await reconcile(() => list(other), asPage(), wanted)).presence, { type: 'absent' })
    })

  test('a post is recognized by its media, whatever happened to its text', async () => {
    const shown = listed({ commentary: 'Hello', content: { media: { id: 'urn:li:image:C4' } } })
    const { presence } = await reconcile(() => list(shown), asPage(), { hasMedia: true })
    assert.equal(presence.type, 'found')
  })

  test('a Page that can’t be searched, or not now, proves nothing', async () => {
    const told = async (status: number) =>
      (await reconcile(() => ({ status, body: problem('ACCESS_DENIED') }), asPage())).presence.type
    assert.deepEqual([await told(403), await told(500), await told(401)], ['cannot_tell', 'retry', 'expired'])
  })

  test('more posts than the search limit leave it open', async () => {
    const full = Array.from({ length: 100 }, (_, index) => listed({ id: `urn:li:share:${index}`, commentary: 'Else' }))
    const { presence, asked } = await reconcile(() => list(...full), asPage())
    assert.deepEqual([presence.type, asked.length], ['cannot_tell', 3])
  })
})
