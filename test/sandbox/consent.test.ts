import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { simulatedApp } from '../../src/sandbox/shared/app.ts'
import { jsonOf, startSandbox, type TestSandbox } from '../harness/sandbox.ts'
import { smallPlatform } from '../harness/small-platform.ts'

let sandbox: TestSandbox
before(async () => {
  sandbox = await startSandbox({ small: smallPlatform({ pkce: 'accepted' }) })
})
after(() => sandbox.stop())

const redirectUri = 'https://app.test/back'
const state = `"><script>alert('state')</script>`

async function openPage(more: Readonly<Record<string, string>> = {}) {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: simulatedApp.clientId,
    redirect_uri: redirectUri,
    scope: 'read write',
    state,
    ...more,
  })
  const url = `${sandbox.address}/small/web/authorize?${query}`
  const page = await fetch(url)
  return { page, url, html: await page.text() }
}

const unescaped = (text: string): string => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))

/** The form as a browser would send it, with the person's input and the pressed button. */
async function submit({ html, url }: { html: string; url: string }, pressed: string, account?: string) {
  const fields = new URLSearchParams()
  for (const [input] of html.matchAll(/<input[^>]*>/g)) {
    const [, name = ''] = /name="([^"]*)"/.exec(input) ?? []
    const [, value = ''] = /value="([^"]*)"/.exec(input) ?? []
    fields.append(unescaped(name), unescaped(value))
  }
  if (account !== undefined) fields.set('account', account)
  fields.set('decision', pressed)
  const [, action = ''] = /<form method="post" action="([^"]*)"/.exec(html) ?? []
  return fetch(new URL(action, url), { method: 'POST', body: fields, redirect: 'manual' })
}
const placeOf = (answer: Response) => new URL(answer.headers.get('location') ?? '')

test('the page names the app, its scopes and the platform, and says that it is a simulation', async () => {
  const { page, html } = await openPage()
  assert.deepEqual([page.status, page.headers.get('content-type')], [200, 'text/html; charset=utf-8'])
  for (const words of [simulatedApp.clientId, '<li>read</li>', '<li>write</li>', 'Small &#38; Strict', 'simulation'])
    assert.ok(html.includes(words), words)
})

test('the page works without scripts, and its field and buttons have names', async () => {
  const { html } = await openPage()
  assert.match(html, /^<!doctype html>\n<html lang="en">/)
  assert.match(html, /<title>[^<]+<\/title>/)
  assert.match(html, /<main>[\s\S]*<h1>/)
  assert.match(html, /<label for="account">[\s\S]*<input id="account"/)
  assert.deepEqual(
    html.match(/<button[^>]*>([^<]+)</g)?.map((button) => button.split('>')[1]),
    ['Allow<', 'Deny<'],
  )
  assert.ok(!html.includes('<script'))
})

test('allowing redirects with the same state and a code for the named account', async () => {
  const answer = await submit(await openPage(), 'allow', 'Grace')
  assert.equal(answer.status, 302)
  const back = placeOf(answer)
  assert.deepEqual([back.origin + back.pathname, back.searchParams.get('state')], [redirectUri, state])
  const { clientId, clientSecret } = simulatedApp
  const token = await fetch(`${sandbox.address}/small/api/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
    }),
  })
  const authorization = `Bearer ${(await jsonOf(token)).access_token}`
  const me = await fetch(`${sandbox.address}/small/api/me`, { headers: { authorization } })
  assert.deepEqual(await jsonOf(me), { account: 'Grace', scopes: ['read', 'write'] })
})

test('denying redirects with an error, the state, and no code', async () => {
  const back = placeOf(await submit(await openPage(), 'deny'))
  assert.deepEqual(Object.fromEntries(back.searchParams), { state, error: 'access_denied' })
})

test('without an account name there is no redirect', async () => {
  const answer = await submit(await openPage(), 'allow', '  ')
  assert.deepEqual([answer.status, answer.headers.get('location')], [400, null])
  assert.match(await answer.text(), /role="alert"/)
})

test('a changed form is checked like the address', async () => {
  const page = await openPage()
  const forged = {
    ...page,
    html: page.html.replace(simulatedApp.clientId, 'another').replaceAll(simulatedApp.clientId, 'another'),
  }
  assert.equal((await submit(forged, 'allow')).status, 400)
})

test('a parameter of the address cannot replace the decision of the person', async () => {
  const { html } = await openPage({ account: 'Mallory', decision: 'allow' })
  assert.equal(html.match(/name="account"/g)?.length, 1)
  assert.ok(!html.includes('Mallory'))
})
