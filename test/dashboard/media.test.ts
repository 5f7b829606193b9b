import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { newPerson } from '../harness/people.ts'
import { checkLooks, type Screens, startScreens } from '../harness/screens.ts'
import { png } from '../harness/small-media.ts'

let screens: Screens
before(async () => {
  screens = await startScreens()
  await keep('film.mp4', 'video/mp4', await readFile(new URL('../../src/sandbox/sample.mp4', import.meta.url)))
})
after(() => screens?.stop())

/** Uploads a file as a program does. */
async function keep(filename: string, contentType: string, bytes: Buffer): Promise<void> {
  const upload = await screens.owner.ask('POST', '/upload', { body: { filename, contentType, size: bytes.length } })
  const { url, headers } = upload.body
  assert.equal((await fetch(url, { method: 'PUT', headers, body: bytes })).status, 200)
}

const item = async (name: string) => (await screens.owner.ask('GET', `/media?search=${name}`)).body.data.media[0]

test('a file is uploaded, renamed and described, and the library shows it under its new name', async () => {
  const page = await screens.open('/media')
  await page.getByLabel('Files to upload').setInputFiles({ name: 'beans.png', mimeType: 'image/png', buffer: png })
  await page.getByRole('link', { name: /beans\.png/ }).click()
  const panel = page.getByRole('complementary', { name: 'The file' })
  await panel.getByLabel('Name').fill('roast.png')
  await panel.getByLabel('Alt text').fill('Coffee beans in a drum')
  await panel.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: /roast\.png/ }).waitFor()
  const { name, alt_text } = await item('roast')
  assert.deepEqual([name, alt_text], ['roast.png', 'Coffee beans in a drum'])
  screens.assertQuiet()
})

test('a file that a scheduled post needs is not deleted, and the refusal leads to the post', async () => {
  await screens.owner.ask('POST', '/connect', { body: { platform: 'x', environment: 'sandbox' } })
  const { id, url } = await item('roast')
  const scheduled_at = new Date(Date.now() + 86_400_000).toISOString()
  const body = { message: 'Later', platforms: ['x'], media: [{ url }], scheduled_at }
  const post = (await screens.owner.ask('POST', '/post', { body })).body
  const page = await screens.open(`/media?file=${id}`)
  const panel = page.getByRole('complementary', { name: 'The file' })
  await panel.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  const refusal = panel.getByRole('alert')
  await refusal.getByText(/The file is still needed by 1 unpublished post/).waitFor()
  await refusal.getByRole('link', { name: `Post ${post.post_id}` }).click()
  await page.waitForURL(`**/posts/${post.post_id}`)
})

test('a file that nothing needs is deleted after a question', async () => {
  const page = await screens.open('/media')
  await page.getByLabel('Files to upload').setInputFiles({ name: 'spare.png', mimeType: 'image/png', buffer: png })
  await page.getByRole('link', { name: /spare\.png/ }).click()
  await page.getByRole('complementary').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('link', { name: /spare\.png/ }).waitFor({ state: 'detached' })
  assert.equal(await item('spare'), undefined)
  screens.assertQuiet()
})

test('a viewer looks at files, and is offered no change', async () => {
  const person = await newPerson(screens.instance, screens.owner.ask, 'viewer')
  const page = await screens.open(`/media?file=${(await item('film')).id}`, { person })
  const panel = page.getByRole('complementary', { name: 'The file' })
  await panel.getByText('video/mp4').waitFor()
  assert.equal(
    await page
      .getByRole('main')
      .getByRole('button', { name: /Delete|Save|Upload/ })
      .count(),
    0,
  )
  screens.assertQuiet()
})

test('the library is usable in light and dark, wide and narrow', () =>
  checkLooks(screens, '/media', (page) => page.getByRole('link', { name: /film\.mp4/ }).waitFor()))

test('a file is usable in light and dark, wide and narrow', async () =>
  checkLooks(screens, `/media?file=${(await item('film')).id}`, (page) => page.getByText('video/mp4').waitFor()))
