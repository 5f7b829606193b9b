import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sampleVideo } from '../../src/app/open-sandbox.ts'
import { platforms } from '../../src/platforms/index.ts'
import { password } from '../harness/people.ts'
import { upload } from '../harness/posts.ts'
import { checkLooks, type Screens, startScreens } from '../harness/screens.ts'

let screens: Screens
let film: string
before(async () => {
  screens = await startScreens('postgres')
  await screens.owner.ask('POST', '/connect', { body: { platform: 'all', environment: 'sandbox' } })
  film = (await upload(screens.owner, await readFile(sampleVideo), 'video/mp4')).publicUrl
  const profileId = (await screens.owner.ask('GET', '/profiles')).body.data.profiles[0].id
  const slots = [{ weekday: 'monday', time: '12:30' }]
  await screens.owner.ask('PUT', `/profiles/${profileId}/slots`, { body: { timezone: 'Europe/Warsaw', slots } })
})
after(() => screens?.stop())

const allNames = platforms.map(({ name }) => name)

async function draft(body: object): Promise<string> {
  const reply = await screens.owner.ask('POST', '/drafts', { body })
  assert.equal(reply.status, 200, reply.text)
  return `/drafts/${reply.body.data.id}`
}

/** All that the ten platforms need besides the text. */
const forAll = () => ({
  platforms: allNames,
  media: [{ url: film }],
  platform_options: {
    tiktok: { privacy_level: 'PUBLIC_TO_EVERYONE' },
    reddit: { subreddit: 'test', url: 'https://example.com/' },
  },
})

const posts = async () => (await screens.owner.ask('GET', '/posts')).body.data.posts
const lastPost = async (page: Page) => {
  await page.waitForURL(/\/posts\/\d+/)
  return (await screens.owner.ask('GET', new URL(page.url()).pathname.replace(/^.p.[^/]+/, ''))).body.data
}

const text = (page: Page, name = 'Shared text') => page.getByRole('textbox', { name })
const account = (page: Page, name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}\\b`) })

test('the composer is usable in light and dark, wide and narrow', async () => {
  const path = await draft({ message: 'Winter Roast is back. '.repeat(15), ...forAll() })
  await checkLooks(screens, path, (page) => page.getByRole('heading', { name: /to mend/ }).waitFor())
})

test('one text, with another one for X, goes to ten platforms once, although the button is clicked twice', async () => {
  const page = await screens.open(await draft(forAll()))
  await text(page).fill('Winter Roast is back.')
  await page.getByRole('button', { name: 'Own text for…' }).click()
  await page.getByRole('menuitem', { name: 'X', exact: true }).click()
  await text(page, 'Text for X').fill('Back: Winter Roast.')
  await page.getByRole('button', { name: 'Publish now' }).dblclick()
  const post = await lastPost(page)
  assert.equal(post.message, 'Winter Roast is back.')
  assert.equal(post.platform_options.x.message, 'Back: Winter Roast.')
  assert.deepEqual(post.platforms.toSorted(), allNames.toSorted())
  assert.equal((await posts()).length, 1)
  screens.assertQuiet()
})

test('a text that is too long for one platform gets the focus when it is published, and becomes its own text by one click', async () => {
  const page = await screens.open(await draft({ message: 'x'.repeat(290), platforms: ['x', 'linkedin'] }))
  await page.getByText('10 over').waitFor()
  await page.getByRole('button', { name: 'Publish now' }).click()
  await page.locator('textarea:focus').waitFor()
  await page.getByRole('button', { name: 'Own text for X' }).click()
  const own = text(page, 'Text for X')
  await own.and(page.locator(':focus')).waitFor()
  await own.fill('Short.')
  await page.getByText('10 over').waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: /to mend/ }).waitFor({ state: 'detached' })
  screens.assertQuiet()
})

test('a finding names the options as the form does, and its platform can be left out at once', async () => {
  const page = await screens.open(await draft({ message: 'Winter Roast is back.', platforms: ['x', 'reddit'] }))
  await page.getByText('Set “Community” to its name').waitFor()
  await page.getByRole('button', { name: 'Leave out Reddit' }).click()
  await page.getByRole('heading', { name: /to mend/ }).waitFor({ state: 'detached' })
  assert.equal(await account(page, 'Reddit').isChecked(), false)
  screens.assertQuiet()
})

test('nothing to publish is said only to somebody who publishes it', async () => {
  const page = await screens.open('/new')
  await account(page, 'Bluesky').waitFor()
  assert.equal(await page.getByText('There is no text yet.').count(), 0)
  await page.getByRole('button', { name: 'Publish now' }).click()
  await page.getByText('There is no text yet.').waitFor()
  await page.locator('textarea:focus').waitFor()
  await text(page).fill('Now there is.')
  await page.getByText('There is no text yet.').waitFor({ state: 'detached' })
})

/** The day of next year on which the clocks in Warsaw change: the last Sunday of a month. */
function changeOfClocks(month: number): string {
  const last = new Date(Date.UTC(new Date().getUTCFullYear() + 1, month, 0))
  last.setUTCDate(last.getUTCDate() - last.getUTCDay())
  return last.toISOString().slice(0, 10)
}

async function schedule(at: string, choice: RegExp): Promise<string> {
  const page = await screens.open(`/new?at=${at}`)
  await text(page).fill(`At ${at}`)
  for (const box of await page.getByRole('checkbox').all()) await box.setChecked(false)
  await account(page, 'LinkedIn').check()
  await page.getByRole('button', { name: 'Schedule' }).click()
  await page.getByLabel('Date').and(page.locator(':focus')).waitFor()
  await page.getByRole('button', { name: choice }).click()
  await page.getByRole('button', { name: 'Schedule' }).click()
  return (await lastPost(page)).scheduled_at
}

test('a time that the clocks of the profile skip or show twice is asked about with both readings', async () => {
  const spring = changeOfClocks(3)
  assert.equal(await schedule(`${spring}T02:30`, /03:30 Warsaw \(UTC\+2\)/), `${spring}T01:30:00.000Z`)
  const autumn = changeOfClocks(10)
  assert.equal(await schedule(`${autumn}T02:30`, /02:30 Warsaw \(UTC\+1\)/), `${autumn}T01:30:00.000Z`)
  screens.assertQuiet()
})

/** Goes on with the keyboard until this has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await page.locator(`${selector}:focus`).count()) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`${selector} is not reached by the keyboard.`)
}

test('from the sign-in page to a post in the next free slot with the keyboard alone', async () => {
  const page = await screens.open('/calendar', { person: null })
  await page.waitForURL('**/sign-in?*')
  await tabTo(page, '#email')
  await page.keyboard.type(screens.owner.email)
  await tabTo(page, '#password')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/calendar')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('n')
  await account(page, 'LinkedIn').waitFor()
  const chosen = page.getByRole('checkbox', { checked: true })
  while ((await chosen.count()) > 0) {
    await tabTo(page, `#${await chosen.first().getAttribute('id')}`)
    await page.keyboard.press('Space')
  }
  await tabTo(page, '#account-threads')
  await page.keyboard.press('Space')
  await tabTo(page, 'textarea')
  await page.keyboard.type('Written without a mouse.')
  await tabTo(page, '#date-note button')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Schedule' }).waitFor()
  await page.keyboard.press('Control+Enter')
  const post = await lastPost(page)
  assert.deepEqual(post.platforms, ['threads'])
  assert.equal(post.scheduled_timezone, 'Europe/Warsaw')
  assert.match(post.scheduled_at, /T1[01]:30:00\.000Z$/)
  screens.assertQuiet()
})
