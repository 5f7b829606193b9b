import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { type AnalyticsRows, openAnalyticsRows, type TestGroup } from '../harness/browsed.ts'
import { eventually } from '../harness/eventually.ts'
import type { User } from '../harness/instance.ts'
import { newPerson } from '../harness/people.ts'
import { openRows, type Rows } from '../harness/rows.ts'
import { checkLooks, type Screens, startScreens } from '../harness/screens.ts'

const day = 86_400_000

let screens: Screens
let analytics: AnalyticsRows
let rows: Rows
before(async () => {
  screens = await startScreens('postgres')
  analytics = await openAnalyticsRows(screens.instance.data)
  rows = await openRows(screens.instance.data)
})
after(async () => {
  await rows?.close()
  await analytics?.close()
  await screens?.stop()
})

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const tile = (page: Page, name: string) =>
  page.locator('dl > div').filter({ has: page.locator('dt').filter({ hasText: new RegExp(`^${name}$`) }) })
const titles = (table: Locator) => table.locator('tbody').getByRole('link').allTextContents()
const firstIs = (page: Page, title: string) =>
  region(page, 'Best posts').locator('tbody tr').first().filter({ hasText: title }).waitFor()

/** The owner's user with a new profile, as the planting of posts wants it. */
async function newProfile(name: string): Promise<User> {
  const { ask } = screens.owner
  const { body } = await ask('POST', '/profiles', { body: { name } })
  const session = await ask('GET', '/session')
  return { ask, id: session.body.data.session.user.id, key: '', keyId: 0, profileId: body.data.profile_id }
}

const ago = (days: number, message: string, metrics: TestGroup['platforms'][number]['metrics']): TestGroup => ({
  ...{ createdAt: Date.now() - days * day, message },
  platforms: [
    { name: 'x', metrics },
    { name: 'threads', metrics: null },
  ],
})

test('numbers that a platform tells are read afresh and shown; those of an account without the permission are not told', async () => {
  const { ask } = screens.owner
  await ask('POST', '/connect', { body: { platform: 'x', environment: 'sandbox' } })
  const limited = { platform: 'threads', environment: 'sandbox', account: 'without_permissions' }
  await ask('POST', '/connect', { body: limited })
  const empty = await screens.open('/analytics')
  await empty.getByText('Nothing was published in this time.').waitFor()
  assert.equal(await empty.getByRole('button', { name: 'Read afresh' }).count(), 0)

  const body = { message: 'Winter Roast is back', platforms: ['x', 'threads'] }
  const { post_id: id } = (await ask('POST', '/post', { body })).body
  const read = async () => (await ask('GET', `/posts/${id}`)).body.data
  await eventually('it is published', async () => (await read()).status === 'successful')
  const sandbox = await screens.open('/sandbox?platform=x')
  const shown = sandbox.getByRole('region', { name: 'What it shows' }).getByRole('listitem').first()
  await shown.getByRole('button', { name: 'Numbers' }).click()
  await shown.getByLabel('like_count').fill('12')
  await shown.getByLabel('impression_count').fill('4800')
  await shown.getByRole('button', { name: 'Set' }).click()
  await shown.getByLabel('like_count').waitFor({ state: 'detached' })

  const page = await screens.open('/drafts')
  await page.getByRole('heading', { level: 1, name: 'Drafts' }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await page.getByRole('button', { name: 'Read afresh' }).click()
  await page.getByRole('status').filter({ hasText: '1 post was read afresh. Threads: ' }).waitFor()
  await tile(page, 'Likes').getByText('12', { exact: true }).waitFor()
  await tile(page, 'Likes').getByText('of 1 of 2 platforms').waitFor()
  await page.getByRole('combobox', { name: 'Number' }).selectOption('Reach')
  await page.getByText('Reach: no platform told them in this time.').waitFor()
  const threads = region(page, 'By platform').getByRole('row', { name: 'Threads' })
  assert.deepEqual(new Set((await threads.getByRole('cell').allTextContents()).slice(1)), new Set(['not told']))
  await region(page, 'By platform').getByText('No numbers from Threads').waitFor()
  await page.getByRole('button', { name: 'Read afresh' }).click()
  await page.getByRole('status').filter({ hasText: 'read less than five minutes ago' }).waitFor()

  await region(page, 'Best posts').getByRole('link', { name: 'Winter Roast is back' }).click()
  const numbers = region(page, 'Numbers')
  await numbers.getByRole('row', { name: 'X 4,800 12' }).waitFor()
  await numbers.getByText('Read once so far.').waitFor()
  const [{ jobId }] = (await read()).jobs
  const earlier = { ...{ views: null, impressions: 100, reach: null, likes: 2, comments: 0, shares: 0, saves: null } }
  await rows.change((db) =>
    db
      .insertInto('metric_reads')
      .values({
        ...earlier,
        ...{ clicks: null, engagement: 2, job_id: jobId, captured_at: Date.now() - day, metric_window: 'lifetime' },
      })
      .execute(),
  )
  await page.reload()
  await numbers.getByText(/^Views: 100 on .+, 4,800 on /).waitFor()
  await numbers.getByRole('button', { name: 'As a table' }).click()
  assert.equal(await numbers.getByRole('table').last().locator('tbody tr').count(), 2)
  await checkLooks(screens, `/posts/${id}`, (other) => region(other, 'Numbers').locator('canvas').waitFor())
})

test('the sums of chosen days stand beside those before, as a curve, as a table and in a sentence, and the address keeps the choice', async () => {
  const user = await newProfile('Beans')
  await analytics.insert(user, [
    ago(3, 'Three days ago', { views: 1000, likes: 30, engagement: 50 }),
    ago(10, 'Ten days ago', { views: 200, likes: 6, engagement: 10 }),
    ago(40, 'Forty days ago', { views: 600, likes: 48 }),
  ])
  const path = `/analytics?profile=${user.profileId}`
  const page = await screens.open(path, { timezoneId: 'UTC' })
  await tile(page, 'Views').getByText('1,200', { exact: true }).waitFor()
  await tile(page, 'Views').getByText('100% more than before').waitFor()
  await tile(page, 'Likes').getByText('25% less than before').waitFor()
  await tile(page, 'Engagement rate').getByText('5%', { exact: true }).waitFor()

  const views = region(page, 'Views by day')
  await views.locator('canvas').waitFor()
  await views.getByText('Views: 1,200 in all. The most was 1,000').waitFor()
  await views.getByText('In the 28 days before: 600.').waitFor()
  await views.getByRole('combobox', { name: 'Number' }).selectOption('Likes')
  const likes = region(page, 'Likes by day')
  await likes.getByRole('button', { name: 'As a table' }).click()
  assert.equal(await likes.locator('tbody tr').count(), 28)
  assert.equal(await likes.getByRole('cell', { name: '30 not of all', exact: true }).count(), 1)
  assert.equal(await likes.locator('canvas').count(), 0)

  await page.getByRole('button', { name: '7 days' }).click()
  await tile(page, 'Views').getByText('1,000', { exact: true }).waitFor()
  await page.reload()
  await region(page, 'Likes by day').waitFor()
  await tile(page, 'Views').getByText('1,000', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Own days' }).click()
  const date = (days: number) => new Date(Date.now() - days * day).toISOString().slice(0, 10)
  await page.getByLabel('From').fill(date(2))
  await page.getByLabel('To').fill(date(30))
  await page.getByText('The last day is before the first one.').waitFor()
  await page.getByLabel('From').fill(date(45))
  await tile(page, 'Views').getByText('600', { exact: true }).waitFor()

  await page.goto(screens.instance.base + path)
  await page.locator('canvas').waitFor()
  await page.setViewportSize({ width: 1100, height: 800 })
  const width = async (name: string) => (await page.locator(name).first().boundingBox())?.width
  await eventually('the curve is as wide as its place', async () => (await width('canvas')) === (await width('figure')))
  screens.assertQuiet()
})

test('posts are ranked in the order that the address names, of one profile or of all, and saved as a CSV that runs nothing', async () => {
  const user = await newProfile('Cups')
  const many = Array.from({ length: 27 }, (_, index) => ago(2, `Post ${index}`, { likes: 100 + index, views: 5 }))
  await analytics.insert(user, [
    ...many,
    ago(4, '=HYPERLINK("http://evil.example")', { likes: 5 }),
    ago(1, 'Silent', null),
  ])
  const other = await newProfile('Saucers')
  await analytics.insert(other, [
    ago(3, 'Of the other profile', { likes: 113.0 }),
    ago(3, 'The very best', { likes: 900 }),
  ])

  const page = await screens.open(`/analytics?profile=${user.profileId}`)
  const best = region(page, 'Best posts')
  await best.getByRole('combobox', { name: 'Sort' }).selectOption('Likes, fewest first')
  await firstIs(page, '=HYPERLINK')
  assert.match(page.url(), /sort=likes_asc/)
  assert.equal(
    await best.getByRole('columnheader', { name: 'Likes, fewest first' }).getAttribute('aria-sort'),
    'ascending',
  )
  await page.reload()
  await firstIs(page, '=HYPERLINK')
  for (const shown of [10, 20]) {
    await best.getByText(`${shown} of 29`).waitFor()
    await best.getByRole('button', { name: 'Show more' }).click()
  }
  await best.getByText('29 of 29').waitFor()
  assert.deepEqual((await titles(best)).slice(-2), ['Post 26', 'Silent'])

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    best.getByRole('button', { name: 'Export as CSV' }).click(),
  ])
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  assert.equal(lines.length, 30)
  assert.match(lines[1] ?? '', /^\d+,"'=HYPERLINK\(""http:\/\/evil\.example""\)",x threads,/)
  const [head = [], last = []] = [lines[0], lines.at(-1)].map((line) => line?.split(','))
  assert.equal(last[head.indexOf('likes')], '')

  await page.goto(`${screens.instance.base}/p/all/analytics`)
  await best.getByRole('combobox', { name: 'Sort' }).selectOption('Likes, most first')
  await firstIs(page, 'The very best')
  await best.getByRole('button', { name: 'Show more' }).click()
  await best.getByText(/^20 of /).waitFor()
  // Each says first whose it is.
  const [top, ...others] = (await titles(best)).map((title) => title.replace(/^.*: /, ''))
  assert.equal(top, 'The very best')
  const places = ['Of the other profile', 'Post 13'].map((title) => others.indexOf(title))
  assert.deepEqual(
    places.toSorted((one, other) => one - other),
    [Math.min(...places), Math.min(...places) + 1],
  )
  await checkLooks(screens, '/analytics?of=all&sort=likes&days=90', async (looked) => {
    await firstIs(looked, 'The very best')
    await region(looked, 'Views by day').locator('canvas').waitFor()
  })
})

test('the audience shows how followers changed, weekdays, hours and labels have sums, and a viewer reads it in German', async () => {
  const user = await newProfile('Spoons')
  const [planted] = await analytics.insert(user, [
    ago(3, 'Erster Löffel', { likes: 1234, views: 2000, engagement: 50 }),
  ])
  const labelled = { body: { expected_revision: 1, labels: ['Löffel'] } }
  assert.equal((await user.ask('PATCH', `/posts/${planted?.id}`, labelled)).status, 200)
  const connected = { platform: 'bluesky', environment: 'sandbox', profile_id: user.profileId }
  await user.ask('POST', '/connect', { body: connected })
  const account = await rows.db
    .selectFrom('measured_accounts')
    .select('id')
    .where('profile_id', '=', user.profileId)
    .where('platform', '=', 'bluesky')
    .executeTakeFirstOrThrow()
  const counts = [6, 4, 2].map((days) => {
    const captured_at = Date.now() - days * day
    return { account_id: account.id, day: Math.floor(captured_at / day), captured_at, followers: 1000 - days * 10 }
  })
  await rows.change((db) => db.insertInto('audience_counts').values(counts).execute())

  const viewer = await newPerson(screens.instance, screens.owner.ask, 'viewer')
  const look = { person: viewer, locale: 'de-DE', timezoneId: 'Europe/Berlin' }
  const page = await screens.open(`/analytics?profile=${user.profileId}&metric=likes`, look)
  await page.getByRole('heading', { level: 1, name: 'Zahlen' }).waitFor()
  await tile(page, 'Gefällt mir').getByText('1.234', { exact: true }).waitFor()
  await tile(page, 'Gemerkt').getByText('nicht bekannt').waitFor()
  await region(page, 'Nach Etikett').getByRole('row', { name: 'Löffel 1 1.234' }).waitFor()
  assert.equal(await region(page, 'Nach Wochentag').locator('tbody tr').count(), 1)
  assert.equal(await region(page, 'Nach Stunde').locator('tbody tr').count(), 1)
  const audience = region(page, 'Publikum')
  await audience.getByText(/hatte am .+ 940 Follower und am .+ 980\./).waitFor()
  await audience.getByRole('row').filter({ hasText: '980' }).getByText('+40').waitFor()
  await audience.locator('canvas').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Neu lesen' }).count(), 0)
  screens.assertQuiet()
})
