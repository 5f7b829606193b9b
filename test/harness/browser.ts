import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { type Browser, chromium, type Page } from 'playwright-core'
import { findBrowser } from '../../scripts/test-browser.ts'

/** How long a page may take on a busy machine, in milliseconds: only a test that fails waits so long. */
export const patience = 120_000

export function openBrowser(): Promise<Browser> {
  const { file, env } = findBrowser()
  return chromium.launch({
    executablePath: file,
    env: { ...process.env, ...env },
    args: [
      // The tests may run in containers, as root and with little shared memory. The pages are our own.
      ...['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
      // A page needs a fifth less processor time in a process that has shown one before, and without helper threads.
      ...['--renderer-process-limit=1', '--js-flags=--single-threaded'],
    ],
  })
}

const axe = createRequire(import.meta.url).resolve('axe-core')

/** Fails if axe finds a barrier on the page, or if the page has another number of scripts. */
export async function assertAccessible(
  page: Page,
  scripts = 0,
  colorScheme: 'light' | 'dark' = 'light',
): Promise<void> {
  assert.equal(await page.locator('script').count(), scripts)
  // The page's policy forbids other scripts, so axe checks a copy of the page, in a browser that runs scripts.
  const context = await page.context().browser()?.newContext({ colorScheme })
  assert.ok(context)
  try {
    const copy = await context.newPage()
    await copy.setContent(await page.content())
    await copy.addScriptTag({ path: axe })
    const violations: unknown = await copy.evaluate(
      'axe.run().then(({ violations }) => violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map(({ html }) => html) })))',
    )
    assert.deepEqual(violations, [])
  } finally {
    await context.close()
  }
}
