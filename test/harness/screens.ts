import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { DatabaseKind } from '../../src/store/engine/database.ts'
import { openBrowser, patience } from './browser.ts'
import { builtDashboard } from './built-dashboard.ts'
import { databaseKinds } from './database.ts'
import { becomeOwner, type Person } from './people.ts'
import { type Sandboxed, startSandboxed } from './sandboxed.ts'

// Without waiting: the tests of a file whose imports wait would count to another file of its group.
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export const schemes = ['light', 'dark'] as const
export const widths = [1280, 390] as const

interface Look {
  readonly scheme?: (typeof schemes)[number]
  readonly width?: number
  readonly person?: Person
  readonly locale?: string
  /** Of the browser. */
  readonly timezoneId?: string
  readonly hasTouch?: boolean
}

/** The built dashboard in a real browser, of an instance with simulated platforms. */
export interface Screens {
  readonly instance: Sandboxed
  readonly owner: Person
  /** A page of a person who is signed in: by default of the owner. */
  readonly open: (path: string, look?: Look) => Promise<Page>
  /** Fails if a page broke its policy, wrote an error to the console, or threw. Forgets what it reports. */
  readonly assertQuiet: () => void
  readonly stop: () => Promise<void>
}

export async function startScreens(
  wanted: DatabaseKind = 'sqlite',
  env: Readonly<Record<string, string>> = {},
): Promise<Screens> {
  const folder = await builtDashboard()
  const kind = databaseKinds.includes(wanted) ? wanted : 'sqlite'
  const instance = await startSandboxed(kind, { env: { POLYPOST_DASHBOARD_DIR: folder, ...env } })
  const owner = await becomeOwner(instance)
  const browser: Browser = await openBrowser()
  const contexts: BrowserContext[] = []
  const complaints: string[] = []

  return {
    instance,
    owner,
    open: async (path, { scheme = 'light', width = 1280, person = owner, locale = 'en-GB', ...others } = {}) => {
      const size = { width, height: width < 500 ? 844 : 860 }
      const context = await browser.newContext({ colorScheme: scheme, viewport: size, locale, ...others })
      contexts.push(context)
      context.setDefaultTimeout(patience)
      const [name = '', value = ''] = (person.cookie() ?? '').split('=')
      await context.addCookies([{ name, value, url: instance.base }])
      const page = await context.newPage()
      page.on('pageerror', (error) => complaints.push(`${path}: ${error.message}`))
      page.on('console', (message) => {
        // A refusal of the API is shown by the page; the browser’s own line about it says nothing about the page.
        const isAnswer = message.text().startsWith('Failed to load resource')
        if (message.type() === 'error' && !isAnswer) complaints.push(`${path}: ${message.text()}`)
      })
      await page.goto(instance.base + path)
      return page
    },
    assertQuiet: () => assert.deepEqual(complaints.splice(0), []),
    stop: async () => {
      for (const context of contexts) await context.close()
      await browser.close()
      await instance.stop()
    },
  }
}

/** Fails if axe finds a barrier, or if the page is wider than its window. */
export async function assertUsable(page: Page): Promise<void> {
  // Through the debugger, which the page’s policy does not concern.
  await page.evaluate(axe)
  const violations: unknown = await page.evaluate(
    'axe.run().then(({ violations }) => violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map(({ html }) => html.slice(0, 300)) })))',
  )
  assert.deepEqual(violations, [])
  const overflow: unknown = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  assert.equal(overflow, 0, 'the page scrolls sideways')
}

/** Loads a screen in both schemes and widths, waits until it is there, and checks each. */
export async function checkLooks(
  screens: Screens,
  path: string,
  isThere: (page: Page) => Promise<unknown>,
): Promise<void> {
  const page = await screens.open(path)
  await eachLook(page, async () => {
    await isThere(page)
    await assertUsable(page)
  })
  await page.context().close()
  screens.assertQuiet()
}

/** Loads a page in both schemes and widths. One page for all: a browser loads what it knows four times as fast. */
export async function eachLook(page: Page, check: () => Promise<void>): Promise<void> {
  const address = page.url()
  for (const colorScheme of schemes)
    for (const width of widths) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: width < 500 ? 844 : 860 })
      // Another page first: an address that differs in its fragment only would not be loaded again.
      await page.goto('about:blank')
      await page.goto(address)
      await check()
    }
}
