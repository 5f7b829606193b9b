import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachInstance } from '../../harness/each-instance.ts'
import { startInstance } from '../../harness/instance.ts'

onEachInstance(startInstance, (instance) => {
  const readPage = async () => {
    const { status, headers, text } = await instance.owner('GET', '/docs', { key: null })
    const links = [...text.matchAll(/\b(?:src|href) *= *["']([^"']+)["']/g)].map(([, to = '']) => to)
    const page = `${instance.base}/api/v1/docs`
    // The content of a data URL is not loaded from a host.
    const urls = links.map((link) => new URL(link, page)).filter(({ protocol }) => protocol !== 'data:')
    return { status, headers, text, urls }
  }

  test('the page is served without a key, as HTML', async () => {
    const { status, headers, text } = await readPage()
    assert.equal(status, 200)
    assert.match(headers.get('content-type') ?? '', /^text\/html/)
    assert.match(text, /<title>Polypost API<\/title>/)
  })

  test('the page loads everything from this instance, and shows this instance’s API description', async () => {
    const { text, urls } = await readPage()
    const loaded = [text]
    assert.ok(urls.some(({ pathname }) => pathname.endsWith('.js')))
    for (const url of urls) {
      assert.equal(url.origin, new URL(instance.base).origin)
      const response = await fetch(url)
      assert.equal(response.status, 200, url.href)
      if (url.pathname.endsWith('.js')) assert.match(response.headers.get('content-type') ?? '', /javascript/)
      loaded.push(await response.text())
    }
    assert.ok(loaded.every((part) => part.length > 0))
    assert.ok(loaded.some((part) => part.includes('"/api/v1/openapi.json"')))
  })

  test('its security policy blocks requests to other hosts, and blocks framing', async () => {
    const { headers } = await readPage()
    const policy = new Map(
      (headers.get('content-security-policy') ?? '').split(';').map((directive) => {
        const [name = '', ...sources] = directive.trim().split(/ +/)
        return [name, sources]
      }),
    )
    assert.deepEqual(policy.get('default-src'), ["'self'"])
    assert.deepEqual(policy.get('script-src') ?? policy.get('default-src'), ["'self'"])
    assert.deepEqual(policy.get('frame-ancestors'), ["'none'"])
    const local = ["'self'", "'none'", "'unsafe-inline'", 'data:', 'blob:']
    for (const [directive, sources] of policy)
      for (const source of sources) assert.ok(local.includes(source), `${directive} ${source}`)
  })
})
