import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Role } from '../../src/domain/roles.ts'
import { newPerson, type Person } from '../harness/people.ts'
import { type Screens, startScreens } from '../harness/screens.ts'
import { createWebhook } from '../harness/webhooks.ts'

let screens: Screens
const people = new Map<Role, Person>()
before(async () => {
  screens = await startScreens()
  for (const role of ['viewer', 'editor', 'admin'] as const)
    people.set(role, await newPerson(screens.instance, screens.owner.ask, role))
  people.set('owner', screens.owner)
  await createWebhook(screens.owner)
  await screens.owner.ask('POST', '/keys', { body: { name: 'deploy script' } })
})
after(() => screens?.stop())

/** Each screen for developers with what only its role may see, in German. */
const screensOf = [
  { path: '/webhooks', link: 'Webhooks', least: 'admin', shows: 'https://acme.example/hook' },
  { path: '/webhooks/new', link: null, least: 'admin', shows: 'Adresse' },
  { path: '/keys', link: 'API-Schlüssel', least: 'admin', shows: 'deploy script' },
  { path: '/keys/new', link: null, least: 'admin', shows: 'Was er darf' },
  { path: '/people', link: null, least: 'admin', shows: 'owner@acme.example' },
  { path: '/audit', link: null, least: 'admin', shows: 'hat sich angemeldet' },
  { path: '/health', link: null, least: 'owner', shows: 'In Ordnung' },
  { path: '/sandbox', link: 'Sandbox', least: 'owner', shows: 'Nichts: Alle Aufrufe gelingen.' },
  { path: '/apps', link: null, least: 'owner', shows: 'Noch keine App' },
] as const

const names = { viewer: 'Leser', editor: 'Redakteur', admin: 'Verwalter', owner: 'Inhaber' } as const
const forAdmins = (own: string) => `Sie braucht die Rolle „Verwalter“, und Ihre ist „${own}“.`
const forOperator = 'Sie betrifft die ganze Instanz, also kann nur der Inhaber der Instanz sie öffnen.'
const ranks = ['viewer', 'editor', 'admin', 'owner'] as const

for (const role of ranks)
  test(`the role ${role} sees the screens for developers that it may use, and no button that would be refused`, async () => {
    const person = people.get(role)
    assert.ok(person)
    const page = await screens.open('/drafts', { person, locale: 'de-DE' })
    await page.getByRole('heading', { level: 1, name: 'Entwürfe' }).waitFor()
    for (const { path, link, least, shows } of screensOf) {
      const may = ranks.indexOf(role) >= ranks.indexOf(least)
      await page.goto(screens.instance.base + path)
      const main = page.getByRole('main')
      if (may) await main.getByText(shows).first().waitFor()
      else {
        await main.getByText(least === 'owner' ? forOperator : forAdmins(names[role])).waitFor()
        assert.equal(await main.getByRole('button').count(), 0, path)
      }
      assert.equal(await page.getByRole('alert').count(), 0, path)
      if (link !== null) {
        const inRail = page.getByRole('navigation').getByRole('link', { name: link })
        if (may) await inRail.waitFor()
        else assert.equal(await inRail.count(), 0, path)
      }
    }
    screens.assertQuiet()
  })
