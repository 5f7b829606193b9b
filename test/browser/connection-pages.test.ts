import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { assertAccessible, openBrowser } from '../harness/browser.ts'
import { type ChoosingInstance, startChoosing } from '../harness/choosing.ts'
import type { User } from '../harness/instance.ts'
import { type SandboxInstance, startSandboxed } from '../harness/sandboxed.ts'
import { startHttp } from '../harness/servers/http-server.ts'

// A real login uses the same pages. Here its hosts and its app are those of the sandbox, so it needs no real account.
let browser: Browser
let sandboxed: SandboxInstance
let live: SandboxInstance
let choosing: ChoosingInstance

before(async () => {
  browser = await openBrowser()
  sandboxed = await startSandboxed('sqlite')
  live = await startSandboxed('sqlite', {
    env: {
      X_CLIENT_ID: 'polypost-sandbox',
      X_CLIENT_SECRET: 'polypost-sandbox-secret',
      X_API_URL: `${sandboxed.sandbox}/x/api`,
      X_WEB_URL: `${sandboxed.sandbox}/x/web`,
      POLYPOST_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
    },
  })
  choosing = await startChoosing('sqlite')
})
after(async () => {
  await browser?.close()
  await choosing?.stop()
  await live?.stop()
  await sandboxed?.stop()
})

/** A page in a separate browser without scripts: everything must work without them. */
async function open(url: string): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(url)
  return page
}

async function begin(user: User, body: object = {}) {
  return (await user.ask('POST', '/connect', { body: { platform: 'x', ...body } })).body.data
}

const confirm = (page: Page) => page.getByRole('button', { name: 'Connect', exact: true }).click()

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent()

test('after consent on the platform’s page, the browser shows that the account is connected', async () => {
  const user = await live.newUser()
  const page = await open((await begin(user)).url)
  await page.getByLabel('Simulated account').fill('ada')
  await page.getByRole('button', { name: 'Allow' }).click()
  assert.equal(await heading(page), 'Connect X?')
  await assertAccessible(page)
  await confirm(page)
  assert.equal(await heading(page), 'X is connected')
  assert.equal(await page.title(), 'X is connected – Polypost')
  await assertAccessible(page)
  const { platform_profiles: accounts } = (await user.ask('GET', '/profiles')).body.data.profiles[0]
  assert.equal(accounts.x.username, 'ada')

  await page.reload()
  assert.equal(await heading(page), 'This sign-in is over')
  assert.match(await page.locator('main').innerText(), /If you have just connected an account, it is done/)
  await assertAccessible(page)
})

test('without consent, the browser shows why nothing was connected, and what to do next', async () => {
  const user = await live.newUser()
  const page = await open((await begin(user)).url)
  await page.getByRole('button', { name: 'Deny' }).click()
  assert.equal(await heading(page), 'X was not connected')
  assert.match(await page.getByRole('alert').innerText(), /did not grant access at X/)
  assert.match(await page.locator('main').innerText(), /ask for a new one where you got it/)
  await assertAccessible(page)
})

test('an account can be chosen with the keyboard alone', async () => {
  const user = await choosing.newUser()
  const { id, callback } = await choosing.begin(user)
  const page = await open(callback.href)
  await confirm(page)
  assert.equal(await heading(page), 'Choose what to connect from Simulant')
  await assertAccessible(page)
  assert.equal(await page.getByRole('group', { name: 'Publish to' }).getByRole('radio').count(), 3)

  const focused = () => page.locator(':focus').evaluateAll((nodes) => nodes.map((node) => node.outerHTML).join())
  await page.keyboard.press('Tab')
  assert.match(await focused(), /type="radio"/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  assert.ok(await page.getByRole('radio', { name: 'Zebra' }).isChecked())
  await page.keyboard.press('Tab')
  assert.match(await focused(), /<button/)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Simulant is connected' }).waitFor()
  assert.deepEqual((await choosing.read(user, id)).body.data.connected_platforms, ['simulant'])
})

test('a form that is sent without a choice asks again', async () => {
  const user = await choosing.newUser()
  const { callback } = await choosing.begin(user)
  const page = await open(callback.href)
  await confirm(page)
  await page.getByRole('button', { name: 'Connect' }).click()
  // A current browser does not send the form; an older one does.
  assert.equal(await heading(page), 'Choose what to connect from Simulant')
})

test('another browser cannot open the choice', async () => {
  const user = await choosing.newUser()
  const { callback } = await choosing.begin(user)
  const page = await open(callback.href)
  await confirm(page)
  const other = await open(page.url())
  assert.equal(await heading(other), 'This sign-in is over')
})

test('after the choice, the browser goes to the redirect URL of the caller, even on another site', async () => {
  const site = await startHttp((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Back at Acme</h1>')
  })
  try {
    const user = await choosing.newUser()
    const { id, callback } = await choosing.begin(user, { redirect_url: `${site.origin}/done` })
    const page = await open(callback.href)
    await confirm(page)
    await page.getByRole('radio', { name: 'Zebra' }).check()
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.getByRole('heading', { name: 'Back at Acme' }).waitFor()
    assert.equal(page.url(), `${site.origin}/done?connection_id=${id}&status=connected`)
    await page.close()
  } finally {
    await site.stop()
  }
})

test('the page of a simulated login says that it is simulated', async () => {
  const user = await sandboxed.newUser()
  const { url } = await begin(user, { environment: 'sandbox', redirect_url: `${sandboxed.base}/healthz` })
  const page = await open(url)
  assert.match(await page.locator('main').innerText(), /simulation of X/)
  await assertAccessible(page)
})
