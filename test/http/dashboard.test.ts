import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type BuiltDashboard, makeDashboard } from '../harness/dashboard.ts'
import { type Instance, startInstance } from '../harness/instance.ts'

interface Got {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/** `fetch` would clean the path, and would decode the body. */
function get(base: string, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> {
  const { hostname, port } = new URL(base)
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, method, headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      )
    })
      .on('error', reject)
      .end()
  })
}

const asBrowser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const policyOf = ({ headers }: Got) => String(headers['content-security-policy'])
const codeOf = ({ body }: Got): string => JSON.parse(body.toString()).error.code

describe('the built dashboard', () => {
  let dashboard: BuiltDashboard
  let instance: Instance
  before(async () => {
    dashboard = await makeDashboard()
    await dashboard.build()
    const env = {
      POLYPOST_DASHBOARD_DIR: dashboard.folder,
      POLYPOST_MEDIA_URL: 'https://files.acme.example/media',
      MEDIA_S3_BUCKET: 'films',
      MEDIA_S3_ENDPOINT: 'https://store.acme.example',
      MEDIA_S3_ACCESS_KEY_ID: 'key',
      MEDIA_S3_SECRET_ACCESS_KEY: 'secret',
      MEDIA_S3_PUBLIC_URL: 'https://cdn.acme.example/films',
      POLYPOST_SANDBOX: 'off',
    }
    instance = await startInstance('sqlite', { env })
  })
  after(async () => {
    await instance?.stop()
    await dashboard?.remove()
  })

  test('a browser gets the page at / and at every address that is nothing else', async () => {
    for (const path of ['/', '/?a=1', '/posts/12', '/media', '/sign-in/more', '//evil.example/x']) {
      const got = await get(instance.base, path, asBrowser)
      assert.equal(got.status, 200, path)
      assert.equal(got.headers['content-type'], 'text/html; charset=utf-8')
      assert.equal(got.headers['cache-control'], 'no-store')
      assert.match(got.body.toString(), /<h1>/)
    }
    const head = await get(instance.base, '/', asBrowser, 'HEAD')
    assert.deepEqual([head.status, head.body.length], [200, 0])
  })

  test('programs, other methods and unknown addresses of the API get the error of the API', async () => {
    assert.equal(codeOf(await get(instance.base, '/')), 'not_found')
    assert.equal(codeOf(await get(instance.base, '/posts/12', { accept: 'application/json' })), 'not_found')
    assert.equal(codeOf(await get(instance.base, '/posts/12', asBrowser, 'POST')), 'not_found')
    assert.equal(codeOf(await get(instance.base, '/api', asBrowser)), 'not_found')
    assert.equal(codeOf(await get(instance.base, '/api/v1/nothing', asBrowser)), 'unauthorized')
    assert.equal(codeOf(await get(instance.base, '/assets/', asBrowser)), 'not_found')
  })

  test('every answer has a nonce of its own, in the policy and wherever the page needs it', async () => {
    const nonces = new Set<string>()
    for (let asked = 0; asked < 3; asked++) {
      const got = await get(instance.base, '/', asBrowser)
      const [, nonce = ''] = policyOf(got).match(/style-src 'self' 'nonce-(\w{22})'/) ?? []
      const used = [...got.body.toString().matchAll(/nonce="([^"]*)"/g)].map(([, value]) => value)
      assert.deepEqual(used, [nonce, nonce, nonce])
      nonces.add(nonce)
    }
    assert.equal(nonces.size, 3)
  })

  test('the policy allows this instance, the media host and the media store, and nothing else', async () => {
    const got = await get(instance.base, '/', asBrowser)
    const media = 'https://files.acme.example https://store.acme.example https://cdn.acme.example'
    assert.deepEqual(
      policyOf(got)
        .replaceAll(/nonce-\w+/g, 'nonce-…')
        .split('; '),
      [
        "default-src 'none'",
        "script-src 'self' 'nonce-…'",
        "style-src 'self' 'nonce-…'",
        `img-src 'self' data: blob: ${media}`,
        `connect-src 'self' ${media}`,
        "font-src 'self'",
        `media-src 'self' blob: ${media}`,
        "worker-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ],
    )
    assert.equal(got.headers['cross-origin-opener-policy'], 'same-origin')
    assert.equal(got.headers['referrer-policy'], 'same-origin')
    assert.match(String(got.headers['permissions-policy']), /camera=\(\)/)
    assert.equal(got.headers['x-content-type-options'], 'nosniff')
  })

  test('an asset is sent in the best encoding that the browser accepts, and may be kept for a year', async () => {
    const ask = (encoding: string) => get(instance.base, '/assets/main-a1.js', { 'accept-encoding': encoding })
    const decoders: Record<string, (body: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }
    for (const [accepted, expected] of [
      ['gzip, deflate, br', 'br'],
      ['gzip;q=1.0, BR;q=0.5', 'br'],
      ['gzip, br;q=0', 'gzip'],
      ['deflate', undefined],
      ['', undefined],
    ] as const) {
      const { status, headers, body } = await ask(accepted)
      const decode = decoders[expected ?? ''] ?? ((given) => given)
      assert.deepEqual([status, headers['content-encoding']], [200, expected], accepted)
      assert.equal(decode(body).toString(), dashboard.script)
      assert.equal(headers.vary, 'accept-encoding')
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
      assert.equal(headers['content-type'], 'text/javascript; charset=utf-8')
    }
    const small = await get(instance.base, '/assets/small-a1.css', { 'accept-encoding': 'br' })
    assert.deepEqual([small.status, small.headers['content-encoding']], [200, undefined])
    assert.equal(small.headers['content-type'], 'text/css; charset=utf-8')
  })

  test('HEAD of an asset has the headers of GET and no body', async () => {
    const headers = { 'accept-encoding': 'br' }
    const [got, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) => get(instance.base, '/assets/main-a1.js', headers, method)),
    )
    assert.equal(head?.body.length, 0)
    for (const name of ['content-length', 'content-encoding', 'content-type', 'cache-control', 'vary'])
      assert.equal(head?.headers[name], got?.headers[name], name)
  })

  test('no address leads to a file outside of the assets', async () => {
    for (const path of [
      '/assets/missing-a1.js',
      '/assets/main-a1.js.br',
      '/assets/../index.html',
      '/assets/..%2findex.html',
      '/assets/..%2f..%2fsecret.js',
      '/assets/%2e%2e%2f%2e%2e%2fsecret.js',
      '/assets/..%5c..%5csecret.js',
      '/assets/.js',
      '/assets/main-a1.js%00.js',
    ]) {
      const got = await get(instance.base, path)
      assert.deepEqual([got.status, codeOf(got)], [404, 'not_found'], path)
      assert.equal(got.headers['cache-control'], 'no-store', path)
      assert.equal(got.headers['content-encoding'], undefined, path)
    }
  })
})

describe('without a built dashboard', () => {
  test('a page without a script says what is going on, loads itself again, and opens the dashboard without a restart', async (t) => {
    const dashboard = await makeDashboard()
    t.after(dashboard.remove)
    const instance = await startInstance('sqlite', { env: { POLYPOST_DASHBOARD_DIR: dashboard.folder } })
    t.after(instance.stop)
    const page = async () => {
      const got = await get(instance.base, '/calendar', asBrowser)
      assert.equal(got.status, 200)
      assert.match(policyOf(got), /^default-src 'none'; style-src 'sha256-[^']+'; /)
      return { text: got.body.toString(), refresh: got.headers.refresh }
    }
    assert.match((await page()).text, /npm run build/)

    await dashboard.report({ step: 'installing' })
    const installing = await page()
    assert.match(installing.text, /being prepared[\s\S]*Installing/)
    assert.match(String(installing.refresh), /^\d$/)
    await dashboard.report({ step: 'building' })
    assert.match((await page()).text, /being prepared[\s\S]*Building/)
    await dashboard.report({ step: 'failed', why: 'The disk is <full>.' })
    const failed = await page()
    assert.match(failed.text, /role="alert">[\s\S]*The disk is &#60;full&#62;\./)
    assert.equal(failed.refresh, undefined)

    await dashboard.build()
    assert.match((await get(instance.base, '/calendar', asBrowser)).body.toString(), /<h1>No script ran<\/h1>/)
  })

  test('POLYPOST_DASHBOARD=off leaves only the API', async (t) => {
    const instance = await startInstance('sqlite', { env: { POLYPOST_DASHBOARD: 'off' } })
    t.after(instance.stop)
    for (const path of ['/', '/posts/12', '/assets/main-a1.js'])
      assert.equal(codeOf(await get(instance.base, path, asBrowser)), 'not_found', path)
    assert.equal((await get(instance.base, '/sign-in', asBrowser)).status, 200)
  })
})
