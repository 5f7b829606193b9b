import assert from 'node:assert/strict'

/** Decides on a simulated consent page, as its form does; answers where the browser is led to. */
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

/** What a browser gets that follows to our own page; `cookies` are those that it has. */
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
