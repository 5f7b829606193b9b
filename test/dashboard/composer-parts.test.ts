import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { eventually } from '../harness/eventually.ts'
import { uploadNamed } from '../harness/library.ts'
import { put } from '../harness/media.ts'
import { checkLooks, type Screens, startScreens } from '../harness/screens.ts'
import { png } from '../harness/small-media.ts'
import { testedNames } from '../platforms/index.ts'

const video = await readFile(new URL('../../src/sandbox/sample.mp4', import.meta.url))

let screens: Screens
before(async () => {
  screens = await startScreens()
  await screens.owner.ask('POST', '/connect', { body: { platform: 'all', environment: 'sandbox' } })
})
after(() => screens?.stop())

async function newDraft(body: object): Promise<string> {
  const { body: made, text } = await screens.owner.ask('POST', '/drafts', { body })
  assert.ok(made.data?.id, text)
  return made.data.id
}

const draftOf = async (page: Page) => {
  const id = new URL(page.url()).pathname.split('/').at(-1)
  return (await screens.owner.ask('GET', `/drafts/${id}`)).body.data
}

async function uploadVideo(): Promise<string> {
  const body = { filename: 'cup.mp4', contentType: 'video/mp4', size: video.length }
  const { body: target } = await screens.owner.ask('POST', '/upload', { body })
  assert.equal((await put(target, video)).status, 200)
  return target.publicUrl
}

/** The previews, also where they are behind a tab. */
async function showPreviews(page: Page, platforms: readonly string[]): Promise<void> {
  const tab = page.getByRole('tab', { name: 'Preview' })
  await page.getByRole('region', { name: 'Writing' }).waitFor()
  if (await tab.isVisible()) await tab.click()
  for (const platform of platforms) await preview(page, platform).waitFor()
}

const preview = (page: Page, platform: string) => page.getByRole('img', { name: `The post on ${platform},` })

const shapes = {
  'text on X, Facebook, LinkedIn and Threads': async () => ({
    platforms: ['x', 'facebook', 'linkedin', 'threads'],
    titles: ['X', 'Facebook', 'LinkedIn', 'Threads'],
    media: [],
  }),
  'images on Instagram, Pinterest, Reddit and Bluesky': async () => ({
    platforms: ['instagram', 'pinterest', 'reddit', 'bluesky'],
    titles: ['Instagram', 'Pinterest', 'Reddit', 'Bluesky'],
    media: [{ url: (await uploadNamed(screens.owner, 'one.png')).publicUrl }],
  }),
  'a video on YouTube and TikTok': async () => ({
    platforms: ['youtube', 'tiktok'],
    titles: ['YouTube', 'TikTok'],
    media: [{ url: await uploadVideo() }],
  }),
}

for (const [what, shape] of Object.entries(shapes))
  test(`previews are usable in light and dark, wide and narrow: ${what}`, async () => {
    const { platforms, titles, media } = await shape()
    const id = await newDraft({ message: 'Winter Roast is back. https://lumen.example #coffee', platforms, media })
    await checkLooks(screens, `/drafts/${id}`, (page) => showPreviews(page, titles))
  })

test('four previews are shown, others by the menu; nothing in them takes the focus, and what is too long is marked', async () => {
  const surplus = 'over the limit'
  const message = `${'a'.repeat(299)} ${surplus}`
  const id = await newDraft({ message, platforms: testedNames })
  const page = await screens.open(`/drafts/${id}`)
  await showPreviews(page, ['X', 'LinkedIn'])
  assert.equal(await page.getByRole('img', { name: /^The post on/ }).count(), 4)

  await page.getByRole('button', { name: /4 of 10/ }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Bluesky' }).click()
  await page.keyboard.press('Escape')
  assert.equal(await page.getByRole('img', { name: /^The post on/ }).count(), 4)
  const shown = preview(page, 'Bluesky')
  assert.equal(await shown.locator('mark').textContent(), surplus)
  assert.equal(await shown.locator('a, button, input, [tabindex]:not([tabindex="-1"])').count(), 0)
  screens.assertQuiet()
})

/** As if somebody dropped a file on the page. */
const drop = (page: Page, name: string): Promise<unknown> =>
  page.evaluate(`{
    const bytes = Uint8Array.from(atob('${png.toString('base64')}'), (letter) => letter.charCodeAt(0))
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([bytes], '${name}', { type: 'image/png' }))
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }`)

test('an upload shows that it is on its way, can be stopped, and be tried again; a file can be dropped anywhere', async () => {
  const page = await screens.open('/new')
  let isStalled = true
  await page.route('**/media/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    if (isStalled) return new Promise<void>(() => {})
    return route.abort()
  })
  const choose = (name: string) =>
    page.getByLabel('Choose files').setInputFiles({ name, mimeType: 'image/png', buffer: png })
  await choose('held.png')
  await page.getByRole('progressbar', { name: 'Sending held.png' }).waitFor()
  await page.getByRole('button', { name: 'Stop sending held.png' }).click()
  await page.getByText('held.png').waitFor({ state: 'detached' })

  isStalled = false
  await choose('lost.png')
  await page.getByRole('alert').filter({ hasText: 'The service does not answer' }).waitFor()
  await page.unroute('**/media/*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Write alt text' }).waitFor()

  await drop(page, 'dropped.png')
  await page.getByRole('button', { name: 'More for dropped.png' }).waitFor()
  screens.assertQuiet()
})

test('order by keyboard, alternative text, a file of the library and options reach the draft', async () => {
  await uploadNamed(screens.owner, 'from-before.png')
  const page = await screens.open('/new')
  for (const title of ['TikTok', 'Pinterest']) await page.getByRole('checkbox', { name: title }).check()
  const files = ['first.png', 'second.png'].map((name) => ({ name, mimeType: 'image/png', buffer: png }))
  await page.getByLabel('Choose files').setInputFiles(files)
  // Both are uploaded.
  await page.getByRole('button', { name: 'Write alt text' }).nth(1).waitFor()
  await page.getByRole('button', { name: 'More for second.png' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Move left' }).press('Enter')
  await page.getByRole('button', { name: 'Write alt text' }).first().click()
  await page.getByLabel('Alt text of second.png').fill('A bag of coffee')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Alt text written' }).waitFor()

  await page.getByRole('button', { name: 'Library' }).click()
  await page.getByLabel('Search by name').fill('before')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /from-before\.png/ })
    .click()
  await page.getByRole('button', { name: 'Add 1 file' }).click()

  await page.getByRole('button', { name: 'Options' }).click()
  await page.getByRole('radio', { name: 'TikTok' }).check()
  const levels = page.getByLabel('Who sees it')
  await levels.selectOption({ label: 'Friends who follow each other' })
  assert.equal(await levels.getByRole('option', { name: 'Followers' }).count(), 0, 'only what TikTok offers now')
  await page.getByRole('radio', { name: 'Pinterest' }).check()
  await page.getByLabel('Board').selectOption({ index: 1 })

  const draft = await eventually('everything is saved', async () => {
    if (!/\/drafts\//.test(page.url())) return false
    const now = await draftOf(page)
    return now.media.length === 3 && now.platform_options?.pinterest?.boardId !== undefined && now
  })
  assert.deepEqual(
    draft.media.map(({ alt_text }: { alt_text: string | null }) => alt_text),
    ['A bag of coffee', null, null],
  )
  assert.equal(draft.platform_options.tiktok.privacy_level, 'MUTUAL_FOLLOW_FRIENDS')
  screens.assertQuiet()
})
