import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { totpCode } from '../../src/crypto/totp.ts'
import { checkLooks, type Screens, startScreens } from '../harness/screens.ts'

let screens: Screens
before(async () => {
  screens = await startScreens('sqlite', { POLYPOST_REQUIRE_SECOND_FACTOR: 'admin' })
})
after(() => screens?.stop())

const title = 'Set up two-factor authentication'

test('whoever needs a second factor is asked for it kindly, in light and dark, wide and narrow, and in German', async () => {
  await checkLooks(screens, '/posts', (page) => page.getByRole('heading', { name: title }).waitFor())
  const german = await screens.open('/posts', { locale: 'de-DE' })
  await german.getByRole('heading', { name: 'Zwei-Faktor-Authentifizierung einrichten' }).waitFor()
  await german.getByText('Richten Sie sie ein, um fortzufahren.').waitFor()
  screens.assertQuiet()
})

test('nothing else is shown until it is set up; then the screen that was asked for opens', async () => {
  const page = await screens.open('/posts?q=anvil')
  await page.getByRole('heading', { name: title }).waitFor()
  assert.equal(await page.getByRole('navigation').count(), 0)
  await page.goto(`${screens.instance.base}/keys`)
  await page.getByRole('heading', { name: title }).waitFor()
  await page.goto(`${screens.instance.base}/posts?q=anvil`)
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  const secret = await page.locator('code').innerText()
  await page.getByLabel('Code', { exact: true }).fill(totpCode(secret, Math.floor(Date.now() / 30_000)))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('Your recovery codes').waitFor()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await page.waitForURL(/\/posts\?q=anvil/)
  await page.getByRole('navigation').first().waitFor()
  await page.goto(`${screens.instance.base}/second-factor`)
  await page.waitForURL(/\/me$/)
  screens.assertQuiet()
})
