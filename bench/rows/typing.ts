import type { Page } from 'playwright-core'
import { platforms } from '../../src/platforms/index.ts'
import { startScreens } from '../../test/harness/screens.ts'
import type { Row } from '../kit/bench.ts'
import { median, quantile } from '../kit/table.ts'

const sentence = 'Winter Roast is back. '
/** Between two keys, in milliseconds: a quick typist. */
const pause = 80

export const typing: Row = {
  about: 'from a key press to its frame in the composer with all ten platforms, against a bare text field',
  run: async (bench) => {
    const screens = await startScreens()
    bench.atEnd(screens.stop)
    const ask = async (path: string, body: object) => (await screens.owner.ask('POST', path, { body })).body.data
    await ask('/connect', { platform: 'all', environment: 'sandbox' })
    const draft = await ask('/drafts', { message: sentence.repeat(5), platforms: platforms.map(({ name }) => name) })
    const composer = await screens.open(`/drafts/${draft.id}`)
    await composer.getByRole('heading', { name: /to mend/ }).waitFor()
    const bare = await composer.context().newPage()
    await bare.setContent('<textarea aria-label="Shared text"></textarea>')
    for (const page of [composer, bare]) await page.evaluate(watchKeys)

    const times: Record<'ours' | 'theirs', number[]> = { ours: [], theirs: [] }
    const values: number[] = []
    for (let round = 0; round < bench.rounds; round += 1) {
      const theirs = await typed(bare)
      const ours = await typed(composer)
      times.theirs.push(...theirs)
      times.ours.push(...ours)
      values.push(median(ours) / median(theirs))
    }
    const name = 'a key in the composer, ten platforms chosen'
    bench.print({ name, ours: shown(times.ours), anchor: `bare text field, ${shown(times.theirs)}`, values })
  },
}

/** As text: the page’s policy forbids none of it, and this code has no types of a browser. */
const watchKeys = `
  keyTimes = []
  addEventListener('keydown', ({ timeStamp }) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => keyTimes.push(performance.now() - timeStamp)
    port2.postMessage(null)
  }), true)`

async function typed(page: Page): Promise<readonly number[]> {
  await page.bringToFront()
  await page.getByRole('textbox', { name: 'Shared text' }).press('End')
  await page.evaluate('keyTimes.length = 0')
  await page.keyboard.type(sentence, { delay: pause })
  await page.waitForFunction(`keyTimes.length >= ${sentence.length}`)
  return page.evaluate('keyTimes')
}

const shown = (times: readonly number[]): string =>
  `${median(times).toFixed(0)} ms, 95 % within ${quantile(times, 0.95).toFixed(0)} ms`
