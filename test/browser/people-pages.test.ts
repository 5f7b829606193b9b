import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { assertAccessible, openBrowser } from '../harness/browser.ts'
import { type Instance, startInstance } from '../harness/instance.ts'
import { password, setupToken } from '../harness/people.ts'

let browser: Browser
let instance: Instance
const complaints: string[] = []

before(async () => {
  browser = await openBrowser()
  instance = await startInstance('sqlite')
})
after(async () => {
  await browser?.close()
  await instance?.stop()
})

/** In a separate browser. What the browser refuses or reports is collected. */
async function open(path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  page.on('console', (message) => complaints.push(`${path}: ${message.text()}`))
  await page.goto(`${instance.base}${path}`)
  return page
}

const note = (page: Page) => page.getByRole('alert').textContent()

test('the owner sets a password with the link, signs in with it, and the pages are accessible and break no rule of their policy', async () => {
  const page = await open(`/setup#token=${await setupToken(instance)}`)
  await assertAccessible(page, 1)
  await page.getByLabel('Your name').fill('Olga')
  await page.getByLabel('Email address').fill('olga@acme.example')
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('You are signed in as Olga').waitFor()
  assert.equal(new URL(page.url()).hash, '', 'the link is not left in the address')

  const later = await open('/sign-in')
  await assertAccessible(later, 1)
  assert.equal(await later.getByLabel('Code of your').isVisible(), false, 'only a person with a second factor needs it')
  await later.getByLabel('Email address').fill('olga@acme.example')
  await later.getByLabel('Password').fill(password)
  await later.getByRole('button', { name: 'Continue' }).click()
  await later.getByText('You are signed in as Olga').waitFor()
  assert.deepEqual(complaints, [])
})

test('a link that was used says so', async () => {
  const page = await open('/setup#token=used')
  await page.getByLabel('Your name').fill('Eve')
  await page.getByLabel('Email address').fill('eve@acme.example')
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('alert').waitFor()
  assert.match((await note(page)) ?? '', /token|link/)
})
