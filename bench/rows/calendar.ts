import type { Locator, Page } from 'playwright-core'
import { Temporal } from 'temporal-polyfill'
import { type Screens, startScreens } from '../../test/harness/screens.ts'
import type { Bench, Row } from '../kit/bench.ts'
import { median, quantile, timed } from '../kit/table.ts'

const few = 20
const many = 500
/** Of the pointer, in one drag over the month. */
const steps = 30

export const calendar: Row = {
  about: 'a month of 500 posts, against one of 20: until it is shown, and a frame while a post is dragged',
  run: async (bench) => {
    const screens = await startScreens()
    bench.atEnd(screens.stop)
    await screens.owner.ask('POST', '/connect', { body: { platform: 'x', environment: 'sandbox' } })
    const first = Temporal.Now.plainDateISO('UTC').with({ day: 1 })
    const [quiet, busy] = [first.add({ months: 2 }), first.add({ months: 4 })]
    await fill(screens, quiet, few)
    await fill(screens, busy, many)

    const opened: CalendarFigures[] = []
    const frames: CalendarFigures[] = []
    for (let round = 0; round < bench.rounds; round += 1) {
      const theirs = await looked(screens, quiet)
      const ours = await looked(screens, busy)
      opened.push({ ours: ours.opened, theirs: theirs.opened })
      frames.push({ ours: quantile(ours.frames, 0.95), theirs: quantile(theirs.frames, 0.95) })
    }
    print(bench, `a month of ${many} posts: until they are shown`, opened)
    print(bench, `a month of ${many} posts: a frame while one is dragged (95 %)`, frames)
  },
}

interface CalendarFigures {
  readonly ours: number
  readonly theirs: number
}

function print(bench: Bench, name: string, measured: readonly CalendarFigures[]): void {
  const time = (of: 'ours' | 'theirs') => `${median(measured.map((one) => one[of])).toFixed(0)} ms`
  bench.print({
    name,
    ours: time('ours'),
    anchor: `a month of ${few}, ${time('theirs')}`,
    values: measured.map(({ ours, theirs }) => ours / theirs),
  })
}

async function fill({ owner }: Screens, month: Temporal.PlainDate, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, at) => {
    const day = month.add({ days: at % month.daysInMonth })
    const minute = String(Math.floor(at / month.daysInMonth)).padStart(2, '0')
    return { message: `Post ${at}`, platforms: ['x'], scheduled_at: `${day}T10:${minute}:00Z` }
  })
  const { status, text } = await owner.ask('POST', '/posts/import', { body: { rows, commit: true } })
  if (status !== 200) throw new Error(text)
}

async function looked(screens: Screens, month: Temporal.PlainDate) {
  const page = await screens.open('/calendar?view=month&date=2020-01-01')
  await page.getByRole('button', { name: 'Forward' }).waitFor()
  const dayCell = (day: number): Locator => page.locator(`[role=cell][data-date="${month.add({ days: day })}"]`).first()
  const entry = dayCell(2).getByRole('button', { name: /Post/ }).first()
  const opened = await timed(async () => {
    await page.goto(`${screens.instance.base}/calendar?view=month&date=${month}`)
    await entry.waitFor()
  })
  const frames = await draggedFrames(page, entry, dayCell(20))
  await page.context().close()
  return { opened, frames }
}

/** The times between frames, in milliseconds, while an entry is dragged and then brought back. */
async function draggedFrames(page: Page, from: Locator, to: Locator): Promise<readonly number[]> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()]
  if (!start || !end) throw new Error('The calendar does not show the days.')
  await page.mouse.move(start.x + 10, start.y + 5)
  await page.mouse.down()
  await page.evaluate(watchFrames)
  await page.mouse.move(end.x + 10, end.y + 40, { steps })
  await page.mouse.move(start.x + 10, start.y + 5, { steps })
  const frames: readonly number[] = await page.evaluate('frameTimes')
  await page.mouse.up()
  return frames
}

const watchFrames = `
  frameTimes = []
  void (function watch(before) {
    requestAnimationFrame((now) => {
      frameTimes.push(now - before)
      watch(now)
    })
  })(performance.now())`
