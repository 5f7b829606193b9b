import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../harness/eventually.ts'
import { waitForLockedTexts } from '../harness/page-locks.ts'
import { newPerson } from '../harness/people.ts'
import { type Screens, startScreens } from '../harness/screens.ts'

let screens: Screens
before(async () => {
  screens = await startScreens('postgres')
  for (const platform of ['x', 'linkedin'])
    await screens.owner.ask('POST', '/connect', { body: { platform, environment: 'sandbox' } })
})
after(() => screens?.stop())

const text = (page: Page) => page.getByRole('textbox', { name: 'Shared text' })
const saved = (page: Page) => page.getByText(/^Draft saved/).first()
const idOf = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? ''
const read = async (id: string) => (await screens.owner.ask('GET', `/drafts/${id}`)).body.data

async function written(message: string): Promise<Page> {
  const page = await screens.open('/new')
  await text(page).fill(message)
  await page.waitForURL(/\/drafts\//)
  await saved(page).waitFor()
  return page
}

test('what is written becomes a draft by itself, keeps its place while it does, and is there after a reload', async () => {
  const page = await screens.open('/new')
  await text(page).pressSequentially('Winter Roast')
  await page.waitForURL(/\/drafts\//)
  await text(page).and(page.locator(':focus')).waitFor()
  await text(page).pressSequentially(' is back.')
  await saved(page).waitFor()
  await eventually('it is saved', async () => (await read(idOf(page))).message === 'Winter Roast is back.')
  await page.reload()
  assert.equal(await text(page).inputValue(), 'Winter Roast is back.')
  screens.assertQuiet()
})

test('the time that was chosen for a draft is there when its writer comes back', async () => {
  const page = await written('For the market in three weeks')
  const day = new Date(Date.now() + 21 * 86_400_000).toISOString().slice(0, 10)
  await page.getByLabel('Date').fill(day)
  await page.getByLabel('Time', { exact: true }).fill('09:30')
  await page.getByRole('button', { name: 'Keep as draft' }).click()
  await page.getByRole('link', { name: 'For the market in three weeks' }).click()
  await text(page).waitFor()
  assert.equal(await page.getByLabel('Date').inputValue(), day)
  assert.equal(await page.getByLabel('Time', { exact: true }).inputValue(), '09:30')
  screens.assertQuiet()
})

test('two people who write one draft see both texts, and choose', async () => {
  const mine = await written('The first version')
  const editor = await newPerson(screens.instance, screens.owner.ask, 'editor')
  const theirs = await screens.open(new URL(mine.url()).pathname, { person: editor })
  await text(theirs).fill('The version of the editor')
  await eventually('it is saved', async () => (await read(idOf(mine))).message === 'The version of the editor')

  await text(mine).fill('The version of the owner')
  const dialog = mine.getByRole('dialog', { name: /^The editor changed this at/ })
  await dialog.getByText('The version of the editor').waitFor()
  await dialog.getByText('The version of the owner').waitFor()
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await eventually('it is saved', async () => (await read(idOf(mine))).message === 'The version of the owner')

  await text(theirs).fill('The second version of the editor')
  const other = theirs.getByRole('dialog', { name: /^Olga changed this at/ })
  await other.getByRole('button', { name: 'Take theirs' }).click()
  await other.waitFor({ state: 'detached' })
  assert.equal(await text(theirs).inputValue(), 'The version of the owner')
  screens.assertQuiet()
})

test('what is written while the service is away is kept, and saved when it is back', async () => {
  const page = await written('Before')
  await screens.instance.away(async () => {
    await text(page).fill('Written while nobody listened')
    await page.getByText('Kept in this browser, not saved yet').first().waitFor()
  })
  await eventually('it is saved', async () => (await read(idOf(page))).message === 'Written while nobody listened')
  await saved(page).waitFor()
})

test('a second tab at “New post” begins an empty post; what a closed tab left unsaved is there in the next one', async () => {
  const first = await screens.open('/new')
  const cutOff = (page: Page) => page.route('**/drafts', (route) => route.abort())
  const unsaved = (page: Page) => page.getByText('Kept in this browser, not saved yet').first()
  await cutOff(first)
  await text(first).fill('The text of the first tab')
  await unsaved(first).waitFor()

  const second = await first.context().newPage()
  await second.goto(first.url())
  assert.equal(await text(second).inputValue(), '')
  await cutOff(second)
  await text(second).fill('The text of the second tab')
  await unsaved(second).waitFor()
  await second.close()
  await waitForLockedTexts(first, 1)

  const third = await first.context().newPage()
  await third.goto(first.url())
  await third.waitForURL(/\/drafts\//)
  assert.equal((await read(idOf(third))).message, 'The text of the second tab')
  await first.unroute('**/drafts')
  await first.waitForURL(/\/drafts\//)
  assert.equal((await read(idOf(first))).message, 'The text of the first tab')
})

test('what is published while the service is away is published once, when it is back', async () => {
  const page = await written('Published over a restart')
  await screens.instance.away(async () => {
    await page.getByRole('button', { name: 'Publish now' }).click()
    await page.getByText('The service does not answer. This goes on').waitFor()
  })
  await page.waitForURL(/\/posts\/\d+/)
  const { body } = await screens.owner.ask('GET', '/posts')
  assert.deepEqual(
    body.data.posts.map(({ message }: { message: string }) => message),
    ['Published over a restart'],
  )
})

test('a scheduled post is edited; a change that somebody else made meanwhile is shown, and not overwritten unasked', async () => {
  const scheduled_at = new Date(Date.now() + 86_400_000).toISOString()
  const body = { message: 'As it was', platforms: ['x'], scheduled_at }
  const made = await screens.owner.ask('POST', '/post', { body })
  assert.equal(made.status, 200, made.text)
  const id: number = made.body.post_id
  const page = await screens.open(`/posts/${id}/edit`)
  await text(page).fill('As the page has it')
  const change = { expected_revision: 1, message: 'As another one has it' }
  await screens.owner.ask('PATCH', `/posts/${id}`, { body: change })
  await page.getByRole('button', { name: 'Save the changes' }).click()
  const dialog = page.getByRole('dialog', { name: /^Olga changed this/ })
  await dialog.getByText('As another one has it').waitFor()
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByRole('button', { name: 'Save the changes' }).click()
  await page.waitForURL(new RegExp(`/posts/${id}$`))
  const post = (await screens.owner.ask('GET', `/posts/${id}`)).body.data
  assert.equal(post.message, 'As the page has it')
  assert.equal(post.scheduled_at, scheduled_at)
  screens.assertQuiet()
})

test('an author sends a draft for approval, and an editor publishes it', async () => {
  const author = await newPerson(screens.instance, screens.owner.ask, 'author')
  const page = await screens.open('/new', { person: author })
  await text(page).fill('By an author')
  await page.getByRole('button', { name: 'Send for approval' }).click()
  await page.getByText(/^Waits for approval\. The author asked/).waitFor()
  const other = await screens.open(new URL(page.url()).pathname)
  await other.getByRole('button', { name: 'Approve and publish' }).click()
  await other.waitForURL(/\/posts\/\d+/)
  screens.assertQuiet()
})
