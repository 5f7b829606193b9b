import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { builtDashboard } from '../harness/built-dashboard.ts'
import { type Screens, startScreens } from '../harness/screens.ts'

let screens: Screens
let folder: string
before(async () => {
  folder = await builtDashboard()
  screens = await startScreens()
})
after(() => screens?.stop())

/** In bytes, compressed with gzip; and scripts of a screen that is opened first. */
const most = { shell: 172_000, page: 145_000, scripts: 20 }

/** The pause for loads after the frame, in milliseconds. The network is never idle, because changes are followed. */
const settle = 1_500

/** The scripts and styles that a page loads, without the worker that all tabs share. */
async function loadedBy(path: string): Promise<Set<string>> {
  const page = await screens.look(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForTimeout(settle)
  const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  await page.close()
  return new Set(names.flatMap((name) => /\/assets\/((?!live\.worker).+\.(?:js|css))$/.exec(name)?.slice(1) ?? []))
}

async function weightOf(names: Iterable<string>): Promise<number> {
  const files = await Promise.all([...names].map((name) => readFile(join(folder, 'assets', name))))
  return files.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0)
}

test('the shell weighs at most 172 kB, and no page adds more than 145 kB or needs more than 20 scripts', async (t) => {
  const html = await readFile(join(folder, 'index.html'), 'utf8')
  const shell = new Set([...html.matchAll(/\/assets\/([^"]+\.(?:js|css))"/g)].map(([, name = '']) => name))
  const shellWeight = await weightOf(shell)
  t.diagnostic(`shell: ${shellWeight}`)
  assert.ok(shellWeight <= most.shell, `the shell: ${shellWeight}`)
  const paths = [
    '/start',
    '/calendar',
    '/new',
    '/posts',
    '/drafts',
    '/inbox',
    '/analytics',
    '/media',
    '/accounts',
    '/keys',
    '/webhooks',
    '/settings',
  ]
  for (const path of paths) {
    const own = (await loadedBy(path)).difference(shell)
    const weight = await weightOf(own)
    t.diagnostic(`${path}: ${weight}`)
    assert.ok(own.size > 0 && weight <= most.page, `${path}: ${weight}`)
    const scripts = [...own.union(shell)].filter((name) => name.endsWith('.js')).length
    assert.ok(scripts <= most.scripts, `${path}: ${scripts} scripts`)
  }
})

test('the words and the pictures of all platforms are two files, however many platforms there are', async () => {
  const loaded = [...(await loadedBy('/new'))]
  const contents = await Promise.all(loaded.map((name) => readFile(join(folder, 'assets', name), 'utf8')))
  const withText = (text: RegExp) => contents.filter((content) => text.test(content)).length
  // The first facts of two guides, and the ground of two posts in dark.
  assert.equal(withText(/A business account, which is free|Credits, bought there in advance/), 1)
  assert.equal(withText(/#252728|#0e1113/), 1)
})
