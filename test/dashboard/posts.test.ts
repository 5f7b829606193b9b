import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { inDays } from '../harness/posts.ts'
import { withDatabase } from '../harness/rows.ts'
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

test('a file is imported only after nothing in its rows is left to fix', async () => {
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

test('the deleted posts are usable in light and dark, wide and narrow', async () => {
  for (const message of ['Deleted by mistake', 'Deleted in winter']) {
    const { post_id } = await plan(message)
    await ask('DELETE', `/posts/${post_id}`)
  }
  await checkLooks(screens, '/posts?deleted=true', (page) => row(page, 'Deleted by mistake').waitFor())
})

test('a post that was deleted by mistake is back with one press on Undo', async () => {
  const { post_id } = await plan('Deleted and back')
  const page = await screens.open(`/posts/${post_id}`)
  await page.getByRole('button', { name: 'The post' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('status').getByText('Brought back for').waitFor()
  await row(page, 'Deleted and back').waitFor()
  const { posts } = await ask('GET', '/posts?search=Deleted and back')
  assert.deepEqual(
    posts.map(({ status }: { status: string }) => status),
    ['scheduled'],
  )
  await page.close()
  screens.assertQuiet()
})

test('a deleted post comes back from the list; if its time is over, it asks for a new one', async () => {
  const [early, late] = [await plan('Comes back early'), await plan('Comes back late')]
  for (const { post_id } of [early, late]) await ask('DELETE', `/posts/${post_id}`)
  await withDatabase(screens.instance.data, (db) =>
    db
      .updateTable('posts')
      .set({ scheduled_at: Date.now() - 60_000 })
      .where('id', '=', late.post_id)
      .execute(),
  )
  const page = await screens.open('/posts')
  await page.getByRole('button', { name: /^Filter/ }).click()
  await page.getByRole('checkbox', { name: 'Deleted', exact: true }).check()
  await page.keyboard.press('Escape')
  await page.waitForURL(/deleted=true/)
  const back = (title: string) => page.getByRole('button', { name: `Bring back: ${title}` })
  await row(page, 'Comes back early').getByText('Deleted by Olga').waitFor()
  await back('Comes back early').click()
  await row(page, 'Comes back early').getByRole('link', { name: 'Brought back' }).waitFor()

  await back('Comes back late').click()
  const dialog = page.getByRole('dialog', { name: 'Bring this post back?' })
  await dialog.getByText('Its time has passed. Choose a new one.').waitFor()
  await dialog.getByRole('button', { name: 'Bring back' }).click()
  await row(page, 'Comes back late').getByRole('link', { name: 'Brought back' }).click()
  await page.getByText('Comes back late').first().waitFor()
  const { posts } = await ask('GET', '/posts?search=Comes back&status=scheduled')
  assert.deepEqual(posts.map(({ message }: { message: string }) => message).toSorted(), [
    'Comes back early',
    'Comes back late',
  ])
  await page.close()
  screens.assertQuiet()
})
