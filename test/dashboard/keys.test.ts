import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createClient } from '../harness/client.ts'
import { pingMcp, tokensFor } from '../harness/oauth.ts'
import { newPerson } from '../harness/people.ts'
import { checkLooks, type Screens, startScreens } from '../harness/screens.ts'

let screens: Screens
before(async () => {
  screens = await startScreens()
})
after(() => screens?.stop())

test('a new key is shown once with what assistants need, works as far as it may, and is refused after it was revoked', async () => {
  const page = await screens.open('/keys')
  await page.getByRole('link', { name: 'New key' }).click()
  await page.getByLabel('Name').fill('Claude')
  await page.getByRole('button', { name: 'Create the key' }).click()
  const key = (await page.getByRole('region', { name: 'The key' }).locator('code').textContent()) ?? ''
  await page.getByText(`Authorization: Bearer ${key}`).waitFor()
  const ask = createClient(screens.instance.base, key)
  assert.equal((await ask('GET', '/posts')).status, 200)

  await page.getByRole('button', { name: 'Done' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Claude' })
  await row.getByText('drafts only').waitFor()
  assert.equal(await page.getByText(key).count(), 0)
  await row.getByRole('button', { name: 'Key Claude' }).click()
  await page.getByRole('menuitem', { name: 'Change' }).click()
  await page.getByRole('radio', { name: 'Only what is planned well ahead' }).check()
  await page.getByLabel('Minutes ahead, at least').fill('90')
  await checkLooks(screens, new URL(page.url()).pathname, async (other) => {
    await other.getByRole('radio', { name: 'Everything' }).check()
    await other.getByLabel('May publish and delete without asking').waitFor()
  })
  await page.getByLabel('May publish and delete without asking').uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await row.getByText('plans 90 min ahead, asks first').waitFor()
  await checkLooks(screens, '/keys', (other) => other.getByText('plans 90 min ahead').waitFor())

  await row.getByRole('button', { name: 'Key Claude' }).click()
  await page.getByRole('menuitem', { name: 'Revoke…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('Keys that no longer work: 1').waitFor()
  assert.equal((await ask('GET', '/posts')).status, 401)
  screens.assertQuiet()
})

test('an authorized application is shown with its host and last use, is revoked after a question, and is then refused', async () => {
  const { base } = screens.instance
  const { key, refresh } = await tokensFor(screens.instance, screens.owner, { policy: 'publish' })
  const page = await screens.open('/keys')
  const applications = page.getByRole('region', { name: 'Authorized applications' })
  const row = applications.getByRole('listitem').filter({ hasText: 'Tester' })
  await row.getByText(/^at .*, key of Olga$/).waitFor()
  await row.getByText('Never used').waitFor()
  await row.getByText('publishes, asks first').waitFor()
  assert.equal((await pingMcp(base, key)).status, 200)
  // Uses are gathered, and written when the instance stops.
  await screens.instance.away(async () => {})
  await page.reload()
  await row.getByText(/^Used /).waitFor()
  await checkLooks(screens, '/keys', (other) => other.getByText('Authorized applications').waitFor())

  await row.getByRole('button').click()
  assert.equal(await page.getByRole('menuitem', { name: 'Change' }).count(), 0)
  await page.getByRole('menuitem', { name: 'Revoke…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep' }).click()
  assert.equal((await pingMcp(base, key)).status, 200)
  await row.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Revoke…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await applications.waitFor({ state: 'detached' })
  assert.equal((await pingMcp(base, key)).status, 401)
  const renewed = await fetch(`${base}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refresh }),
  })
  assert.ok(renewed.status >= 400)
  screens.assertQuiet()
})

test('an editor is not offered what only admins may do', async () => {
  const editor = await newPerson(screens.instance, screens.owner.ask, 'editor')
  const page = await screens.open('/drafts', { person: editor })
  await page.getByRole('link', { name: 'Calendar' }).first().waitFor()
  assert.equal(await page.getByRole('link', { name: 'API keys' }).count(), 0)
  screens.assertQuiet()
})
