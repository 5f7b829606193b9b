import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { platformNames } from '../../sdk/src/generated/platforms.ts'
import { eventually } from '../harness/eventually.ts'
import { newPerson } from '../harness/people.ts'
import { checkLooks, type Screens, schemes, startScreens } from '../harness/screens.ts'

let screens: Screens
before(async () => {
  screens = await startScreens()
})
after(() => screens?.stop())

const panelOf = (page: Page, platform: string) => page.getByRole('complementary', { name: `Connect ${platform}` })

/** Opens the simulated sign-in of a platform; returns the address of this page while it waits. */
async function toSimulatedPage(page: Page, platform: string): Promise<string> {
  const panel = panelOf(page, platform)
  await panel.getByRole('button', { name: 'A simulated one' }).click()
  // The page goes on at once, so its address is kept when it passes.
  const passed: URL[] = []
  page.on('framenavigated', (frame) => passed.push(new URL(frame.url())))
  await panel.getByRole('button', { name: 'Sign in on the simulated page' }).click()
  await page.getByText('This is a simulation of').waitFor()
  const address = passed.find(({ searchParams }) => searchParams.has('connection_id'))
  assert.ok(address)
  return address.pathname + address.search
}

test('a person connects a simulated account on its own page, and comes back to an account that is fine', async () => {
  const page = await screens.open('/accounts')
  await page.getByRole('link', { name: 'Connect: X' }).click()
  await toSimulatedPage(page, 'X')
  await page.getByLabel('Simulated account').fill('lumen')
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await panelOf(page, 'X').getByRole('heading', { name: 'X is connected' }).waitFor()
  await page.getByRole('link', { name: 'All accounts' }).click()
  await page.getByRole('listitem').filter({ hasText: 'lumen' }).getByText('Fine').waitFor()
  await page.getByText('1 of 10 connected').waitFor()
  screens.assertQuiet()
})

test('of a sign-in with several Pages, a person chooses one beside the list', async () => {
  const page = await screens.open('/accounts/connect/facebook')
  const address = await toSimulatedPage(page, 'Facebook')
  await page.getByLabel('Simulated account').fill('lumen two pages')
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('radio').nth(1).waitFor()

  await page.goto(screens.instance.base + address)
  const second = page.getByRole('radio').nth(1)
  await second.check()
  await page.getByRole('button', { name: /^Connect lumen/ }).click()
  await page.getByRole('heading', { name: 'Facebook is connected' }).waitFor()
  screens.assertQuiet()
})

test('who goes back at the platform reads whose decision that was, and can begin anew', async () => {
  const page = await screens.open('/accounts/connect/reddit')
  await toSimulatedPage(page, 'Reddit')
  await page.getByRole('button', { name: 'Deny' }).click()
  await page.getByText('The access was not allowed').waitFor()
  await page.getByText('The person did not grant access at Reddit, so nothing was connected.').waitFor()
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'A real account' }).waitFor()
  screens.assertQuiet()
})

test('a refused sign-in with a saved developer app shows the platform’s words, what was sent, and the remedy', async () => {
  const page = await screens.open('/accounts/connect/linkedin')
  const panel = panelOf(page, 'LinkedIn')
  await panel.getByLabel('Client ID').fill('the-client-id')
  await panel.getByLabel('Client secret').fill('the-secret')
  await panel.getByRole('button', { name: 'Save the app' }).click()
  await panel.getByText('Stored here: the-client-id.').waitFor()
  await panel.getByText('w_member_social').waitFor()

  // LinkedIn itself is not reached from here: it answers as its documentation says.
  await page.route('https://www.linkedin.com/**', (route, request) => {
    const back = new URL('/oauth/callback', screens.instance.base)
    back.searchParams.set('state', new URL(request.url()).searchParams.get('state') ?? '')
    back.searchParams.set('error', 'unauthorized_scope_error')
    back.searchParams.set('error_description', 'Scope "w_member_social" is not authorized for your application')
    return route.fulfill({ status: 302, headers: { location: back.href } })
  })
  await panel.getByRole('button', { name: 'Sign in at LinkedIn' }).click()
  await panel.getByText('LinkedIn refused the sign-in', { exact: true }).waitFor()
  await panel.getByText(/is not authorized for your application/).waitFor()
  await panel.getByText('What to do').waitFor()
  assert.match(await panel.innerText(), /Redirect address that was sent\s+http:\/\/127\.0\.0\.1:\d+\/oauth\/callback/)
  screens.assertQuiet()
})

test('an account that can’t publish comes first, is counted in the rail, and says what is missing', async () => {
  const body = { platform: 'threads', environment: 'sandbox', account: 'suspended' }
  await screens.owner.ask('POST', '/connect', { body })
  await screens.owner.ask('POST', '/connect', { body: { ...body, platform: 'facebook', account: 'no_posts' } })
  const page = await screens.open('/accounts')
  const first = page.getByRole('main').getByRole('listitem').first()
  await first.getByText('A permission is missing').waitFor()
  assert.match(await first.innerText(), /pages_manage_posts/)
  await first.getByRole('link', { name: 'Connect again: Facebook' }).waitFor()
  await page.getByRole('link', { name: 'Accounts 1 accounts need you' }).waitFor()
  screens.assertQuiet()
})

test('disconnecting says what is lost and what stays, and then the place is free', async () => {
  const page = await screens.open('/accounts')
  await page.getByRole('button', { name: 'More about Threads' }).click()
  await page.getByRole('menuitem', { name: 'Disconnect' }).click()
  const question = page.getByRole('dialog')
  await question.getByText(/What is published stays/).waitFor()
  await question.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('link', { name: 'Connect: Threads' }).waitFor()
  screens.assertQuiet()
})

test('an editor sees the accounts, and is offered nothing that only admins may do', async () => {
  const person = await newPerson(screens.instance, screens.owner.ask, 'editor')
  const page = await screens.open('/accounts', { person })
  await page.getByRole('main').getByText('Fine').first().waitFor()
  assert.equal(await page.getByRole('link', { name: /^Connect/ }).count(), 0)
  screens.assertQuiet()
})

test('a second profile is created and shown', async () => {
  const page = await screens.open('/profiles')
  await page.getByLabel('Name of a new profile').fill('Lumen Wholesale')
  await page.getByRole('button', { name: 'Create profile' }).click()
  await page.getByRole('link', { name: 'Show: Lumen Wholesale' }).click()
  await page.getByText('No account is connected yet.').waitFor()
  screens.assertQuiet()
})

/** A platform that the dashboard has no folder for: a server of a later version offers it. */
const parrot = {
  name: 'parrot',
  title: 'Parrot',
  connect: [
    {
      login: 'parrot',
      kind: 'token',
      fields: [
        { name: 'perch', kind: 'host', title: 'Perch', hint: 'Such as north.example', max: 253 },
        { name: 'seed', kind: 'secret', title: 'Seed', hint: 'Never shown again', max: 100 },
      ],
      needs_app: false,
      configured: true,
    },
  ],
}

test('a platform is connected by the form that the API describes, in the words of its folder where it has them', async () => {
  const page = await screens.open('/accounts/connect/bluesky', { locale: 'de-DE' })
  const sent: unknown[] = []
  await page.route('**/connect', (route, request) => {
    sent.push(request.postDataJSON())
    return route.abort()
  })
  await page.getByLabel('Handle').fill(' ana.bsky.social ')
  await page.getByLabel('App-Passwort', { exact: true }).fill('abcd-efgh')
  await page.getByText('Mit Endung: ana.bsky.social').waitFor()
  await page.getByRole('button', { name: 'Verbinden', exact: true }).click()
  await eventually('something is sent', () => sent.length > 0)
  const { fields, platform } = sent[0] as { readonly fields: unknown; readonly platform: unknown }
  assert.deepEqual(
    { platform, fields },
    { platform: 'bluesky', fields: { handle: 'ana.bsky.social', app_password: 'abcd-efgh' } },
  )
})

test('a platform that the dashboard has no folder for is offered, with a letter as its mark', async () => {
  const page = await screens.open('/accounts')
  await page.route('**/platforms', async (route) => {
    const answer = await (await route.fetch()).json()
    answer.data.platforms.push({ ...answer.data.platforms[0], ...parrot })
    return route.fulfill({ json: answer })
  })
  await page.reload()
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'parrot' })
  assert.equal(await row.locator('svg').first().textContent(), 'P')
  await row.getByRole('link', { name: /^Connect/ }).click()
  await page.getByRole('button', { name: 'A real account' }).click()
  await page.getByLabel('Perch').fill('north.example')
  await page.getByLabel('Seed', { exact: true }).fill('sunflower')
  await page.getByText('Such as north.example').waitFor()
  screens.assertQuiet()
})

/** The contrast of two colours, as WCAG 2.2 counts it. */
function contrast(one: string, other: string): number {
  const light = (colour: string) => {
    const parts = (/\d+, \d+, \d+/.exec(colour)?.[0] ?? assert.fail(colour))
      .split(', ')
      .map((part) => Number(part) / 255)
    const [r = 0, g = 0, b = 0] = parts.map((part) =>
      part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const [darker = 0, lighter = 0] = [light(one), light(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** The colours of the first mark in each row: of its ground, and of what is drawn on it. */
const marksOf = (page: Page): Promise<readonly { readonly ground: string; readonly drawn: readonly string[] }[]> =>
  page.evaluate(`[...document.querySelectorAll('main li')].map((row) => {
    const [ground, ...glyph] = [...row.querySelector('svg').querySelectorAll('*')].map((one) => getComputedStyle(one))
    return { ground: ground.fill, drawn: glyph.flatMap(({ fill, stroke }) => [fill, stroke]) }
  })`)

test('every mark can be seen: its glyph has a contrast of at least 3 to its colour, in light and in dark', async () => {
  for (const scheme of schemes) {
    const page = await screens.open('/accounts', { scheme })
    await page.getByText('of 10 connected').waitFor()
    const marks = await marksOf(page)
    assert.equal(marks.length, platformNames.length)
    for (const { ground, drawn } of marks) {
      const inks = drawn.filter((ink) => ink !== 'none' && ink !== ground)
      assert.ok(inks.length > 0)
      for (const ink of inks) assert.ok(contrast(ink, ground) >= 3, `${ink} on ${ground} in ${scheme}`)
    }
  }
  screens.assertQuiet()
})

test('accounts are usable in light and dark, wide and narrow', () =>
  checkLooks(screens, '/accounts', (page) => page.getByText('A permission is missing').waitFor()))

test('connecting is usable in light and dark, wide and narrow', () =>
  checkLooks(screens, '/accounts/connect/instagram', (page) => page.getByLabel('Client ID').waitFor()))
