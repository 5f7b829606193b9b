import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { newPerson } from '../harness/people.ts'
import { assertUsable, checkLooks, type Screens, startScreens } from '../harness/screens.ts'
import { type SimulatedModel, startModel } from '../harness/servers/language-model.ts'
import { acmePage, startWebsite, type Website } from '../harness/servers/website.ts'

const proposed = {
  business_name: 'Acme',
  business_description: 'Makes anvils and rockets.',
  brand_profile: 'Loud and cheerful.',
  pricing: null,
}

let screens: Screens
let model: SimulatedModel
let website: Website
let defaultProfile: string
before(async () => {
  model = await startModel('openai-compatible')
  website = await startWebsite()
  screens = await startScreens('sqlite', {
    ...model.env,
    POLYPOST_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
    POLYPOST_KEEP_EVENTS_DAYS: '31',
  })
  defaultProfile = (await ask('GET', '/profiles')).profiles[0].id
})
after(async () => {
  await screens?.stop()
  await website?.stop()
  await model?.stop()
})

// biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape, and the client parses them.
async function ask(method: string, path: string, body?: object): Promise<any> {
  const reply = await screens.owner.ask(method, path, { ...(body && { body }) })
  assert.equal(reply.status, 200, reply.text)
  return reply.body.data ?? reply.body
}

let made = 0

/** A profile that no other test changes. */
const newProfile = async (): Promise<string> =>
  (await ask('POST', '/profiles', { name: `Profile ${++made}` })).profile_id

const settingsOf = (profileId: string) => ask('GET', `/settings?profile_id=${profileId}`)

const at = (path: string, profileId: string): string => `/settings${path}?profile=${profileId}`

const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved.', { exact: true }).waitFor()
}

test('a zone is found by a few letters, times are added to several days, and the next free slots follow', async () => {
  const profile = await newProfile()
  const page = await screens.open(at('', profile), { timezoneId: 'America/New_York' })
  await page.getByText('There are no posting times yet.').waitFor()
  await page.getByText('Nobody has chosen a zone yet').waitFor()

  const zone = page.getByRole('combobox', { name: 'Time zone' })
  await zone.fill('war')
  await page.getByRole('option', { name: 'Europe/Warsaw' }).waitFor()
  await zone.press('ArrowDown')
  await zone.press('Enter')
  assert.equal(await zone.inputValue(), 'Europe/Warsaw')
  await page.getByText(/It is \d\d:\d\d there now \(Warsaw, UTC\+[12]\)/).waitFor()

  await page.getByLabel('Time', { exact: true }).fill('17:30')
  for (const day of ['Mon', 'Wed', 'Fri']) await page.getByRole('checkbox', { name: day }).uncheck()
  await page.getByLabel('Time', { exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Remove Tuesday, 17:30' }).press('Enter')
  await save(page)
  const plan = await ask('GET', `/profiles/${profile}/slots`)
  assert.deepEqual(plan.slots, [{ weekday: 'thursday', time: '17:30' }])
  assert.equal(plan.timezone, 'Europe/Warsaw')
  const next = page.getByRole('region', { name: 'Next free slots' }).getByRole('listitem')
  await next
    .filter({ hasText: /Thu .*17:30 Warsaw/ })
    .nth(2)
    .waitFor()

  await zone.fill('los ang')
  await page.getByRole('option', { name: 'America/Los Angeles' }).click()
  await page.getByText('planned posts still go out at their moment').waitFor()
  await save(page)
  await next
    .filter({ hasText: /Thu .*17:30 Los Angeles/ })
    .first()
    .waitFor()
  await checkLooks(screens, at('', profile), (other) => other.getByText('17:30 Los Angeles').first().waitFor())
})

test('a website’s texts stand beside what is kept; only those that are ticked are kept, by one button', async () => {
  const profile = await newProfile()
  await ask('POST', '/settings', { profile_id: profile, business_name: 'My own name' })
  website.show({ '/': acmePage() })
  const page = await screens.open(at('/brand', profile))
  const read = page.getByRole('button', { name: 'Read the website…' })
  await read.click()
  await page.getByText('Enter the address of the website first.').waitFor()
  await page.getByLabel('Website', { exact: true }).fill(`${website.origin}/nowhere`)
  await read.click()
  await page.getByRole('alert').filter({ hasText: '404' }).waitFor()

  model.answers(() => ({ said: proposed }))
  await page.getByLabel('Website', { exact: true }).fill(website.origin)
  await read.click()
  const review = page.getByRole('region', { name: 'What the website says' })
  await review.getByText('My own name').waitFor()
  assert.equal(await review.getByRole('checkbox', { name: 'Take: Pricing' }).count(), 0)
  assert.equal(await review.getByRole('checkbox', { name: 'Take: Business name' }).isChecked(), false)
  assert.equal((await settingsOf(profile)).business_description, '')
  await review.getByRole('checkbox', { name: 'Take: Brand profile' }).uncheck()
  await review.getByRole('button', { name: 'Keep 1 text' }).click()
  await review.waitFor({ state: 'detached' })

  const { business_name, business_description, brand_profile, website_url } = await settingsOf(profile)
  assert.deepEqual(
    { business_name, business_description, brand_profile, website_url },
    {
      business_name: 'My own name',
      business_description: 'Makes anvils and rockets.',
      brand_profile: '',
      website_url: website.origin,
    },
  )
  assert.equal(await page.getByLabel('Business description').inputValue(), 'Makes anvils and rockets.')
  await page.getByText('It can be read again from').waitFor()
  await page.getByText('25 of 10,000 characters').waitFor()
  screens.assertQuiet()
})

test('the texts of a website are usable in light and dark, wide and narrow', async () => {
  const profiles = [await newProfile(), await newProfile(), await newProfile(), await newProfile()]
  website.show({ '/': acmePage() })
  model.answers(() => ({ said: proposed }))
  for (const [index, profile] of profiles.entries()) {
    await ask('POST', '/settings', { profile_id: profile, business_name: 'My own name' })
    const look = { scheme: index % 2 ? 'dark' : 'light', width: index < 2 ? 1280 : 390 } as const
    const page = await screens.open(at('/brand', profile), look)
    await page.getByLabel('Website', { exact: true }).fill(website.origin)
    await page.getByRole('button', { name: 'Read the website…' }).click()
    await page.getByRole('region', { name: 'What the website says' }).waitFor()
    await assertUsable(page)
    await page.close()
  }
  screens.assertQuiet()
})

test('changes are left only after a question, and two people see each other’s changes before one replaces the other', async () => {
  const profile = await newProfile()
  const page = await screens.open(at('/brand', profile))
  const services = page.getByLabel('Services')
  await services.fill('Anvils')
  await page.getByRole('link', { name: 'Auto-replies' }).click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay here' }).click()
  assert.equal(await services.inputValue(), 'Anvils')

  await ask('POST', '/settings', { profile_id: profile, services: 'Rockets', pricing: '10 €' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Somebody else changed this in the meantime.').waitFor()
  await page.getByText('Rockets').waitFor()
  assert.equal(await page.getByLabel('Pricing').inputValue(), '10 €')
  assert.equal((await settingsOf(profile)).services, 'Rockets')
  await save(page)
  const { services: saved, pricing } = await settingsOf(profile)
  assert.deepEqual([saved, pricing], ['Anvils', '10 €'])

  await services.fill('Nothing')
  await page.getByRole('link', { name: 'Calendar' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await page.waitForURL('**/calendar**')
  assert.equal((await settingsOf(profile)).services, 'Anvils')
  screens.assertQuiet()
})

test('what is changed while the service is away stays on the screen, and is saved when it is back', async () => {
  const profile = await newProfile()
  const page = await screens.open(at('/brand', profile))
  await page.getByLabel('FAQ').fill('Do they fly? The rockets do.')
  await screens.instance.away(async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('alert').filter({ hasText: 'The service does not answer.' }).waitFor()
  })
  await page.getByText('No connection.').waitFor({ state: 'detached' })
  await save(page)
  assert.equal((await settingsOf(profile)).faq, 'Do they fly? The rockets do.')
})

test('each way of answering comments says what will happen, and what is missing is named', async () => {
  const profile = await newProfile()
  const page = await screens.open(at('/replies', profile))
  await page.getByText('The brand context lacks: Business name, Business description and Brand profile.').waitFor()
  assert.equal(await page.getByRole('radio', { name: 'At once' }).count(), 0, 'that is a second step')
  await page.getByRole('radio', { name: 'After an approval' }).check()
  await page.getByText('Comments of the last seven days that nobody has answered').waitFor()
  await save(page)
  await page.getByRole('radio', { name: 'At once' }).waitFor()
  const { auto_reply_enabled, auto_reply_mode } = await settingsOf(profile)
  assert.deepEqual([auto_reply_enabled, auto_reply_mode], [true, 'review'])
  await checkLooks(screens, at('/replies', profile), (other) =>
    other.getByText('They are on, but have no effect.').waitFor(),
  )
  assert.match(
    (await page.getByRole('link', { name: 'Replies that wait' }).getAttribute('href')) ?? '',
    /^\/p\/\w+\/inbox\?view=approve/,
  )
  await page.getByRole('radio', { name: 'Not at all' }).check()
  await save(page)
  assert.equal((await settingsOf(profile)).auto_reply_enabled, false)
})

test('the plan shows each limit with what is used, and how long data is kept', async () => {
  const page = await screens.open(at('/plan', defaultProfile))
  const { limits } = await ask('GET', '/usage')
  const streams = page.getByRole('row', { name: /Live streams/ })
  await streams.getByRole('cell', { name: String(limits.event_streams), exact: true }).waitFor()
  await page.getByRole('row', { name: /Publications this month.* 0 No limit/ }).waitFor()
  await page.getByText('31 days').waitFor()
  await page.getByText('For ever').waitFor()
  await checkLooks(screens, at('/plan', defaultProfile), (other) => other.getByText('31 days').waitFor())
})

test('an editor reads the settings, and is offered no change', async () => {
  const profile = await newProfile()
  const person = await newPerson(screens.instance, screens.owner.ask, 'editor')
  for (const path of ['', '/brand', '/replies']) {
    const page = await screens.open(at(path, profile), { person })
    await page.getByText('Only admins and owners change these settings.').waitFor()
    const buttons = page.getByRole('main').getByRole('button').filter({ hasNotText: 'Switch profile' })
    assert.equal(await buttons.count(), 0, path)
    await page.close()
  }
  screens.assertQuiet()
})

test('the settings are in the menu of the profile, and speak German', async () => {
  await checkLooks(screens, at('/brand', defaultProfile), (page) => page.getByLabel('Business name').waitFor())
  const page = await screens.open('/calendar', { locale: 'de-DE' })
  await page.getByRole('button', { name: 'Konto, Darstellung, abmelden' }).click()
  await page.getByRole('menuitem', { name: 'Einstellungen' }).click()
  await page.getByText('Es gibt noch keine Posting-Zeiten.').waitFor()
  await page.getByRole('link', { name: 'Auto-Antworten' }).click()
  await page.getByRole('radio', { name: 'Nach einer Freigabe' }).waitFor()
  screens.assertQuiet()
})
