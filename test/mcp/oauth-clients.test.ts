import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { Instance } from '../harness/instance.ts'
import {
  allow,
  askToken,
  openConsent,
  postMetadata,
  readJson,
  redemption,
  redirectUri,
  register,
  requestOf,
  startNamed,
} from '../harness/oauth.ts'
import { becomeOwner, type Person } from '../harness/people.ts'
import { withDatabase } from '../harness/rows.ts'
import { answer, certificate, head, type Origin, startOrigin } from '../harness/servers/origin.ts'

setDefaultCACertificates([...getCACertificates('default'), certificate('authority.pem')])

const json = { 'Content-Type': 'application/json' }

describe('an application that describes itself at its address', () => {
  let site: Origin
  let instance: Instance
  let owner: Person
  let served = 0
  const replies = new Map<string, Buffer>()

  before(async () => {
    site = await startOrigin(
      (socket, request) => {
        served += 1
        socket.end(replies.get(request.split(' ')[1] ?? '') ?? answer(404, {}))
      },
      { certificate: 'valid.pem' },
    )
    instance = await startNamed('sqlite', {
      env: { POLYPOST_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1/32' },
      lookup: async (name) => (name === 'origin.test' ? ['127.0.0.1'] : ['10.0.0.1']),
    })
    owner = await becomeOwner(instance)
  })
  after(async () => {
    await instance.stop()
    await site.stop()
  })

  const addressOf = (path: string): string => `https://origin.test:${site.port}${path}`
  const documentOf = (id: string, change: object = {}) => ({
    client_id: id,
    client_name: 'Assistant',
    redirect_uris: [redirectUri],
    ...change,
  })
  const serve = (path: string, reply: Buffer): string => {
    replies.set(path, reply)
    return addressOf(path)
  }
  const pageOf = async (id: string, change: Record<string, string> = {}) => {
    const response = await openConsent(instance.base, requestOf(id, change), owner)
    return { status: response.status, page: await response.text() }
  }

  test('gets access; the page shows its name and its host, and the description is read once', async () => {
    const id = serve('/app.json', answer(200, json, JSON.stringify(documentOf(addressOf('/app.json')))))
    served = 0
    const { status, page } = await pageOf(id)
    assert.deepEqual([status, page.includes('Assistant'), page.includes(`origin.test:${site.port}`)], [200, true, true])
    const code = await allow(instance.base, owner, requestOf(id))
    const tokens = await readJson(await askToken(instance.base, redemption(id, code)))
    assert.equal(tokens.token_type, 'Bearer')
    assert.equal(served, 1)
  })

  test('is not read for somebody who is not signed in', async () => {
    served = 0
    const response = await openConsent(instance.base, requestOf(addressOf('/unread.json')))
    assert.deepEqual([response.status, served], [303, 0])
    assert.match(response.headers.get('location') ?? '', /^\/sign-in\?return_to=/)
  })

  test('is sent only to the addresses that the description lists', async () => {
    const id = serve(
      '/web.json',
      answer(
        200,
        json,
        JSON.stringify(documentOf(addressOf('/web.json'), { redirect_uris: ['https://app.example/back'] })),
      ),
    )
    assert.equal((await pageOf(id, { redirect_uri: 'https://app.example/back' })).status, 200)
    for (const redirect_uri of [
      'https://app.example/back/',
      'https://app.example/back?a=1',
      'https://app.example:8443/back',
    ])
      assert.equal((await pageOf(id, { redirect_uri })).status, 400, redirect_uri)
  })

  test('shows its name as text in one line', async () => {
    const client_name = '<b>Bank</b>\u202e\u0000\nsecond line'
    const id = serve(
      '/name.json',
      answer(200, json, JSON.stringify(documentOf(addressOf('/name.json'), { client_name }))),
    )
    const { page } = await pageOf(id)
    assert.ok(page.includes('&#60;b&#62;Bank&#60;/b&#62; second line'), page)
  })

  const wrong: readonly [what: string, reply: (id: string) => Buffer, words: RegExp][] = [
    [
      'is that of another application',
      () => answer(200, json, JSON.stringify(documentOf('https://other.example/app'))),
      /another application/,
    ],
    ['is no JSON', () => answer(200, json, '<html>'), /not valid/],
    [
      'has no addresses',
      (id) => answer(200, json, JSON.stringify(documentOf(id, { redirect_uris: [] }))),
      /redirect_uris/,
    ],
    [
      'leads the browser into a script',
      (id) => answer(200, json, JSON.stringify(documentOf(id, { redirect_uris: ['javascript:alert(1)'] }))),
      /redirect_uris/,
    ],
    [
      'wants a secret',
      (id) => answer(200, json, JSON.stringify(documentOf(id, { token_endpoint_auth_method: 'client_secret_basic' }))),
      /token_endpoint_auth_method/,
    ],
    [
      'is too large',
      (id) => answer(200, json, JSON.stringify(documentOf(id, { padding: 'x'.repeat(20_000) }))),
      /larger than/,
    ],
    ['redirects to a private address', () => head(302, { Location: 'http://10.0.0.1/secret' }), /status 302/],
    ['is missing', () => answer(404, {}), /status 404/],
  ]
  for (const [at, [what, reply, words]] of wrong.entries())
    test(`gets nothing if the description ${what}`, async () => {
      const path = `/wrong-${at}.json`
      const { status, page } = await pageOf(serve(path, reply(addressOf(path))))
      assert.equal(status, 400, page)
      assert.match(page, words)
    })

  test('gets nothing if its address is private, not on https, or not exact', async () => {
    for (const id of [
      'https://internal.example/app.json',
      'https://169.254.169.254/app.json',
      `http://origin.test:${site.port}/app.json`,
      `https://origin.test:${site.port}/`,
      `https://origin.test:${site.port}/x/../app.json`,
      `https://user@origin.test:${site.port}/app.json`,
      `https://origin.test:${site.port}/app.json#part`,
    ])
      assert.equal((await pageOf(id)).status, 400, id)
  })
})

describe('registering', () => {
  let instance: Instance
  before(async () => {
    instance = await startNamed('sqlite')
  })
  after(() => instance.stop())

  test('returns a public client without a secret', async () => {
    const made = await readJson(
      await postMetadata(instance.base, { redirect_uris: [redirectUri], client_name: 'Tester' }),
    )
    assert.deepEqual(
      [made.client_name, made.redirect_uris, made.token_endpoint_auth_method, made.client_secret],
      ['Tester', [redirectUri], 'none', undefined],
    )
  })

  test('refuses addresses that no program can own, and too many or too long ones', async () => {
    const cases: readonly [code: string, redirects: unknown][] = [
      ['invalid_redirect_uri', ['http://app.example/back']],
      ['invalid_redirect_uri', ['javascript:alert(1)']],
      ['invalid_redirect_uri', ['data:text/html,hello']],
      ['invalid_redirect_uri', ['ms-msdt:/id']],
      ['invalid_redirect_uri', ['shell:startup']],
      ['invalid_redirect_uri', ['sms:123']],
      ['invalid_redirect_uri', ['https://app.example/back#part']],
      ['invalid_redirect_uri', ['not an address']],
      ['invalid_client_metadata', []],
      ['invalid_client_metadata', Array(11).fill(redirectUri)],
      ['invalid_client_metadata', [`https://app.example/${'x'.repeat(2_000)}`]],
      ['invalid_client_metadata', undefined],
    ]
    for (const [code, redirect_uris] of cases) {
      const response = await postMetadata(instance.base, { redirect_uris })
      assert.deepEqual([response.status, (await readJson(response)).error], [400, code], JSON.stringify(redirect_uris))
    }
    for (const own of ['cursor://anysphere/callback', 'com.example.app:/back'])
      assert.equal((await postMetadata(instance.base, { redirect_uris: [own] })).status, 201, own)
  })

  test('is limited for one address', async () => {
    const statuses: number[] = []
    for (let at = 0; at < 21; at += 1)
      statuses.push((await postMetadata(instance.base, { redirect_uris: [redirectUri] }, '203.0.113.77')).status)
    assert.deepEqual([statuses.filter((status) => status === 201).length, statuses.at(-1)], [20, 429])
  })

  test('keeps a bounded number that nobody has authorized: the oldest go', async () => {
    const rows = Array.from({ length: 1_200 }, (_, at) => ({
      id: `old-${at}`,
      name: 'Old',
      redirect_uris: '[]',
      created_at: at,
    }))
    const used = { id: 'used', name: 'Used', redirect_uris: '[]', created_at: 0, used_at: 1 }
    await withDatabase(instance.data, async (db) => {
      await db.insertInto('oauth_clients').values(rows).execute()
      await db.insertInto('oauth_clients').values(used).execute()
    })
    const id = await register(instance.base)
    await register(instance.base)
    const left = await withDatabase(instance.data, (db) =>
      db.selectFrom('oauth_clients').select(['id', 'used_at']).execute(),
    )
    assert.equal(left.filter(({ used_at }) => used_at === null).length, 1_000)
    const ids = left.map((row) => row.id)
    assert.deepEqual([ids.includes(id), ids.includes('used'), ids.includes('old-0')], [true, true, false])
  })
})
