import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** Submits the form of a simulated consent page; returns the URL to which the browser is redirected. */
export async function decide(url: string, decision: 'allow' | 'deny', account = 'somebody'): Promise<URL> {
  const page = new URL(url)
  const shown = await fetch(page)
  assert.equal(shown.status, 200, await shown.text())
  const decided = await fetch(page.origin + page.pathname, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams([...page.searchParams, ['account', account], ['decision', decision]]),
  })
  const location = decided.headers.get('location')
  assert.ok(location, `${decided.status} ${await decided.text()}`)
  return new URL(location)
}

/** A browser comes back from the platform, and its person confirms; returns what follows, with the URL of the page. */
export async function comeBack(callback: string | URL) {
  const back = await visitPatiently(callback)
  if (back.status !== 303 || !back.location?.startsWith('/oauth/connection/')) return { ...back, page: null }
  const page = new URL(back.location, callback).href
  const cookie = back.cookie ?? ''
  return { ...(await visitPatiently(page, { cookie, form: { confirmed: 'yes' } })), cookie, page }
}

const mostTries = 6

/** On a busy machine the page may ask for another try in a few seconds, which a person then makes. */
async function visitPatiently(...visited: Parameters<typeof visit>): ReturnType<typeof visit> {
  for (let tries = 1; ; tries += 1) {
    const shown = await visit(...visited)
    if (shown.status !== 503 || tries >= mostTries) return shown
    await sleep(1_000)
  }
}

/** The response of our page to a browser that follows the redirect; `cookies` are the browser's cookies. */
export async function visit(
  url: string | URL,
  { cookie, form }: { cookie?: string; form?: Record<string, string> } = {},
) {
  const response = await fetch(url, {
    redirect: 'manual',
    headers: { accept: 'text/html,application/xhtml+xml', ...(cookie === undefined ? {} : { cookie }) },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })
  return {
    status: response.status,
    headers: response.headers,
    location: response.headers.get('location'),
    /** As it is sent back. */
    cookie: response.headers.get('set-cookie')?.split(';')[0],
    text: await response.text(),
  }
}
