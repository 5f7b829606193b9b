import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import type { DatabaseKind } from '../../src/store/engine/database.ts'
import { openBrowser, patience } from './browser.ts'
import { builtDashboard } from './built-dashboard.ts'
import { databaseKinds } from './database.ts'
import { becomeOwner, type Person } from './people.ts'
import { type SandboxInstance, startSandboxed } from './sandboxed.ts'

// Without waiting: the tests of a file whose imports wait would count to another file of its group.
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export const schemes = ['light', 'dark'] as const
export const widths = [1280, 390] as const

interface Look extends Pick<BrowserContextOptions, 'locale' | 'timezoneId' | 'hasTouch'> {
  readonly scheme?: (typeof schemes)[number]
  readonly width?: number
  /** By default the owner; null: nobody is signed in. */
  readonly person?: Person | null
}

const sizeOf = (width: number) => ({ width, height: width < 500 ? 844 : 860 })

/** The built dashboard in a real browser, of an instance with simulated platforms. */
export interface Screens {
  readonly instance: SandboxInstance
  readonly owner: Person
  /** A page in a browser of its own. */
  readonly open: (path: string, look?: Look) => Promise<Page>
  /** A page of the owner to look at. All these share a browser, which loads what it knows several times as fast. */
  readonly look: (path: string) => Promise<Page>
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
  const complaints: string[] = []

  async function newContext({ person, ...options }: BrowserContextOptions & Pick<Look, 'person'>) {
    const context = await browser.newContext(options)
    context.setDefaultTimeout(patience)
    const [name = '', value = ''] = person?.cookie()?.split('=') ?? []
    if (name) await context.addCookies([{ name, value, url: instance.base }])
    return context
  }

  async function load(context: BrowserContext, path: string): Promise<Page> {
    const page = await context.newPage()
    page.on('pageerror', (error) => complaints.push(`${path}: ${error.message}`))
    page.on('console', (message) => {
      // A refusal of the API is shown by the page; the browser’s own line about it says nothing about the page.
      const isAnswer = message.text().startsWith('Failed to load resource')
      if (message.type() === 'error' && !isAnswer) complaints.push(`${path}: ${message.text()}`)
    })
    await page.goto(instance.base + path)
    return page
  }

  const usual = { person: owner, locale: 'en-GB' }
  const looking = await newContext(usual)
  return {
    instance,
    owner,
    open: async (path, { scheme = 'light', width = 1280, ...others } = {}) =>
      load(await newContext({ colorScheme: scheme, viewport: sizeOf(width), ...usual, ...others }), path),
    look: (path) => load(looking, path),
    assertQuiet: () => assert.deepEqual(complaints.splice(0), []),
    stop: async () => {
      await browser.close()
      await instance.stop()
    },
  }
}

/** Fails if axe finds a barrier, or if the page is wider than its window. */
export async function assertUsable(page: Page): Promise<void> {
  // Through the debugger, which the page’s policy does not concern.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe)
  const violations: unknown = await page.evaluate(
    'axe.run().then(({ violations }) => violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map(({ html }) => html.slice(0, 300)) })))',
  )
  assert.deepEqual(violations, [])
  const overflow: unknown = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  assert.equal(overflow, 0, 'the page scrolls sideways')
}

/** Loads a screen, waits until it is there, and checks it in both schemes and widths. */
export async function checkLooks(
  screens: Screens,
  path: string,
  isThere: (page: Page) => Promise<unknown>,
): Promise<void> {
  const page = await screens.look(path)
  await eachLook(page, async () => {
    await isThere(page)
    await assertUsable(page)
  })
  await page.close()
  screens.assertQuiet()
}

/** A page hears of its new width before a frame, and is laid out for it in the next one. */
const nextFrame = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'

/** Shows a page in both schemes and widths. It is loaded once in each scheme, and must follow when the width changes. */
export async function eachLook(page: Page, check: () => Promise<void>): Promise<void> {
  for (const [colorScheme, widthOfLoad, widthOfChange] of [
    ['light', 1280, 390],
    ['dark', 390, 1280],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(sizeOf(widthOfLoad))
    await page.reload()
    await check()
    await page.setViewportSize(sizeOf(widthOfChange))
    await page.evaluate(nextFrame)
    await check()
  }
}
