import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { Temporal } from 'temporal-polyfill'
import { openBrowser, patience } from '../harness/browser.ts'
import { builtDashboard } from '../harness/built-dashboard.ts'
import { eventually } from '../harness/eventually.ts'
import { freePort, type RunningProcess } from '../harness/process.ts'
import { type Receiver, receiverEnv, startReceiver, status } from '../harness/servers/receiver.ts'
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

const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved.', { exact: true }).waitFor()
}

const times = ['09:00', '17:00']

/** Where none of the times comes within two hours: until then, nothing may be published by itself. */
function quietZone(): string {
  const isQuiet = (zone: string) => {
    const now = Temporal.Now.plainTimeISO(zone)
    return times.every((time) => {
      const hours = now.until(time).total('hours')
      return hours < 0 || hours > 2
    })
  }
  // Their times are four hours apart, so one of the two is quiet.
  const [first, second] = ['Europe/Warsaw', 'Asia/Karachi'] as const
  return isQuiet(first) ? first : second
}

/** Customers comment on the post that is out. */
async function commentOnBluesky(page: Page, base: string, comments: readonly string[]): Promise<void> {
  await page.goto(`${base}/sandbox?platform=bluesky`)
  const shown = page.getByRole('region', { name: 'What it shows' }).getByRole('listitem')
  for (const comment of comments) {
    const post = shown.filter({ hasText: 'Winter Roast is back' }).first()
    await post.getByRole('button', { name: 'Comment' }).click()
    await post.getByLabel('The comment').fill(comment)
    await post.getByRole('button', { name: 'Send' }).click()
    await post.getByLabel('The comment').waitFor({ state: 'detached' })
    await shown.filter({ hasText: comment }).first().waitFor()
  }
}

const inboxRow = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Comments' }).getByRole('link').filter({ hasText: text })

/** The steps of docs/week.md, by the titles that they have there. */
const steps: Readonly<Record<string, (week: Week) => Promise<void>>> = {
  'Monday: start': async ({ page, base, stage }) => {
    const link = await readFile(join(stage.data.directory, 'setup.link'), 'utf8')
    await page.goto(link.trim().replace(/^https?:\/\/[^/]+/, base))
    await page.getByLabel('Your name').fill('Olga')
    await page.getByLabel('Email address').fill('olga@acme.example')
    await page.getByLabel('New password').fill('four words and a comma')
    await page.getByRole('button', { name: 'Become the owner' }).click()
    const connected = page.getByText('10 of 10 platforms have an account.')
    // A call has sixty times less time than usual, which a busy machine may miss. Then a person tries again.
    await eventually('ten accounts are connected', async () => {
      const connect = page.getByRole('button', { name: 'Connect 10 simulated accounts' })
      if (await connect.isVisible()) await connect.click()
      return connected.waitFor({ timeout: 10_000 }).then(
        () => true,
        () => false,
      )
    })
  },

  'Monday: plan twelve posts': async ({ page, base }) => {
    await page.goto(`${base}/settings`)
    const zone = page.getByRole('combobox', { name: 'Time zone' })
    const quiet = quietZone()
    await zone.fill(quiet)
    await page.getByRole('option', { name: quiet }).click()
    for (const time of times) {
      await page.getByLabel('Time', { exact: true }).fill(time)
      await page.getByLabel('Time', { exact: true }).press('Enter')
    }
    await save(page)
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
      const none = page.getByText('Nothing: all calls succeed.')
      await none.waitFor()
      await page.getByRole('button', { name: `Break it: ${fault}` }).click()
      await none.waitFor({ state: 'detached' })
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

  'Wednesday: answer comments': async ({ page, base }) => {
    const asked = ['When do you roast?', 'Is it fair trade?', 'Do you ship to Oslo?']
    await commentOnBluesky(page, base, asked)
    await page.getByRole('link', { name: 'Inbox' }).click()
    for (const question of asked) {
      await inboxRow(page, question).click()
      await page.getByRole('textbox', { name: /^Reply to / }).fill(`Yes. You asked: ${question}`)
      await page.getByRole('button', { name: 'Reply', exact: true }).click()
      await inboxRow(page, question).filter({ hasText: 'Answered by Olga' }).waitFor()
    }

    await page.goto(`${base}/settings/brand`)
    const brand = {
      'Business name': 'Lumen Coffee',
      'Business description': 'Roasts coffee in Warsaw.',
      'Brand profile': 'Brief and friendly.',
    }
    for (const [label, text] of Object.entries(brand)) await page.getByLabel(label, { exact: true }).fill(text)
    await save(page)
    await page.getByRole('link', { name: 'Auto-replies' }).click()
    await page.getByRole('radio', { name: 'After an approval' }).check()
    await save(page)
    const later = ['May I visit?', 'Any decaf?']
    await commentOnBluesky(page, base, later)
    await page.goto(`${base}/inbox?view=approve`)
    for (const question of later) {
      await inboxRow(page, question).click()
      await page.getByRole('textbox', { name: 'Proposed reply' }).fill('Gladly, come by.')
      await page.getByRole('button', { name: 'Approve and send' }).click()
      await page.getByText('auto-reply, approved by Olga').waitFor()
    }
  },

  'Thursday: read the numbers': async ({ page, base }) => {
    await page.goto(`${base}/sandbox?platform=bluesky`)
    const post = page.getByRole('region', { name: 'What it shows' }).getByRole('listitem')
    const shown = post.filter({ hasText: 'Winter Roast is back' }).first()
    await shown.getByRole('button', { name: 'Numbers' }).click()
    const likes = shown.getByLabel(/like/i)
    await likes.fill('120')
    await shown.getByRole('button', { name: 'Set' }).click()
    await likes.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Analytics' }).click()
    await page.getByRole('button', { name: 'Read afresh' }).click()
    await page.getByRole('status').filter({ hasText: 'read afresh' }).waitFor()
    await page
      .getByRole('region', { name: 'Best posts' })
      .getByRole('link', { name: /Winter Roast/ })
      .waitFor()
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

  'Saturday: an author joins': async ({ page, base, browser }) => {
    await page.getByRole('button', { name: 'Account, appearance, sign out' }).click()
    await page.getByRole('menuitem', { name: 'People' }).click()
    await page.getByRole('link', { name: 'Invite' }).click()
    await page.getByLabel('Email address').fill('ana@acme.example')
    await page.getByRole('radio', { name: 'Author' }).check()
    await page.getByRole('button', { name: 'Create the invite' }).click()
    const link = page.getByRole('region', { name: 'The link for ana@acme.example' }).locator('code')

    const context = await browser.newContext({ locale: 'en-GB' })
    context.setDefaultTimeout(patience)
    const hers = await context.newPage()
    await hers.goto(await link.innerText())
    await hers.getByLabel('Your name').fill('Ana')
    await hers.getByLabel('Password', { exact: true }).fill('a dozen small cups')
    await hers.getByRole('button', { name: 'Join' }).click()
    await hers.getByRole('link', { name: 'New post' }).first().click()
    await hers.getByRole('textbox', { name: 'Shared text' }).fill('What Ana learned in her first week.')
    await hers.getByRole('button', { name: 'Send for approval' }).click()
    await hers.getByText('Waits for approval.').waitFor()

    await page.goto(`${base}/drafts?list=approvals`)
    const asked = page.getByRole('listitem').filter({ hasText: 'What Ana learned' })
    await asked.getByRole('button', { name: 'Approve and send' }).click()
    await asked.waitFor({ state: 'detached' })
    await context.close()
  },

  'Sunday: a backup, and back': async ({ page, base, stage, stop, start }) => {
    const copy = join(stage.data.directory, 'copy.db')
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
    POLYPOST_TIME_SCALE: '60',
    POLYPOST_DASHBOARD_DIR: await builtDashboard(),
  }
  let running: RunningProcess = await stage.start('start', env)
  const browser = await openBrowser()
  t.after(() => browser.close())
  const page = await browser.newPage({ locale: 'en-GB', viewport: { width: 1280, height: 860 } })
  page.setDefaultTimeout(patience)
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
