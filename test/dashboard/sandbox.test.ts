import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../harness/eventually.ts'
import { newPerson } from '../harness/people.ts'
import { checkLooks, type Screens, startScreens } from '../harness/screens.ts'

let screens: Screens
before(async () => {
  screens = await startScreens()
  await screens.owner.ask('POST', '/connect', { body: { platform: 'x', environment: 'sandbox' } })
})
after(() => screens?.stop())

async function post(message: string): Promise<string> {
  const reply = await screens.owner.ask('POST', '/post', { body: { message, platforms: ['x'] } })
  assert.equal(reply.status, 200, reply.text)
  const read = async () => (await screens.owner.ask('GET', `/posts/${reply.body.post_id}`)).body.data.status
  await eventually('it has ended', async () => ['successful', 'failed'].includes(await read()))
  return read()
}

const shown = (page: Page, text: string) =>
  page.getByRole('region', { name: 'What it shows' }).getByRole('listitem').filter({ hasText: text }).first()

test('a fault that is switched on meets the next post, and without it posts succeed again', async () => {
  const page = await screens.open('/drafts')
  await page.getByRole('link', { name: 'Sandbox' }).click()
  await page.getByText('Nothing: all calls succeed.').waitFor()
  await page.getByRole('button', { name: 'Break it: It refuses the post as a duplicate' }).click()
  const faults = page.getByRole('region', { name: 'What goes wrong next' })
  await faults.getByText('Create a post: refused as a duplicate').waitFor()
  assert.equal(await post('The same joke again'), 'failed')
  await page.getByText('Nothing: all calls succeed.').waitFor()

  await page.getByRole('button', { name: 'Break it: It takes no more for now' }).click()
  await page.getByRole('button', { name: 'All works again' }).click()
  await page.getByText('Nothing: all calls succeed.').waitFor()
  assert.equal(await post('A better joke'), 'successful')
  screens.assertQuiet()
})

test('a post shows up with a comment that somebody adds, and its numbers are set', async () => {
  await post('We open at seven')
  const page = await screens.open('/sandbox?platform=x')
  const row = shown(page, 'We open at seven')
  await row.getByRole('button', { name: 'Comment' }).click()
  await row.getByLabel('The comment').fill('Also on Sundays?')
  await row.getByRole('button', { name: 'Send' }).click()
  await shown(page, 'Also on Sundays?').waitFor()
  await row.getByRole('button', { name: 'Numbers' }).click()
  await row.getByLabel('like_count').fill('12')
  await row.getByRole('button', { name: 'Set' }).click()
  await row.getByLabel('like_count').waitFor({ state: 'detached' })
  await checkLooks(screens, '/sandbox?platform=x', (other) => shown(other, 'Also on Sundays?').waitFor())
})

test('only the owner of the instance has the panel', async () => {
  const admin = await newPerson(screens.instance, screens.owner.ask, 'admin')
  const page = await screens.open('/drafts', { person: admin })
  await page.getByRole('link', { name: 'Webhooks' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Sandbox' }).count(), 0)
  screens.assertQuiet()
})
