import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../harness/eventually.ts'
import { newPerson, type Person } from '../harness/people.ts'
import { withDatabase } from '../harness/rows.ts'
import { checkLooks, type Screens, startScreens } from '../harness/screens.ts'
import { createWebhook, disabled, setWebhook } from '../harness/webhooks.ts'

let screens: Screens
let author: Person
before(async () => {
  screens = await startScreens('postgres')
  for (const platform of ['x', 'bluesky'])
    await screens.owner.ask('POST', '/connect', { body: { platform, environment: 'sandbox' } })
  author = await newPerson(screens.instance, screens.owner.ask, 'author')
})
after(() => screens?.stop())

const fail = () => screens.instance.control('POST', '/bluesky/faults', { operation: 'create', kind: 'media_rejected' })

async function post(message: string): Promise<number> {
  const reply = await screens.owner.ask('POST', '/post', { body: { message, platforms: ['bluesky'] } })
  assert.equal(reply.status, 200, reply.text)
  return reply.body.post_id
}

/** A draft that the author asks to publish. */
async function request(message: string): Promise<void> {
  const { body } = await author.ask('POST', '/drafts', { body: { message, platforms: ['x'] } })
  const { id, revision } = body.data
  const asked = await author.ask('POST', `/drafts/${id}/submit`, { body: { expected_revision: revision } })
  assert.equal(asked.status, 200, asked.text)
}

const group = (page: Page, name: string) => page.getByRole('region', { name })
const counted = (page: Page, count: number) => page.getByRole('link', { name: `Notices ${count} need you` })

/** From the next page on, nothing is read again only because a minute is over. */
const readNothingAgain = (page: Page) =>
  page.addInitScript(`{
    const repeat = setInterval
    globalThis.setInterval = (run, pause, ...rest) => (pause < 60_000 ? repeat(run, pause, ...rest) : 0)
  }`)

test('a failure is listed and counted at once, leads to the post, and is gone once it is published', async () => {
  const page = await screens.open('/notices')
  await readNothingAgain(page)
  await page.reload()
  await page.getByText('Nothing needs you.').waitFor()
  await fail()
  await post('Winter Roast is back')
  await group(page, 'Failed posts').getByText('Not published on Bluesky.').waitFor()
  await counted(page, 1).waitFor()
  await group(page, 'Failed posts').getByRole('link', { name: 'Winter Roast is back' }).click()
  await page.getByRole('region', { name: 'Failed' }).getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('region', { name: 'Published' }).getByText('Bluesky').first().waitFor()
  await counted(page, 1).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Notices' }).click()
  await page.getByText('Nothing needs you.').waitFor()
  screens.assertQuiet()
})

test('drafts, endpoints and failures stand under what has to be done; an editor gets no endpoints, and an author nothing', async () => {
  const endpoint = await createWebhook(screens.owner, { events: ['post.delayed'] })
  await setWebhook(screens.instance.data, endpoint, disabled())
  await request('A new roast')
  await fail()
  const failed = await post('An old joke')
  await eventually('it has failed', async () => (await status(failed)) === 'failed')
  await checkLooks(screens, '/notices', (page) => page.getByRole('link', { name: 'A new roast' }).waitFor())

  const german = await screens.open('/notices', { locale: 'de-DE' })
  await german
    .getByRole('region', { name: 'Entwürfe zur Freigabe' })
    .getByRole('link', { name: 'A new roast' })
    .waitFor()
  await german.getByText('Nicht veröffentlicht auf Bluesky.').waitFor()

  const editor = await newPerson(screens.instance, screens.owner.ask, 'editor')
  const edited = await screens.open('/notices', { person: editor })
  await counted(edited, 2).waitFor()
  assert.equal(await group(edited, 'Endpoints that get nothing').count(), 0)
  const written = await screens.open('/notices', { person: author })
  await written.getByText('Nothing needs you.').waitFor()

  const page = await screens.open('/notices')
  await counted(page, 3).waitFor()
  await group(page, 'Endpoints that get nothing').getByRole('link').click()
  await page.getByRole('button', { name: 'Enable again' }).click()
  await counted(page, 2).waitFor()
  await page.getByRole('link', { name: 'Notices' }).click()
  await group(page, 'Drafts to approve').getByRole('link', { name: 'A new roast' }).click()
  await page.getByRole('button', { name: 'Approve and publish' }).click()
  await counted(page, 1).waitFor()
  screens.assertQuiet()
})

test('what concerns one’s own sign-in comes first, and leads to the password', async () => {
  await withDatabase(screens.instance.data, (db) =>
    db
      .updateTable('people')
      .set({ code_refused_at: Date.now(), code_refused_from: '203.0.113.66' })
      .where('id', '=', author.id)
      .execute(),
  )
  const page = await screens.open('/notices', { person: author })
  await page.getByText('Somebody entered your password and a wrong code.').waitFor()
  await group(page, 'Your sign-in').getByRole('link', { name: '203.0.113.66' }).click()
  await page.getByRole('button', { name: 'Change the password' }).waitFor()
  screens.assertQuiet()
})

const status = async (id: number): Promise<string> => (await screens.owner.ask('GET', `/posts/${id}`)).body.data.status

interface ShownNotification {
  readonly title: string
  readonly body: string
}

/**
 * The notifications that the browser was asked to show, from the next page on. The person has allowed them: the
 * Chromium from npm shows no notifications, and always says that they are refused.
 */
async function listen(page: Page): Promise<() => Promise<readonly ShownNotification[]>> {
  await page.addInitScript(`
    const shown = []
    globalThis.shown = shown
    globalThis.Notification = class extends Notification {
      static permission = 'granted'
      constructor(title, options) {
        super(title, options)
        shown.push({ title, body: options.body })
      }
    }`)
  return () => page.evaluate('shown')
}

test('the browser shows only what is new, only after a person has allowed it, and no more after it is turned off', async () => {
  const page = await screens.open('/notices')
  // All other permissions are refused.
  await page.context().grantPermissions(['geolocation'])
  await page.reload()
  await page.getByText('Your browser refuses them').waitFor()
  await page.context().grantPermissions(['notifications'])
  const shown = await listen(page)
  await page.reload()
  const browser = group(page, 'Notifications of this browser')
  await browser.getByText('Your browser asks you first.').waitFor()
  await fail()
  await post('Before it was wanted')
  await group(page, 'Failed posts').getByText('Before it was wanted').waitFor()
  assert.deepEqual(await shown(), [])

  await browser.getByRole('button', { name: 'Show new notices here' }).click()
  await browser.getByRole('button', { name: 'Show no more of them' }).waitFor()
  await fail()
  await post('Now it is')
  await eventually('it was shown', async () => (await shown()).length === 2)
  assert.deepEqual(await shown(), [
    { title: 'It works', body: 'New notices appear here.' },
    { title: 'Failed posts', body: 'Now it is' },
  ])

  await browser.getByRole('button', { name: 'Show no more of them' }).click()
  await fail()
  await post('And no more')
  await group(page, 'Failed posts').getByText('And no more').waitFor()
  assert.equal((await shown()).length, 2)
  screens.assertQuiet()
})

test('of many notices of one kind the newest five are shown, and the others at the press of a button, with the focus on the first of them', async () => {
  const drafts = () => page.getByRole('region', { name: 'Drafts to approve' }).getByRole('listitem')
  for (let number = 1; number <= 7; number += 1) await request(`Wish ${number}`)
  const page = await screens.open('/notices')
  await page.getByRole('link', { name: 'Wish 7' }).waitFor()
  assert.equal(await drafts().count(), 5)
  await page.getByRole('button', { name: /^Show \d+ more$/ }).press('Enter')
  await page.getByRole('link', { name: 'Wish 1' }).waitFor()
  assert.equal(await page.locator(':focus').textContent(), 'Wish 2')
  screens.assertQuiet()
})
