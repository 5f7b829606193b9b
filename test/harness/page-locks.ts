import type { Page } from 'playwright-core'
import { eventually } from './eventually.ts'

const query =
  "navigator.locks.query().then(({ held }) => held.filter(({ name }) => name.startsWith('polypost.writing')).length)"

/** The browser gives the text of a closed page free a moment later: waits until as many pages as this hold one. */
export const waitForLockedTexts = (page: Page, count: number): Promise<unknown> =>
  eventually(`${count} pages hold a text`, async () => (await page.evaluate(query)) === count)
