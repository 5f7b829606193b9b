import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkLooks, type Screens, startScreens } from '../harness/screens.ts'

let screens: Screens
before(async () => {
  screens = await startScreens()
})
after(() => screens?.stop())

test('the first steps are usable in light and dark, wide and narrow', () =>
  checkLooks(screens, '/', (page) => page.getByRole('row', { name: /Bluesky/ }).waitFor()))

test('the owner of a new instance connects ten simulated accounts with one button', async () => {
  const page = await screens.open('/')
  await page.getByRole('button', { name: 'Connect 10 simulated accounts' }).click()
  await page.getByText('10 of 10 platforms have an account.').waitFor()
  const { body } = await screens.owner.ask('GET', '/profiles')
  assert.equal(body.data.profiles[0].connected_platforms.length, 10)
  screens.assertQuiet()
})

test('a browser whose language is no valid tag shows the screens', async () => {
  const page = await screens.open('/')
  // Chromium says so if it was started with LANG=C.
  await page.addInitScript(() => Object.defineProperty(navigator, 'languages', { value: ['en-US@posix'] }))
  await page.goto(new URL('/start', page.url()).href)
  await page.getByText('10 of 10 platforms have an account.').waitFor()
  screens.assertQuiet()
})
