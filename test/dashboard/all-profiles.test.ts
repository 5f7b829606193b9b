import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { checkLooks, type Screens, startScreens } from '../harness/screens.ts'

const [nord, cafe, velo] = ['Studio Nord', 'Café Orzeł', 'Velo Wrocław']

let screens: Screens
const idOf = new Map<string, string>()
before(async () => {
  screens = await startScreens('postgres')
  const [first] = (await ask('GET', '/profiles')).profiles
  await ask('POST', `/profiles/${first.id}`, { name: nord })
  idOf.set(nord, first.id)
  for (const name of [cafe, velo]) idOf.set(name, (await ask('POST', '/profiles', { name })).profile_id)
  for (const [name, profile_id] of idOf) {
    await ask('POST', '/connect', { platform: 'x', environment: 'sandbox', profile_id })
    const scheduled_at = new Date(Date.now() + 60_000 * 60).toISOString()
    await ask('POST', '/post', { profile_id, message: `Post of ${name}`, platforms: ['x'], scheduled_at })
    await ask('POST', '/drafts', { profile_id, message: `Draft of ${name}`, platforms: ['x'] })
  }
})
after(() => screens?.stop())

// biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape, and the client parses them.
async function ask(method: string, path: string, body?: object): Promise<any> {
  const reply = await screens.owner.ask(method, path, { ...(body && { body }) })
  assert.equal(reply.status, 200, reply.text)
  return reply.body.data ?? reply.body
}

const pathIn = (profile: string, path: string): string => `/p/${idOf.get(profile)}/${path}`
const pathOf = (page: Page): string => new URL(page.url()).pathname
const main = (page: Page) => page.getByRole('main')
const switcher = (page: Page) => page.getByRole('dialog', { name: 'Switch profile' })
const head = (page: Page, name: string) =>
  main(page)
    .getByRole('button', { name: `${name} Switch profile` })
    .waitFor()

test('lists of all profiles show what each has, and whose it is', async () => {
  const page = await screens.open('/p/all/posts')
  for (const name of idOf.keys())
    await main(page)
      .getByRole('link', { name: `${name}: Post of ${name}` })
      .waitFor()
  await page.goto(`${screens.instance.base}/p/all/drafts`)
  for (const name of idOf.keys())
    await main(page)
      .getByRole('link', { name: `${name}: Draft of ${name}` })
      .waitFor()
  await page.goto(`${screens.instance.base}/p/all/calendar?view=list`)
  for (const name of idOf.keys()) await main(page).getByText(`Post of ${name}`).waitFor()
  await head(page, 'All profiles')
  screens.assertQuiet()
})

test('a thing that is opened from all profiles has the address, the name and the buttons of its own', async () => {
  const page = await screens.open('/p/all/posts')
  await main(page)
    .getByRole('link', { name: `${velo}: Post of ${velo}` })
    .click()
  await page.waitForURL((url) => url.pathname.startsWith(pathIn(velo, 'posts/')))
  await head(page, velo)
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('button', { name: `Save the changes for ${velo}` }).waitFor()
  await page.goto(`${screens.instance.base}/p/all/drafts`)
  await main(page)
    .getByRole('link', { name: `${cafe}: Draft of ${cafe}` })
    .click()
  await page.getByRole('button', { name: `Publish for ${cafe}` }).waitFor()
  assert.ok(pathOf(page).startsWith(pathIn(cafe, 'drafts/')))
  screens.assertQuiet()
})

test('with the keyboard alone, the switcher finds a profile and opens the same screen of it', async () => {
  const page = await screens.open(pathIn(nord, 'posts?q=winter'))
  await head(page, nord)
  await page.keyboard.press('s')
  await switcher(page).getByRole('option', { name: nord, selected: true }).waitFor()
  await page.keyboard.type('orzel')
  await switcher(page).getByRole('option', { name: cafe, selected: true }).waitFor()
  assert.equal(await switcher(page).getByRole('option').count(), 1)
  await page.keyboard.press('Enter')
  await head(page, cafe)
  // Without the search of the other profile.
  assert.equal(new URL(page.url()).pathname + new URL(page.url()).search, pathIn(cafe, 'posts'))
  await page.keyboard.press('s')
  await switcher(page).getByRole('option', { name: cafe, selected: true }).waitFor()
  await page.keyboard.press('Home')
  await switcher(page).getByRole('option', { name: 'All profiles', selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/p/all/posts')
  await page.keyboard.press('s')
  await switcher(page).getByRole('group', { name: 'Recent' }).getByRole('option', { name: cafe }).waitFor()
  await page.keyboard.press('Escape')
  await switcher(page).waitFor({ state: 'detached' })
  screens.assertQuiet()
})

/** The lists of the API behind the screens. */
const lists = {
  calendar: 'posts',
  posts: 'posts',
  drafts: 'drafts',
  inbox: 'inbox',
  analytics: 'analytics',
  media: 'media',
}

test('every list of all profiles, or of some, is asked for as such and answered', async () => {
  const page = await screens.open('/me')
  const some = `${idOf.get(nord)},${idOf.get(cafe)}`
  for (const [screen, list] of Object.entries(lists))
    for (const [search, wanted] of [
      ['', 'all'],
      [`?only=${some}`, some],
    ] as const) {
      const answer = page.waitForResponse((response) => {
        const { pathname, searchParams } = new URL(response.url())
        return pathname.startsWith(`/api/v1/${list}`) && searchParams.get('profile_id') === wanted
      })
      await page.goto(`${screens.instance.base}/p/all/${screen}${search}`)
      assert.equal((await answer).status(), 200, screen + search)
      await head(page, 'All profiles')
      assert.equal(await main(page).getByRole('alert').count(), 0, screen + search)
    }
  await page.goto(`${screens.instance.base}/p/all/posts?only=${some}`)
  await main(page)
    .getByRole('link', { name: `Post of ${cafe}` })
    .waitFor()
  assert.equal(
    await main(page)
      .getByRole('link', { name: `Post of ${velo}` })
      .count(),
    0,
  )
  screens.assertQuiet()
})

test('a profile that is pinned stands first in the switcher, in every browser of the person', async () => {
  const page = await screens.open('/profiles')
  await page.getByRole('button', { name: `More about ${velo}` }).click()
  await page.getByRole('menuitem', { name: 'Pin in the switcher' }).click()
  await page.getByRole('menuitem').first().waitFor({ state: 'detached' })
  const other = await screens.open(pathIn(nord, 'posts'))
  await head(other, nord)
  await other.keyboard.press('s')
  await switcher(other).getByRole('group', { name: 'Pinned' }).getByRole('option', { name: velo }).waitFor()
  await page.close()
  screens.assertQuiet()
})

test('the start leads to what this browser showed last, and a screen of one profile to the last one', async () => {
  const page = await screens.open(pathIn(velo, 'drafts'))
  await head(page, velo)
  await page.goto(`${screens.instance.base}/`)
  await page.waitForURL(`**${pathIn(velo, 'calendar')}`)
  await page.goto(`${screens.instance.base}/p/all/drafts`)
  await head(page, 'All profiles')
  await page.goto(`${screens.instance.base}/`)
  await page.waitForURL('**/p/all/calendar')
  await page.getByRole('link', { name: 'Accounts' }).click()
  await page.waitForURL(`**${pathIn(velo, 'accounts')}`)
  await head(page, velo)
  screens.assertQuiet()
})

test('a profile that nobody here may see, and a thing that is not there, say so', async () => {
  const page = await screens.open('/p/unknown123/calendar')
  await page.getByRole('heading', { name: 'You don’t have access to this profile' }).waitFor()
  for (const path of [
    'drafts/00000000-0000-4000-8000-000000000000',
    'drafts/nonsense',
    'posts/99999',
    'posts/99999/edit',
  ]) {
    await page.goto(screens.instance.base + pathIn(nord, path))
    await page.getByRole('heading', { name: /no such page|Page not found/ }).waitFor()
  }
  screens.assertQuiet()
})

test('a draft moves to another profile from its menu and from the composer, and is nowhere else after that', async () => {
  const { id } = await ask('POST', '/drafts', { profile_id: idOf.get(nord), message: 'On the move', platforms: ['x'] })
  const page = await screens.open(pathIn(nord, `drafts/${id}`))
  await page.getByRole('button', { name: `${nord} Move to profile…` }).click()
  const dialog = page.getByRole('dialog', { name: 'Move to profile' })
  await dialog.getByRole('option', { name: cafe }).click()
  await page.getByRole('button', { name: `Publish for ${cafe}` }).waitFor()
  await page.waitForURL(`**${pathIn(cafe, `drafts/${id}`)}`)
  assert.equal((await ask('GET', `/drafts/${id}`)).profile_id, idOf.get(cafe))
  await page.goto(screens.instance.base + pathIn(cafe, 'drafts'))
  const row = main(page).getByRole('listitem').filter({ hasText: 'On the move' })
  await row.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Move to profile…' }).click()
  await dialog.getByRole('option', { name: velo }).click()
  await row.waitFor({ state: 'detached' })
  assert.equal((await ask('GET', `/drafts/${id}`)).profile_id, idOf.get(velo))
  screens.assertQuiet()
})

test('a post that is scheduled says for whom and when', async () => {
  const { id } = await ask('POST', '/drafts', { profile_id: idOf.get(cafe), message: 'For Friday', platforms: ['x'] })
  const page = await screens.open(pathIn(cafe, `drafts/${id}`))
  await page.getByLabel('Date').fill('2027-12-03')
  await page.getByLabel('Time').fill('09:00')
  await page.getByRole('button', { name: `Schedule for ${cafe}` }).click()
  await page.getByText(new RegExp(`Scheduled for ${cafe}, Fri 3 Dec( 2027)?, 09:00`)).waitFor()
  screens.assertQuiet()
})

test('lists of all profiles, the switcher and the choice of profiles are usable in light and dark, wide and narrow', async () => {
  await checkLooks(screens, '/p/all/posts', async (page) => {
    await head(page, 'All profiles')
    await main(page).getByText(`Post of ${nord}`).waitFor()
  })
  await checkLooks(screens, '/p/all/drafts', async (page) => {
    if ((await switcher(page).count()) === 0)
      await main(page).getByRole('button', { name: 'All profiles Switch profile' }).click()
    await switcher(page).getByRole('option', { name: velo }).waitFor()
  })
})
