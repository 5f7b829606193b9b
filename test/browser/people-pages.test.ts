import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { openBrowser } from '../harness/browser.ts'
import { type BuiltDashboard, makeDashboard } from '../harness/dashboard.ts'
import { eventually } from '../harness/eventually.ts'
import { type Instance, startInstance } from '../harness/instance.ts'
import { password, setupToken, tokenOf } from '../harness/people.ts'
import { assertUsable, eachLook, schemes } from '../harness/screens.ts'

let browser: Browser
let dashboard: BuiltDashboard
let instance: Instance
let complaints: string[] = []

before(async () => {
  browser = await openBrowser()
  dashboard = await makeDashboard()
  await dashboard.build()
  instance = await startInstance('sqlite', { env: { POLYPOST_DASHBOARD_DIR: dashboard.folder } })
})
after(async () => {
  await browser?.close()
  await instance?.stop()
  await dashboard?.remove()
})

/** In a separate browser. What the browser refuses or reports is collected, except that the API refused something. */
async function open(path: string, look: BrowserContextOptions = {}, base = instance.base): Promise<Page> {
  const page = await (await browser.newContext(look)).newPage()
  page.on('pageerror', (error) => complaints.push(`${path}: ${error.message}`))
  page.on('console', (message) => {
    if (!message.text().startsWith('Failed to load resource')) complaints.push(`${path}: ${message.text()}`)
  })
  await page.goto(`${base}${path}`)
  return page
}

function assertQuiet(): void {
  const found = complaints
  complaints = []
  assert.deepEqual(found, [])
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const alert = async (page: Page) => {
  await page.getByRole('alert').waitFor()
  return page.getByRole('alert').textContent()
}
const dashboardOpens = (page: Page) => page.getByRole('heading', { name: 'The screens' }).waitFor()

async function setUp(page: Page, secret: string): Promise<void> {
  await page.getByLabel('Your name').fill('Olga')
  await page.getByLabel('Email address').fill('olga@acme.example')
  await page.getByLabel('New password').fill(secret)
  await press(page, 'Become the owner')
}

async function signIn(page: Page, secret = password): Promise<void> {
  await page.getByLabel('Email address').fill('olga@acme.example')
  await page.getByLabel('Password').fill(secret)
  await press(page, 'Sign in')
}

test('the owner sets a password with the link and gets to the dashboard, and later signs in with the password', async () => {
  const page = await open(`/setup#token=${await setupToken(instance)}`)
  assert.ok(await page.getByLabel('Your name').evaluate((field) => field.matches(':focus')))
  await setUp(page, 'passwordpassword')
  const field = page.getByLabel('New password')
  await page.getByText('Choose another password').waitFor()
  assert.equal(await field.getAttribute('aria-invalid'), 'true')
  assert.ok(await field.evaluate((one) => one.matches(':focus')))

  await setUp(page, password)
  await dashboardOpens(page)
  assert.equal(page.url(), `${instance.base}/`)
  await page.goBack()
  assert.equal(new URL(page.url()).hash, '', 'the link is not left in the history')

  const later = await open('/sign-in')
  assert.equal(await later.getByLabel('Code of your').isVisible(), false, 'only a person with a second factor needs it')
  await signIn(later)
  await dashboardOpens(later)
  assertQuiet()
})

test('a wrong password and a link that was used say so', async () => {
  const page = await open('/sign-in')
  await signIn(page, 'another password')
  assert.match((await alert(page)) ?? '', /password is wrong/)
  const button = page.getByRole('button', { name: 'Sign in' })
  assert.equal(await button.getAttribute('aria-disabled'), 'false', 'one can try again')

  const used = await open('/setup#token=used')
  await setUp(used, password)
  assert.match((await alert(used)) ?? '', /used already/)
})

test('a password can be shown and hidden again', async () => {
  const page = await open('/sign-in')
  const field = page.getByLabel('Password')
  await field.fill(password)
  await press(page, 'Show the password')
  assert.equal(await field.getAttribute('type'), 'text')
  await press(page, 'Hide the password')
  assert.equal(await field.getAttribute('type'), 'password')
  assertQuiet()
})

test('somebody whose address another person uses here joins with another one', async () => {
  const body = { email: 'olga@acme.example', role: 'editor' }
  const other = await instance.newUser(4, ['read', 'write', 'admin'])
  const { link } = (await other.ask('POST', '/invites', { body })).body.data
  const page = await open(`/invite#token=${tokenOf(link)}`)
  await page.getByLabel('Your name').fill('Olga the second')
  await page.getByLabel('Password').fill('another sentence of words')
  assert.equal(await page.getByLabel('Another email address').isVisible(), false)
  await press(page, 'Join')
  await page.getByLabel('Another email address').fill('olga@other.example')
  await press(page, 'Join')
  await dashboardOpens(page)
})

test('somebody who is invited joins, and a new password leads back to the dashboard', async () => {
  const invite = await instance.owner('POST', '/invites', { body: { email: 'ana@acme.example', role: 'editor' } })
  const page = await open(`/invite#token=${tokenOf(invite.body.data.link)}`)
  await page.getByLabel('Your name').fill('Ana')
  await page.getByLabel('Password').fill(password)
  await press(page, 'Join')
  await dashboardOpens(page)

  await page.goto(`${instance.base}/password`)
  // The password manager keeps the new password for this address.
  const kept = page.locator('input[autocomplete=username]')
  await eventually('the page knows the address', async () => (await kept.inputValue()) === 'ana@acme.example')
  await page.getByLabel('New password').fill(`another ${password}`)
  await press(page, 'Save the password')
  await dashboardOpens(page)
  assertQuiet()
})

test('a browser that prefers German gets German pages and errors', async () => {
  const page = await open('/sign-in', { locale: 'de-AT' })
  assert.equal(await page.locator('html').getAttribute('lang'), 'de')
  await page.getByLabel('E-Mail-Adresse').fill('olga@acme.example')
  await page.getByLabel('Passwort', { exact: true }).fill('ein anderes')
  await press(page, 'Anmelden')
  assert.equal(await alert(page), 'Die E-Mail-Adresse oder das Passwort ist falsch.')

  const other = await open('/sign-in', { locale: 'fr-FR' })
  assert.equal(await other.locator('html').getAttribute('lang'), 'en')
})

test('the pages are usable in light and dark, wide and narrow, and break no rule of their policy', async () => {
  for (const path of ['/setup', '/sign-in', '/sign-in#token=x', '/invite', '/password']) {
    const page = await open(path, { locale: 'de-DE' })
    await eachLook(page, async () => {
      for (const part of await page.locator('details:not([open]) > summary').all()) await part.click()
      await assertUsable(page)
    })
    await page.context().close()
  }
  assertQuiet()
})

test('without a dashboard the page says that it is done, and while one is prepared it waits for it', async (t) => {
  const alone = await startInstance('sqlite', { env: { POLYPOST_DASHBOARD: 'off' } })
  t.after(alone.stop)
  const page = await open(`/setup#token=${await setupToken(alone)}`, {}, alone.base)
  await setUp(page, password)
  await page.getByText('You are signed in').waitFor()

  const later = await makeDashboard()
  t.after(later.remove)
  const early = await startInstance('sqlite', { env: { POLYPOST_DASHBOARD_DIR: later.folder } })
  t.after(early.stop)
  await later.report({ step: 'building' })
  for (const colorScheme of schemes) {
    const waiting = await open('/calendar', { colorScheme, viewport: { width: 390, height: 800 } }, early.base)
    // The page loads itself every few seconds, which may end the check.
    await eventually('the page is checked', () =>
      assertUsable(waiting).then(
        () => true,
        (error: Error) => {
          if (error.message.includes('Execution context was destroyed')) return false
          throw error
        },
      ),
    )
    if (colorScheme === 'light') continue
    await later.build()
    await dashboardOpens(waiting)
  }
  assertQuiet()
})
