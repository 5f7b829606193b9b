import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../harness/browser.ts'
import { builtDashboard } from '../harness/built-dashboard.ts'
import { freePort, type Running } from '../harness/process.ts'
import { type Receiver, receiverEnv, startReceiver, status } from '../harness/receiver.ts'
import { type Stage, setStage } from '../harness/stage.ts'

const docs = new URL('../../docs/', import.meta.url)

/** One week of a small roastery: what the person sees and does, step by step. */
interface Week {
  readonly page: Page
  readonly browser: Browser
  readonly stage: Stage
  readonly receiver: Receiver
  readonly base: string
  readonly stop: () => Promise<unknown>
  readonly start: () => Promise<unknown>
}

/** The steps of docs/week.md, by the titles that they have there. */
const steps: Readonly<Record<string, (week: Week) => Promise<void>>> = {
  'Monday: start': async ({ page, base, stage }) => {
    const link = await readFile(join(stage.place.directory, 'setup.link'), 'utf8')
    await page.goto(link.trim().replace(/^https?:\/\/[^/]+/, base))
    await page.getByLabel('Your name').fill('Olga')
    await page.getByLabel('Email address').fill('olga@acme.example')
    await page.getByLabel('New password').fill('four words and a comma')
    await page.getByRole('button', { name: 'Become the owner' }).click()
    await page.getByRole('button', { name: 'Connect ten simulated accounts' }).click()
    await page.getByText('10 of 10 platforms have an account.').waitFor()
  },

  'Monday: plan twelve posts': async ({ page, base }) => {
    await page.goto(`${base}/settings`)
    const zone = page.getByRole('combobox', { name: 'Time zone' })
    await zone.fill('war')
    await page.getByRole('option', { name: 'Europe/Warsaw' }).click()
    for (const time of ['09:00', '17:00']) {
      await page.getByLabel('Time', { exact: true }).fill(time)
      await page.getByLabel('Time', { exact: true }).press('Enter')
    }
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()

    await page.getByRole('link', { name: 'Calendar' }).click()
    await page.getByRole('link', { name: 'Import' }).click()
    const table = (await readFile(new URL('week/posts.csv', docs), 'utf8')).replaceAll('http://127.0.0.1:4000', base)
    const file = { name: 'posts.csv', mimeType: 'text/csv', buffer: Buffer.from(table) }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByText('12 rows, nothing to mend').waitFor()
    await page.getByRole('button', { name: 'Import 12 posts' }).click()
    await page.getByRole('link', { name: 'Open the calendar' }).click()
    await page.getByRole('button', { name: /Why we weigh the water/ }).waitFor()
  },

  'Tuesday: three platforms fail': async ({ page, base }) => {
    const faults = {
      x: 'The post is made, but the answer is lost',
      instagram: 'It breaks three times',
      linkedin: 'It refuses the post as a duplicate',
    }
    for (const [platform, fault] of Object.entries(faults)) {
      await page.goto(`${base}/sandbox?platform=${platform}`)
      await page.getByRole('button', { name: `Break it: ${fault}` }).click()
      await page.getByRole('region', { name: 'What goes wrong next' }).getByRole('listitem').first().waitFor()
    }
    await page.goto(`${base}/posts`)
    await page
      .getByRole('link', { name: /Winter Roast is back/ })
      .first()
      .click()
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByRole('button', { name: 'Publish now' }).click()
    await page.waitForURL(/\/posts\/\d+$/)
    const group = (name: string) => page.getByRole('region', { name })
    await group('Failed').getByRole('button', { name: 'Try again LinkedIn' }).waitFor()
    for (const name of ['X', 'Instagram'])
      await group('Published')
        .getByRole('link', { name: `Open ${name}` })
        .waitFor()
    await group('Failed').getByRole('button', { name: 'Try again LinkedIn' }).click()
    await group('Published').getByRole('link', { name: 'Open LinkedIn' }).waitFor()
  },

  'Friday: a server that listens': async ({ page, base, receiver }) => {
    await page.goto(`${base}/webhooks`)
    await page.getByRole('link', { name: 'Add an endpoint' }).click()
    await page.getByLabel('Address').fill(receiver.url)
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('button', { name: 'I have stored it' }).click()
    receiver.answer(status(503))
    await page.getByRole('button', { name: 'Send a test' }).click()
    const deliveries = page.getByRole('region', { name: 'Deliveries' }).getByRole('listitem')
    await deliveries.filter({ hasText: '503' }).first().waitFor()
    receiver.answer(status(204))
    await page.getByRole('button', { name: 'Redeliver' }).first().click()
    await deliveries.filter({ hasText: '204' }).first().waitFor()
  },

  'Sunday: a backup, and back': async ({ page, base, stage, stop, start }) => {
    const copy = join(stage.place.directory, 'copy.db')
    const run = async (...args: string[]) => {
      const { code, output } = await stage.run(args)
      assert.equal(code, 0, output)
    }
    await run('backup', copy)
    await stop()
    await run('restore', copy)
    await start()
    await page.goto(`${base}/health`)
    await page.getByText(/Nothing is published\./).waitFor()
    await run('release')
    await page.goto(`${base}/calendar`)
    await page.getByRole('button', { name: /Why we weigh the water/ }).waitFor()
  },
}

test('a week with Polypost goes as its page in the docs says', async (t) => {
  const receiver = await startReceiver()
  t.after(receiver.stop)
  const stage = await setStage(t, 'sqlite')
  const port = String(await freePort())
  const sandboxPort = String(await freePort())
  const env = {
    ...receiverEnv,
    PORT: port,
    POLYPOST_SANDBOX: 'on',
    POLYPOST_SANDBOX_PORT: sandboxPort,
    POLYPOST_OWNER_KEY: '',
    POLYPOST_TIME_SCALE: '20',
    POLYPOST_DASHBOARD_DIR: await builtDashboard(),
  }
  let running: Running = await stage.start('start', env)
  const browser = await openBrowser()
  t.after(() => browser.close())
  const page = await browser.newPage({ locale: 'en-GB', viewport: { width: 1280, height: 860 } })
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  const start = async () => {
    running = await stage.start('start', env)
  }
  const stop = () => running.end('SIGTERM')

  const text = await readFile(new URL('week.md', docs), 'utf8')
  const titles = [...text.matchAll(/^## (.*)$/gm)].map(([, title]) => title)
  assert.deepEqual(titles, Object.keys(steps))
  for (const [title, step] of Object.entries(steps))
    await t.test(title, () => step({ page, browser, stage, receiver, base: running.base, stop, start }))
  assert.deepEqual(complaints, [])
})
