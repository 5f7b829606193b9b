import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newPerson, type Person } from '../harness/people.ts'
import { checkLooks, type Screens, startScreens } from '../harness/screens.ts'

let screens: Screens
let author: Person
before(async () => {
  screens = await startScreens()
  await screens.owner.ask('POST', '/connect', { body: { platform: 'x', environment: 'sandbox' } })
  author = await newPerson(screens.instance, screens.owner.ask, 'author')
})
after(() => screens?.stop())

/** A draft that the author asks to publish. */
async function request(message: string): Promise<string> {
  const { body } = await author.ask('POST', '/drafts', { body: { message, platforms: ['x'] } })
  const { id, revision } = body.data
  const asked = await author.ask('POST', `/drafts/${id}/submit`, { body: { expected_revision: revision } })
  assert.equal(asked.body.data.status, 'awaiting_approval', asked.text)
  return id
}

const draftOf = async (id: string) => (await author.ask('GET', `/drafts/${id}`)).body.data

test('an editor sees who asks, approves, and the post goes out; another comes back with a note that its author reads', async () => {
  const first = await request('A new roast')
  await request('An old joke')
  await checkLooks(screens, '/drafts?list=approvals', (page) =>
    page.getByRole('link', { name: 'A new roast' }).waitFor(),
  )

  const page = await screens.open('/drafts?list=approvals')
  const row = (text: string) => page.getByRole('listitem').filter({ hasText: text })
  await row('A new roast').getByText('The author asked for approval').waitFor()
  await row('A new roast').getByRole('button', { name: 'Approve and send' }).click()
  await row('A new roast').waitFor({ state: 'detached' })
  assert.equal((await draftOf(first)).status, 'submitted')

  await row('An old joke').getByRole('button', { name: 'Return…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What should change').fill('It was on X last week.')
  await dialog.getByRole('button', { name: 'Return' }).click()
  await page.getByText('Nothing waits for an approval.').waitFor()

  const own = await screens.open('/drafts', { person: author })
  await own.getByText('It was on X last week.').waitFor()
  await own.goto(`${screens.instance.base}/drafts?list=approvals`)
  await own.getByText('Nothing waits for an approval.').waitFor()
  assert.equal(await own.getByRole('button', { name: 'Approve and send' }).count(), 0)
  screens.assertQuiet()
})

test('an editor who reads the draft in the composer returns it from there', async () => {
  const id = await request('Half a thought')
  const page = await screens.open(`/drafts/${id}`)
  await page.getByRole('heading', { name: 'Post for approval' }).waitFor()
  await page.getByRole('button', { name: 'Return…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What should change').fill('Finish it.')
  await dialog.getByRole('button', { name: 'Return' }).click()
  await page.getByText('gave it back.').waitFor()
  await page.getByRole('button', { name: 'Return…' }).waitFor({ state: 'detached' })
  assert.equal((await draftOf(id)).approval.note, 'Finish it.')
  screens.assertQuiet()
})

test('a draft becomes a template, and the template a draft of its own', async () => {
  await screens.owner.ask('POST', '/drafts', { body: { message: 'Every Monday', platforms: ['x'] } })
  const page = await screens.open('/drafts')
  const row = page.getByRole('listitem').filter({ hasText: 'Every Monday' })
  await row.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Make a template' }).click()
  await row.waitFor({ state: 'detached' })
  await page.getByRole('navigation', { name: 'Drafts' }).getByRole('link', { name: 'Templates' }).click()
  await page.locator('[aria-current=page]').getByText('Templates').waitFor()
  await row.getByRole('button', { name: 'Use' }).click()
  await page.waitForURL(/\/drafts\/.+/)
  screens.assertQuiet()
})
