import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { eventually } from '../harness/eventually.ts'
import { waitForLockedTexts } from '../harness/page-locks.ts'
import { assertUsable, type Screens, startScreens, widths } from '../harness/screens.ts'

/** The default profile, and another one, which has a zone of its own. */
const [nord, cafe] = ['Studio Nord', 'Café Orzeł']

let screens: Screens
const idOf = new Map<string, string>()
before(async () => {
  screens = await startScreens('postgres')
  const [first] = (await ask('GET', '/profiles')).profiles
  await ask('POST', `/profiles/${first.id}`, { name: nord })
  idOf.set(nord, first.id)
  idOf.set(cafe, (await ask('POST', '/profiles', { name: cafe })).profile_id)
  for (const profile_id of idOf.values())
    await ask('POST', '/connect', { platform: 'x', environment: 'sandbox', profile_id })
  await ask('PUT', `/profiles/${idOf.get(cafe)}/slots`, { timezone: 'Asia/Tokyo', slots: [] })
})
after(() => screens?.stop())

// biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape, and the client parses them.
async function ask(method: string, path: string, body?: object): Promise<any> {
  const reply = await screens.owner.ask(method, path, { ...(body && { body }) })
  assert.equal(reply.status, 200, reply.text)
  return reply.body.data ?? reply.body
}

const accountOf = async (profile: string): Promise<string> => {
  const { profiles } = await ask('GET', '/profiles')
  return profiles.find(({ name }: { name: string }) => name === profile).platform_profiles.x.username
}

const content = (message: string, profile = cafe) => ({ profile_id: idOf.get(profile), message, platforms: ['x'] })
const draft = async (message: string): Promise<string> => (await ask('POST', '/drafts', content(message))).id
const scheduled = async (message: string): Promise<number> => {
  const scheduled_at = new Date(Date.now() + 86_400_000).toISOString()
  return (await ask('POST', '/post', { ...content(message), scheduled_at })).post_id
}

/** Where the drafts with this text are. */
const profilesWith = async (message: string): Promise<string[]> => {
  const { drafts } = await ask('GET', '/drafts?profile_id=all')
  return drafts
    .filter((one: { message: string }) => one.message === message)
    .map((one: { profile_id: string }) => one.profile_id)
}

const text = (page: Page) => page.getByRole('textbox', { name: 'Shared text' })
/** The head of the screen names the profile. */
const inHead = (page: Page, profile: string) =>
  page
    .getByRole('main')
    .getByRole('button', { name: `${profile} Switch profile` })
    .waitFor()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const pathOf = (page: Page): string => new URL(page.url()).pathname
/** The path below the profile, and the profile. */
const below = (page: Page): string => pathOf(page).split('/').slice(3).join('/')
const profileOf = (page: Page): string | undefined => pathOf(page).split('/')[2]
const pathIn = (profile: string, path: string): string => `/p/${idOf.get(profile)}/${path}`

async function boxOf(part: Locator) {
  const box = await part.boundingBox()
  assert.ok(box)
  return box
}

async function choose(page: Page, profile: string): Promise<void> {
  await page.getByRole('button', { name: 'Switch profile' }).filter({ visible: true }).first().click()
  const switcher = page.getByRole('dialog', { name: 'Switch profile' })
  await switcher.getByRole('option', { name: profile }).click()
  await switcher.waitFor({ state: 'detached' })
}

test('a draft is shown with its own profile and goes out on its accounts, whatever the address names', async () => {
  assert.notEqual(await accountOf(nord), await accountOf(cafe))
  const page = await screens.open(pathIn(nord, `drafts/${await draft('Advent box')}`))
  await inHead(page, cafe)
  assert.equal(profileOf(page), idOf.get(cafe))
  const previews = page.getByRole('region', { name: 'Previews' })
  await previews.getByText(await accountOf(cafe)).waitFor()
  assert.equal(await previews.getByText(await accountOf(nord)).count(), 0)
  const zones = await page.getByLabel('Zone').locator('option').allTextContents()
  assert.ok(zones[0]?.startsWith('Tokyo'), zones[0])
  await button(page, `Schedule for ${cafe}`).waitFor()
  await button(page, `Publish for ${cafe}`).click()
  await page.waitForURL(/\/posts\/\d+/)
  const post = await ask('GET', `/${below(page)}`)
  assert.equal(post.profile_id, idOf.get(cafe))
  await inHead(page, cafe)
  screens.assertQuiet()
})

test('a post is shown and edited in its own profile, and its times in the zone of that one', async () => {
  const id = await scheduled('Latte art class')
  const page = await screens.open(`/posts/${id}`)
  await inHead(page, cafe)
  await page.getByText(/Goes out .* Tokyo \(UTC\+9\)/).waitFor()
  await page.getByRole('definition').getByText(cafe).waitFor()
  await page.goto(`${screens.instance.base}/posts/${id}/edit`)
  await inHead(page, cafe)
  await button(page, `Save the changes for ${cafe}`).waitFor()
  await page
    .getByRole('region', { name: 'Previews' })
    .getByText(await accountOf(cafe))
    .waitFor()
  screens.assertQuiet()
})

test('a thing that is opened below the path of another profile gets the address of its own', async () => {
  const id = await scheduled('Opened from elsewhere')
  const draftId = await draft('Opened from elsewhere')
  const page = await screens.open(pathIn(nord, 'posts'))
  for (const path of [`posts/${id}`, `posts/${id}/edit`, `drafts/${draftId}`]) {
    await page.goto(screens.instance.base + pathIn(nord, path))
    await page.waitForURL((url) => url.pathname === pathIn(cafe, path))
    await inHead(page, cafe)
    assert.equal(await page.getByText(nord).count(), 0)
  }
  screens.assertQuiet()
})

test('another profile that is chosen in the switcher leaves a draft or a post to the list of that profile', async () => {
  const id = await scheduled('Opening hours')
  const page = await screens.open(`/drafts/${await draft('New cups')}`)
  for (const [path, list] of [
    [null, 'drafts'],
    [`/posts/${id}`, 'posts'],
    [`/posts/${id}/edit`, 'posts'],
  ] as const) {
    if (path !== null) await page.goto(screens.instance.base + path)
    await inHead(page, cafe)
    await choose(page, nord)
    await page.waitForURL((url) => url.pathname === pathIn(nord, list))
    await inHead(page, nord)
  }
  screens.assertQuiet()
})

test('on a phone, another profile that is chosen leaves a draft to the drafts of that profile, with nothing over them', async () => {
  const page = await screens.open(`/drafts/${await draft('New saucers')}`, { width: 390 })
  await button(page, `Publish for ${cafe}`).waitFor()
  await choose(page, nord)
  await page.waitForURL((url) => url.pathname === pathIn(nord, 'drafts'))
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  screens.assertQuiet()
})

test('a new post without a text changes its profile; one with a text is left as a draft of its own, and says where', async () => {
  const page = await screens.open('/new')
  await button(page, `Publish for ${nord}`).waitFor()
  await choose(page, cafe)
  await button(page, `Publish for ${cafe}`).waitFor()
  assert.equal(pathOf(page), pathIn(cafe, 'new'))
  await text(page).fill('For the regulars')
  await choose(page, nord)
  await page.waitForURL((url) => url.pathname === pathIn(nord, 'calendar'))
  await page.getByText(`Saved in ${cafe}`).waitFor()
  assert.deepEqual(await profilesWith('For the regulars'), [idOf.get(cafe)])
  await inHead(page, nord)
  await button(page, 'Open').click()
  await page.waitForURL(/\/drafts\/./)
  assert.equal(await text(page).inputValue(), 'For the regulars')
  await inHead(page, cafe)
  screens.assertQuiet()
})

/** In milliseconds: before the text is saved, in the moment in which it is, and after that. */
const leavesAfter = [0, 500, 1_000, 1_500, 2_000]

test('whoever leaves a new post at any moment stays where they went, and it is kept as one draft', async () => {
  const page = await screens.open('/posts')
  const ways = {
    'by a link': () => page.getByRole('link', { name: 'Inbox' }).click(),
    'by going back': () => page.goBack(),
  }
  for (const [way, leave] of Object.entries(ways))
    for (const after of leavesAfter) {
      const message = `Left ${way}, ${after} ms after typing`
      await page.goto(screens.instance.base + pathIn(nord, 'posts'))
      await page.getByRole('link', { name: 'New post' }).first().click()
      await text(page).fill(message)
      await page.waitForTimeout(after)
      await leave()
      await page.getByText(`Saved in ${nord}`).waitFor()
      await text(page).waitFor({ state: 'detached' })
      assert.match(pathOf(page), new RegExp(`^${pathIn(nord, '(inbox|posts)')}$`))
      assert.deepEqual(await profilesWith(message), [idOf.get(nord)])
    }
  screens.assertQuiet()
})

/** In one task of the browser, so that nothing of the text is on the screen when it is left. */
const typeAndLeave = (message: string): string => `{
  const field = document.getElementById('text')
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set.call(field, '${message}')
  field.dispatchEvent(new Event('input', { bubbles: true }))
  document.querySelector('nav a[href$="/posts"]').click()
}`

test('what is typed in the moment in which a new post is left is kept, too', async () => {
  const page = await screens.open('/posts')
  await page.getByRole('link', { name: 'New post' }).first().click()
  await button(page, `Publish for ${nord}`).waitFor()
  await page.evaluate(typeAndLeave('In the last moment'))
  await page.getByText(`Saved in ${nord}`).waitFor()
  assert.equal(below(page), 'posts')
  assert.deepEqual(await profilesWith('In the last moment'), [idOf.get(nord)])
  screens.assertQuiet()
})

test('whoever is on the way to another screen arrives there, although the new post is saved or published meanwhile', async () => {
  for (const publishes of [false, true]) {
    const message = `On the way, published: ${publishes}`
    const page = await screens.open('/new')
    const loaded = Promise.withResolvers<void>()
    await page.route(/\/assets\/inbox-[^/]*\.js/, async (route) => {
      await loaded.promise
      await route.continue()
    })
    const answered = Promise.withResolvers<void>()
    await page.route('**/submit', async (route) => {
      await answered.promise
      await route.continue()
    })
    await text(page).fill(message)
    if (publishes) await button(page, `Publish for ${nord}`).click()
    if (publishes) await page.waitForURL(/\/drafts\//)
    await page.getByRole('link', { name: 'Inbox' }).click()
    answered.resolve()
    await eventually('it is saved', async () => {
      const { posts } = await ask('GET', '/posts')
      const isOut = posts.some((one: { message: string }) => one.message === message)
      return publishes ? isOut : (await profilesWith(message)).length === 1
    })
    await page.evaluate('new Promise((done) => setTimeout(done, 500))')
    loaded.resolve()
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
    await text(page).waitFor({ state: 'detached' })
    assert.equal(below(page), 'inbox')
    await page.close()
  }
  screens.assertQuiet()
})

test('what is written for one profile and not saved never becomes a post of another one', async () => {
  const page = await screens.open(pathIn(cafe, 'new'))
  await page.route('**/drafts', (route) => route.abort())
  await text(page).fill('Only for the café')
  await page.getByText('Kept in this browser, not saved yet').first().waitFor()
  const other = await page.context().newPage()
  await page.close()
  await other.goto(screens.instance.base + pathIn(nord, 'new'))
  await button(other, `Publish for ${nord}`).waitFor()
  assert.equal(await text(other).inputValue(), '')
  await waitForLockedTexts(other, 1)
  await choose(other, cafe)
  await other.waitForURL(/\/drafts\//)
  assert.equal(await text(other).inputValue(), 'Only for the café')
  assert.deepEqual(await profilesWith('Only for the café'), [idOf.get(cafe)])
})

test('a draft that somebody moves to another profile meanwhile is shown in that one before it goes out', async () => {
  const id = await draft('As it was')
  const page = await screens.open(`/drafts/${id}`)
  await button(page, `Publish for ${cafe}`).waitFor()
  const { revision } = await ask('GET', `/drafts/${id}`)
  const move = { expected_revision: revision, profile_id: idOf.get(nord), message: 'Moved' }
  await ask('PATCH', `/drafts/${id}`, move)
  await text(page).fill('As I want it')
  await page.getByRole('dialog').getByRole('button', { name: 'Keep mine' }).click()
  await button(page, `Publish for ${nord}`).waitFor()
  await inHead(page, nord)
  await eventually('it is saved', async () => (await profilesWith('As I want it')).includes(idOf.get(nord) ?? ''))
  screens.assertQuiet()
})

test('a long name is cut on the button and read out whole, in both languages, wide and narrow', async () => {
  const name = 'The roastery of the old harbour, with a school for baristas'
  const { profile_id } = await ask('POST', '/profiles', { name })
  const { id } = await ask('POST', '/drafts', { ...content('A long name'), profile_id })
  for (const [locale, verb, region] of [
    ['en-GB', 'Publish for', 'When it is published'],
    ['de-DE', 'Veröffentlichen für', 'Wann er veröffentlicht wird'],
  ] as const)
    for (const width of widths) {
      const page = await screens.open(`/drafts/${id}`, { locale, width })
      const bar = page.getByRole('region', { name: region })
      await bar.getByRole('button', { name: `${verb} ${name}`, exact: true }).waitFor()
      await assertUsable(page)
      const place = await boxOf(bar)
      for (const named of await bar.getByRole('button', { name }).all()) {
        const { x, width } = await boxOf(named)
        assert.ok(x >= place.x && x + width <= place.x + place.width, `${x} + ${width}`)
      }
      await page.close()
    }
  screens.assertQuiet()
})
