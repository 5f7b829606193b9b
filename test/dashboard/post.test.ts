import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../harness/eventually.ts'
import { checkLooks, type Screens, startScreens } from '../harness/screens.ts'

let screens: Screens
before(async () => {
  screens = await startScreens('postgres')
  for (const platform of ['x', 'threads', 'bluesky'])
    await screens.owner.ask('POST', '/connect', { body: { platform, environment: 'sandbox' } })
})
after(() => screens?.stop())

const fault = (platform: string, body: object) => screens.instance.control('POST', `/${platform}/faults`, body)

async function post(body: object): Promise<number> {
  const reply = await screens.owner.ask('POST', '/post', { body: { message: 'Winter Roast is back', ...body } })
  assert.equal(reply.status, 200, reply.text)
  return reply.body.post_id
}

const statusOf = async (id: number): Promise<string> =>
  (await screens.owner.ask('GET', `/posts/${id}`)).body.data.status

const group = (page: Page, name: string) => page.getByRole('region', { name })
const platform = (page: Page, inGroup: string, name: string) =>
  group(page, inGroup)
    .getByRole('paragraph')
    .filter({ hasText: new RegExp(`^${name}$`) })

test('a post that failed in part says on which platform, why and whose fault it is, and is published by one button', async () => {
  await fault('bluesky', { operation: 'create', kind: 'media_rejected' })
  const id = await post({ platforms: ['x', 'bluesky'] })
  await eventually('it has ended', async () => (await statusOf(id)) === 'partial')
  await checkLooks(screens, `/posts/${id}`, (page) => page.getByText('Whose fault').waitFor())

  const page = await screens.open(`/posts/${id}`)
  const failed = group(page, 'Failed')
  await platform(page, 'Failed', 'Bluesky').waitFor()
  assert.match((await failed.locator('dd').first().textContent()) ?? '', /content/)
  await failed.getByRole('button', { name: 'Try again' }).click()
  await platform(page, 'Published', 'Bluesky').waitFor()
  await failed.waitFor({ state: 'detached' })
  screens.assertQuiet()
})

test('a post comes alive without a reload, and shows its steps', async () => {
  const id = await post({ platforms: ['threads'] })
  const page = await screens.open(`/posts/${id}`)
  await group(page, 'Published').getByRole('link', { name: 'Open Threads' }).waitFor()
  await page.getByRole('button', { name: 'Steps Threads' }).click()
  await page.locator('ol').getByText('Published', { exact: true }).waitFor()
  screens.assertQuiet()
})

test('a scheduled post is deleted after a question, and a job of it is cancelled alone', async () => {
  const scheduled_at = new Date(Date.now() + 86_400_000).toISOString()
  const id = await post({ platforms: ['x', 'bluesky'], scheduled_at })
  const page = await screens.open(`/posts/${id}`)
  const row = group(page, 'Scheduled').getByRole('listitem').filter({ hasText: 'Bluesky' })
  await row.getByRole('button', { name: 'Cancel' }).click()
  await platform(page, 'Cancelled', 'Bluesky').waitFor()

  const other = await post({ platforms: ['x'], scheduled_at })
  const second = await screens.open(`/posts/${other}`)
  await second.getByRole('button', { name: 'The post' }).click()
  await second.getByRole('menuitem', { name: 'Delete' }).click()
  await second.getByRole('dialog', { name: 'Delete this post?' }).getByRole('button', { name: 'Delete' }).click()
  await second.waitForURL('**/posts')
  assert.equal((await screens.owner.ask('GET', `/posts/${other}`)).status, 404)
  screens.assertQuiet()
})

test('an address that is no number of a post is said to be no page', async () => {
  const page = await screens.open('/posts/new')
  await page.getByText('There is no such page').waitFor()
  screens.assertQuiet()
})
