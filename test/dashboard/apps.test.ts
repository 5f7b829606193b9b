import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { newPerson } from '../harness/people.ts'
import { insertAccount } from '../harness/rows.ts'
import { checkLooks, type Screens, startScreens } from '../harness/screens.ts'

let screens: Screens
let profile: string
before(async () => {
  screens = await startScreens('sqlite', { X_CLIENT_ID: 'from-outside', X_CLIENT_SECRET: 'the-hidden-one' })
  profile = (await screens.owner.ask('GET', '/session')).body.data.session.user.default_profile_id
})
after(() => screens?.stop())

const rowOf = (page: Page, platform: string) =>
  page.getByRole('list', { name: 'Developer apps' }).locator('> li').filter({ hasText: platform })

test('an app is stored with what to register, is replaced, and is deleted after saying which accounts depend on it', async () => {
  await insertAccount(screens.instance.data, { profile_id: profile, platform: 'reddit', environment: 'live' })
  const page = await screens.open('/drafts')
  await page.getByRole('button', { name: 'Account, appearance, sign out' }).click()
  await page.getByRole('menuitem', { name: 'Developer apps' }).click()
  await rowOf(page, 'Reddit').getByText('No app yet').waitFor()
  assert.equal(await rowOf(page, 'Bluesky').count(), 0, 'it needs no app')
  await page.getByRole('link', { name: 'Set up: Reddit' }).click()
  await page.getByText(`${screens.instance.base}/oauth/callback`).waitFor()
  await page.getByText('docs/platforms/reddit.md').waitFor()
  await page.getByText('submit', { exact: true }).waitFor()
  await page.getByLabel('Client ID').fill(' the-first-id ')
  await page.getByLabel('Client secret').fill('the-first-secret')
  await page.getByRole('button', { name: 'Save the app' }).click()
  await page.getByText('Stored here: the-first-id.').waitFor()
  assert.doesNotMatch(await page.content(), /the-first-secret/)
  await checkLooks(screens, '/apps/reddit', (other) => other.getByText('Stored here: the-first-id.').waitFor())

  await page.getByRole('button', { name: 'Use another app' }).click()
  await page.getByText('Accounts that were connected with the app before have to be connected again.').waitFor()
  await page.getByLabel('Client ID').fill('the-second-id')
  await page.getByRole('button', { name: 'Save the app' }).click()
  await page.getByText('Stored here: the-second-id.').waitFor()
  await page.getByRole('link', { name: 'Connect an account' }).waitFor()

  await page.getByRole('button', { name: 'Delete the app…' }).click()
  const question = page.getByRole('dialog', { name: 'Delete the app for Reddit?' })
  await question.getByText(/^1 account is connected/).waitFor()
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.getByLabel('Client ID').waitFor()
  const [login] = (await screens.owner.ask('GET', '/apps/reddit')).body.data.logins
  assert.equal(login.source, null)
  screens.assertQuiet()
})

test('an app of the environment is named with its settings, and cannot be changed or deleted here', async () => {
  await checkLooks(screens, '/apps', (page) => rowOf(page, 'from-outside').waitFor())
  const page = await screens.open('/apps/x')
  await page.getByText('Set by the environment: X_CLIENT_ID and X_CLIENT_SECRET.').waitFor()
  assert.equal(await page.getByText('the-hidden-one').count(), 0)
  for (const name of ['Save the app', 'Use another app', 'Delete the app…'])
    assert.equal(await page.getByRole('button', { name }).count(), 0, name)
  screens.assertQuiet()
})

test('each way to sign in has an app of its own, and one app may serve two platforms', async () => {
  await screens.owner.ask('PUT', '/apps/linkedin', { body: { client_id: 'for-pages', login: 'page' } })
  const page = await screens.open('/apps/linkedin', { locale: 'de-DE' })
  const own = page.getByRole('region', { name: 'Ihr eigenes Profil' })
  const pages = page.getByRole('region', { name: 'Eine Seite' })
  await own.getByLabel('Client-ID').waitFor()
  await pages.getByText('Hier gespeichert: for-pages.').waitFor()
  await pages.getByRole('button', { name: 'App löschen…' }).click()
  await page.getByRole('dialog').getByText('Kein Konto ist mit ihr verbunden.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Löschen' }).click()
  await pages.getByLabel('Client-ID').waitFor()

  await page.goto(`${screens.instance.base}/apps/facebook`)
  await page.getByText(/^Dieselbe App gilt für Instagram/).waitFor()
  screens.assertQuiet()
})

test('an admin who is not the owner is told whose page it is, and has no link to it', async () => {
  const admin = await newPerson(screens.instance, screens.owner.ask, 'admin')
  const page = await screens.open('/apps', { person: admin })
  await page.getByText('only the owner of the instance may open it').waitFor()
  await page.getByRole('button', { name: 'Account, appearance, sign out' }).click()
  await page.getByRole('menuitem', { name: 'People' }).waitFor()
  assert.equal(await page.getByRole('menuitem', { name: 'Developer apps' }).count(), 0)
  screens.assertQuiet()
})
