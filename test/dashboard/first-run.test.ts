import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { freePort } from '../../scripts/free-port.ts'
import { openBrowser, patience } from '../harness/browser.ts'
import { builtDashboard } from '../harness/built-dashboard.ts'
import { onEachDatabase } from '../harness/database.ts'
import { startInstance } from '../harness/instance.ts'
import { setupToken } from '../harness/people.ts'

const platforms = 10

onEachDatabase(
  (kind) => {
    test('from the one-time link to one post on ten simulated platforms a new owner needs only what the screens say', async (t) => {
      const env = {
        PORT: String(await freePort()),
        POLYPOST_SANDBOX: 'on',
        POLYPOST_SANDBOX_PORT: String(await freePort()),
        POLYPOST_DASHBOARD_DIR: await builtDashboard(),
      }
      const instance = await startInstance(kind, {
        env,
        roles: { api: true, worker: true, sandbox: { growth: false } },
      })
      t.after(instance.stop)
      const browser = await openBrowser()
      t.after(() => browser.close())
      const page = await browser.newPage({ locale: 'en-GB', viewport: { width: 1280, height: 860 } })
      page.setDefaultTimeout(patience)
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))

      const begin = Date.now()
      await page.goto(`${instance.base}/setup#token=${await setupToken(instance)}`)
      await becomeOwner(page)
      await page.getByRole('button', { name: 'Connect 10 simulated accounts' }).click()
      await page.getByRole('button', { name: 'Open the first post' }).click()
      await page.getByText('sample.mp4').waitFor()
      await page.getByRole('button', { name: 'Publish now' }).click()
      await page.waitForURL('**/posts/*')
      const published = page.getByRole('region', { name: 'Published' })
      await published
        .getByRole('link', { name: /^Open / })
        .nth(platforms - 1)
        .waitFor()
      t.diagnostic(`first run: ${((Date.now() - begin) / 1000).toFixed(1)} seconds`)

      const links = await published.getByRole('link', { name: /^Open / }).all()
      const addresses = await Promise.all(links.map((link) => link.getAttribute('href')))
      assert.equal(new Set(addresses).size, platforms)
      for (const address of addresses) assert.equal((await fetch(address ?? '')).status, 200, address ?? 'no address')
      assert.deepEqual(complaints, [])
    })
  },
  { inTurn: true },
)

async function becomeOwner(page: Page): Promise<void> {
  await page.getByLabel('Your name').fill('Olga')
  await page.getByLabel('Email address').fill('olga@acme.example')
  await page.getByLabel('New password').fill('four words and a comma')
  await page.getByRole('button', { name: 'Become the owner' }).click()
}
