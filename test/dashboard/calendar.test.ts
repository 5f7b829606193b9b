import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { Temporal } from 'temporal-polyfill'
import { eventually } from '../harness/eventually.ts'
import { assertUsable, checkLooks, type Screens, startScreens } from '../harness/screens.ts'

const zone = 'Europe/Warsaw'
const inTwoMonths = Temporal.Now.plainDateISO(zone).with({ day: 1 }).add({ months: 2 })

let screens: Screens
let profileId: string
before(async () => {
  screens = await startScreens('postgres')
  await ask('POST', '/connect', { platform: 'all', environment: 'sandbox' })
  profileId = (await ask('GET', '/profiles')).profiles[0].id
  await useZone(zone)
})
after(() => screens?.stop())

// biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape, and the client parses them.
async function ask(method: string, path: string, body?: object): Promise<any> {
  const reply = await screens.owner.ask(method, path, { ...(body && { body }) })
  assert.equal(reply.status, 200, reply.text)
  return reply.body.data ?? reply.body
}

const useZone = (timezone: string) =>
  ask('PUT', `/profiles/${profileId}/slots`, { timezone, slots: [{ weekday: 'wednesday', time: '17:30' }] })

/** A post for a time on the clocks of a zone. */
async function plan(message: string, scheduled_at: string, scheduled_timezone = zone): Promise<number> {
  const body = { message, platforms: ['x', 'bluesky'], scheduled_at, scheduled_timezone }
  return (await ask('POST', '/post', body)).post_id
}

const localTime = async (id: number): Promise<string> => {
  const { scheduled_at } = await ask('GET', `/posts/${id}`)
  return Temporal.Instant.from(scheduled_at).toZonedDateTimeISO(zone).toPlainDateTime().toString().slice(0, 16)
}

const becomes = (id: number, local: string) =>
  eventually(`post ${id} is at ${local}`, async () => (await localTime(id)) === local)

const dayCell = (page: Page, day: string): Locator => page.locator(`[role=cell][data-date="${day}"]`)
const itemOf = (within: Page | Locator, title: string): Locator => within.getByRole('button', { name: title })
const openMonth = (day: string, options = {}) => screens.open(`/calendar?view=month&date=${day}`, options)

async function centre(shape: Locator): Promise<{ x: number; y: number }> {
  const box = await shape.boundingBox()
  assert.ok(box)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** The text of what has the focus. */
const focused = (page: Page): Promise<string> => page.evaluate('document.activeElement?.textContent ?? ""')

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.waitFor()
  const [start, end] = [await centre(from), await centre(to)]
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 })
  await page.mouse.move(end.x, end.y, { steps: 4 })
  await page.mouse.up()
}

test('a month with an open post, and a week, are usable in light and dark, wide and narrow', async () => {
  const day = inTwoMonths.add({ days: 8 }).toString()
  const id = await plan('What the looks show', `${day}T09:00`)
  const isThere = (page: Page) => page.getByRole('heading', { name: /09:00 Warsaw/ }).waitFor()
  await checkLooks(screens, `/calendar?date=${day}&post=${id}`, isThere)
  const page = await screens.open(`/calendar?view=week&date=${day}`)
  await itemOf(page, 'What the looks show').waitFor()
  await assertUsable(page)
  await page.close()
  screens.assertQuiet()
})

test('a post that is dragged over the night in which the clocks change keeps its time of the day', async () => {
  const march = Temporal.PlainDate.from({ year: inTwoMonths.year + 1, month: 3, day: 31 })
  const change = march.subtract({ days: march.dayOfWeek % 7 })
  const saturday = change.subtract({ days: 1 })
  const id = await plan('Dragged by mouse', `${saturday}T09:00`)
  const page = await openMonth(saturday.toString())
  await drag(page, itemOf(page, 'Dragged by mouse'), dayCell(page, change.toString()))
  // The pointer holds what would go away by itself.
  await page.getByRole('button', { name: 'Undo' }).hover()
  await becomes(id, `${change}T09:00`)
  await itemOf(dayCell(page, change.toString()), 'Dragged by mouse').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await becomes(id, `${saturday}T09:00`)
  await page.close()
  screens.assertQuiet()
})

test('a finger that stays on a post for a moment drags it', async () => {
  const [from, to] = [inTwoMonths.add({ days: 9 }), inTwoMonths.add({ days: 11 })]
  const id = await plan('Dragged by finger', `${from}T12:30`)
  const page = await openMonth(from.toString(), { hasTouch: true })
  const item = itemOf(page, 'Dragged by finger')
  await item.waitFor()
  const [start, end] = [await centre(item), await centre(dayCell(page, to.toString()))]
  const fingers = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    fingers.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', [start])
  // A timer of the page itself: it rings after the calendar’s own, however busy the machine is.
  await page.evaluate('new Promise((done) => setTimeout(done, 600))')
  for (const step of [0.25, 0.5, 0.75, 1])
    await touch('touchMove', [{ x: start.x + (end.x - start.x) * step, y: start.y + (end.y - start.y) * step }])
  await touch('touchEnd', [])
  await becomes(id, `${to}T12:30`)
  await page.close()
  screens.assertQuiet()
})

test('the keyboard opens a post, moves it, and comes back to it', async () => {
  const [from, to] = [inTwoMonths.add({ days: 15 }), inTwoMonths.add({ days: 16 })]
  const id = await plan('Moved by keyboard', `${from}T08:00`)
  const page = await openMonth(from.toString())
  await itemOf(page, 'Moved by keyboard').press('Enter')
  const panel = page.getByRole('region', { name: 'The post', exact: true })
  await panel.getByRole('button', { name: 'Move to…' }).waitFor()
  for (let tabs = 0; tabs < 20 && (await focused(page)) !== 'Move to…'; tabs++) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Move the post' })
  await dialog.getByLabel('Date').fill(to.toString())
  await dialog.getByText(/08:00 Warsaw/).waitFor()
  await dialog.getByLabel('Time').press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await becomes(id, `${to}T08:00`)
  await panel.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await eventually('the focus is on the post again', async () => (await focused(page)).endsWith('Moved by keyboard'))
  await page.close()
  screens.assertQuiet()
})

test('a move that the service refuses comes back, with its words beside it', async () => {
  const [from, to] = [inTwoMonths.add({ days: 17 }), inTwoMonths.add({ days: 18 })]
  const id = await plan('Changed by somebody else', `${from}T10:00`)
  const page = await openMonth(from.toString())
  await page.route(`**/api/v1/posts/${id}`, async (route) => {
    if (route.request().method() === 'PATCH')
      await ask('PATCH', `/posts/${id}`, { expected_revision: 1, message: 'Changed by somebody else, twice' })
    await route.continue()
  })
  await drag(page, itemOf(page, 'Changed by somebody else'), dayCell(page, to.toString()))
  const panel = page.getByRole('region', { name: 'The post', exact: true })
  await panel.getByRole('alert').waitFor()
  assert.match((await panel.getByRole('alert').textContent()) ?? '', /changed/)
  await panel.getByText(/The post stays at .*10:00/).waitFor()
  await itemOf(dayCell(page, from.toString()), 'Changed by somebody else, twice').waitFor()
  assert.equal(await localTime(id), `${from}T10:00`)
  await page.close()
  screens.assertQuiet()
})

test('each post stands on the day and at the time that the clocks of the profile show', async (t) => {
  t.after(() => useZone(zone))
  const year = inTwoMonths.year + 1
  const april = Temporal.PlainDate.from({ year, month: 4, day: 1 })
  const sunday = april.add({ days: (7 - april.dayOfWeek) % 7 })
  const cases = [
    { in: 'Asia/Kathmandu', day: inTwoMonths.add({ days: 4 }), time: '00:10' },
    // Half an hour is set back in this night.
    { in: 'Australia/Lord_Howe', day: sunday, time: '00:10' },
    { in: 'Australia/Lord_Howe', day: sunday, time: '23:50' },
  ]
  for (const { in: name, day, time } of cases) {
    const title = `${name} at ${time}`
    await useZone(name)
    await plan(title, `${day}T${time}`, name)
    const page = await openMonth(day.toString(), { timezoneId: 'America/New_York' })
    const item = itemOf(dayCell(page, day.toString()), title)
    await item.waitFor()
    assert.match((await item.textContent()) ?? '', new RegExp(time))
    await page.close()
  }
  screens.assertQuiet()
})

test('a post of the last hour of a day stands on that day alone', async () => {
  const day = inTwoMonths.add({ days: 12 })
  await plan('Shortly before midnight', `${day}T23:30`)
  const page = await openMonth(day.toString())
  const item = itemOf(page, 'Shortly before midnight')
  await item.waitFor()
  const [cell, box] = [await dayCell(page, day.toString()).boundingBox(), await item.boundingBox()]
  assert.ok(cell && box)
  assert.ok(box.width <= cell.width, `${box.width} of ${cell.width}`)
  screens.assertQuiet()
})
