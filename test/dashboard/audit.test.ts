import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { auditActions } from '../../src/domain/audit.ts'
import { newPerson, type Person } from '../harness/people.ts'
import { withDatabase } from '../harness/rows.ts'
import { checkLooks, type Screens, startScreens } from '../harness/screens.ts'
import { createWebhook } from '../harness/webhooks.ts'

let screens: Screens
let ana: Person
before(async () => {
  screens = await startScreens('postgres')
  ana = await newPerson(screens.instance, screens.owner.ask, 'admin')
})
after(() => screens?.stop())

const entries = (page: Page) => page.getByRole('main').locator('section li')

test('what people did stands in sentences with where they signed in from, and leads to what is still there', async () => {
  const remaining = await createWebhook(screens.owner, { url: 'https://acme.example/kept' })
  const gone = await createWebhook(screens.owner, { url: 'https://acme.example/gone' })
  await screens.owner.ask('DELETE', `/webhooks/${gone}`)
  await screens.owner.ask('POST', '/connect', { body: { platform: 'x', environment: 'sandbox' } })
  const page = await screens.open('/drafts')
  await page.getByRole('button', { name: 'Account, appearance, sign out' }).click()
  await page.getByRole('menuitem', { name: 'Audit log' }).click()
  const row = (text: string | RegExp) => entries(page).filter({ hasText: text })
  await row(`The admin joined as ${ana.email}`).waitFor()
  await row('Olga signed in').getByText('from 127.0.0.1').waitFor()
  await row(/^\d\d:\d\dOlga connected the account X /)
    .getByRole('link')
    .waitFor()
  assert.equal(await row('added the webhook https://acme.example/gone').getByRole('link').count(), 0)
  await row('added the webhook https://acme.example/kept').getByRole('link').click()
  await page.waitForURL(`**/webhooks/${remaining}`)
  screens.assertQuiet()
})

test('the list shows one person or one topic, which stands in the address, and goes on to older entries', async () => {
  await withDatabase(screens.instance.data, async (db) => {
    const row = { user_id: 1, by_type: 'person' as const, by_id: ana.id, by_name: 'Ana', created_at: Date.now() }
    const key = {
      ...row,
      action: 'key.changed' as const,
      target: JSON.stringify({ type: 'key', id: '9', name: 'old' }),
    }
    await db
      .insertInto('audit')
      .values(Array.from({ length: 60 }, () => key))
      .execute()
  })
  const page = await screens.open('/audit')
  await page.getByLabel('Who').selectOption('The admin')
  await page.getByLabel('What').selectOption('API keys')
  await page.waitForURL(/topic=keys/)
  await page.reload()
  await entries(page).nth(49).waitFor()
  assert.equal(await entries(page).count(), 50)
  await page.getByRole('button', { name: 'Show older ones' }).click()
  await entries(page).nth(59).waitFor()
  assert.equal(await entries(page).filter({ hasText: 'Ana changed the key old' }).count(), 60)
  await page.getByLabel('What').selectOption('Webhooks')
  await page.getByText('Nothing was found.').waitFor()
  await page.getByRole('link', { name: 'Show everything' }).click()
  await page.getByRole('button', { name: 'Show older ones' }).waitFor()

  await page.goto(`${screens.instance.base}/people`)
  await page.getByRole('button', { name: 'What to do with The admin' }).click()
  await page.getByRole('menuitem', { name: 'What they did' }).click()
  await page.waitForURL(/person=/)
  await entries(page).first().waitFor()
  assert.equal(await entries(page).filter({ hasText: 'Olga' }).count(), 0)
  screens.assertQuiet()
})

test('each action has a sentence in English and in German, also without a name of who or what', async () => {
  await withDatabase(screens.instance.data, async (db) => {
    await db.deleteFrom('audit').execute()
    const now = Date.now()
    const known = { user_id: 1, by_type: 'person' as const, by_id: 999, by_name: 'Zoe', created_at: now }
    const target = JSON.stringify({ type: 'key', id: '77', name: null })
    await db
      .insertInto('audit')
      .values(auditActions.map((action) => ({ ...known, action, target })))
      .execute()
  })
  for (const locale of ['en-GB', 'de-DE']) {
    const page = await screens.open('/audit', { locale })
    await entries(page)
      .nth(auditActions.length - 1)
      .waitFor()
    const sentences = await entries(page).locator('p').allInnerTexts()
    assert.equal(new Set(sentences).size, auditActions.length, locale)
    for (const sentence of sentences) {
      assert.match(sentence, /Zoe/)
      assert.doesNotMatch(sentence, /[{}]|undefined|null|[a-z_]+\.[a-z_]+/)
    }
  }
  await withDatabase(screens.instance.data, (db) =>
    db.updateTable('audit').set({ by_type: null, by_id: null, by_name: null, target: null }).execute(),
  )
  const page = await screens.open('/audit')
  await page.getByText('Somebody with a link connected the account').waitFor()
  await page.getByText('The command line changed the person').waitFor()
  await checkLooks(screens, '/audit', (other) => entries(other).first().waitFor())
})

test('a changed right stands with what it was before, and a word of a newer version does not break the list', async () => {
  await withDatabase(screens.instance.data, async (db) => {
    await db.deleteFrom('audit').execute()
    const known = { user_id: 1, by_type: 'person' as const, by_id: 999, by_name: 'Zoe', created_at: Date.now() }
    const changes = [
      { field: 'role', from: 'editor', to: 'viewer' },
      { field: 'plan_id', from: 2, to: 3 },
      { field: 'policy', from: 'drafts', to: 'ahead' },
      { field: 'minutes_ahead', from: null, to: 30 },
      { field: 'disabled', from: false, to: true },
      { field: 'expires_at', from: '2030-01-02T10:00:00.000Z', to: null },
      { field: 'phase', from: 'new', to: 'full' },
    ]
    const target = JSON.stringify({ type: 'moon', id: '1', name: 'Luna' })
    await db
      .insertInto('audit')
      // The type knows only the words of this version.
      .values({ ...known, action: 'moon.risen' as 'user.changed', target, change: JSON.stringify(changes) })
      .execute()
  })
  const lines: Readonly<Record<string, readonly string[]>> = {
    'en-GB': [
      'Zoe: moon.risen Luna',
      'Role: Editor → Viewer',
      'Plan: Starter → Pro',
      'What may go out: drafts only → ',
    ],
    'de-DE': ['Zoe: moon.risen Luna', 'Rolle: Redakteur → Leser', 'Tarif: Starter → Pro', 'Gesperrt: nein → ja'],
  }
  for (const [locale, texts] of Object.entries(lines)) {
    const page = await screens.open('/audit', { locale })
    for (const text of [...texts, ': 30', 'phase: new → full']) await page.getByText(text).waitFor()
  }
  await checkLooks(screens, '/audit', (other) => entries(other).first().waitFor())
  screens.assertQuiet()
})

test('without entries the list says so', async () => {
  await withDatabase(screens.instance.data, (db) => db.deleteFrom('audit').execute())
  const page = await screens.open('/audit')
  await page.getByText('Nothing was done yet.').waitFor()
  screens.assertQuiet()
})
