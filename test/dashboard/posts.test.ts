import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { inDays } from '../harness/posts.ts'
import { checkLooks, type Screens, startScreens } from '../harness/screens.ts'

let screens: Screens
before(async () => {
  screens = await startScreens('postgres')
  await ask('POST', '/connect', { platform: 'all', environment: 'sandbox' })
  for (const message of ['Brew guide, part 1', 'Brew guide, part 2', 'New hours in winter']) await plan(message)
})
after(() => screens?.stop())

// biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape, and the client parses them.
async function ask(method: string, path: string, body?: object): Promise<any> {
  const reply = await screens.owner.ask(method, path, { ...(body && { body }) })
  assert.equal(reply.status, 200, reply.text)
  return reply.body.data ?? reply.body
}

const plan = (message: string) =>
  ask('POST', '/post', { message, platforms: ['x', 'bluesky'], scheduled_at: inDays(9) })

const row = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })

test('the list of posts is usable in light and dark, wide and narrow', () =>
  checkLooks(screens, '/posts', (page) => row(page, 'Brew guide, part 2').waitFor()))

test('the import is usable in light and dark, wide and narrow', () =>
  checkLooks(screens, '/import', (page) => page.getByText('Drop a CSV file here').waitFor()))

test('a search shows the posts with the text, and the address keeps it', async () => {
  const page = await screens.open('/posts')
  await page.getByLabel('Search the texts').fill('winter')
  await row(page, 'Brew guide, part 1').waitFor({ state: 'detached' })
  await row(page, 'New hours in winter').waitFor()
  await page.waitForURL(/q=winter/)
  await page.reload()
  await row(page, 'New hours in winter').waitFor()
  assert.equal(await row(page, 'Brew guide, part 1').count(), 0)
  await page.close()
  screens.assertQuiet()
})

test('posts that are ticked are cancelled together, after the list of what will happen', async () => {
  await plan('Cancelled, one')
  await plan('Cancelled, two')
  const page = await screens.open('/posts?q=Cancelled')
  await page.getByRole('checkbox', { name: 'Select: Cancelled, one' }).check()
  await page.getByRole('checkbox', { name: 'Select: Cancelled, two' }).check()
  await page.getByRole('button', { name: 'Cancel…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel these 2 posts?' })
  assert.equal(await dialog.getByText('is cancelled').count(), 2)
  await dialog.getByRole('button', { name: 'Cancel the posts' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { posts } = await ask('GET', '/posts?search=Cancelled,')
  assert.deepEqual(
    posts.map(({ status }: { status: string }) => status),
    ['cancelled', 'cancelled'],
  )
  await page.close()
  screens.assertQuiet()
})

test('a file is imported only after its rows have nothing to mend', async () => {
  const page = await screens.open('/import')
  const choose = (rows: string) =>
    page.getByLabel(/CSV|Choose another file/).setInputFiles({
      name: 'plan.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`message,platforms,scheduled_at\r\n${rows}`),
    })
  await choose(`Imported one,x bluesky,${inDays(12)}\r\nImported two,myspace,${inDays(13)}\r\n`)
  await page.getByText('1 of 2 rows to mend').waitFor()
  assert.equal(await page.getByRole('button', { name: /^Import \d/ }).count(), 0)
  assert.equal((await ask('GET', '/posts?search=Imported')).posts.length, 0)
  await choose(`Imported one,x bluesky,${inDays(12)}\r\nImported two,x,${inDays(13)}\r\n`)
  await page.getByRole('button', { name: 'Import 2 posts' }).click()
  await page.getByText('2 posts are imported.').waitFor()
  assert.equal((await ask('GET', '/posts?search=Imported')).posts.length, 2)
  await page.close()
  screens.assertQuiet()
})
