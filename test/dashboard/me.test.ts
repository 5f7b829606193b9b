import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { qrCode } from '../../dashboard/src/screens/me/qr.ts'
import { totpCode } from '../../src/crypto/totp.ts'
import { newPerson, password, signIn } from '../harness/people.ts'
import { withDatabase } from '../harness/rows.ts'
import { checkLooks, type Screens, startScreens } from '../harness/screens.ts'

let screens: Screens
before(async () => {
  screens = await startScreens()
})
after(() => screens?.stop())

test('one’s own sign-in is usable in light and dark, wide and narrow', () =>
  checkLooks(screens, '/me', (page) => page.getByText('this browser').waitFor()))

test('a person renames herself, and the rail knows it', async () => {
  const person = await newPerson(screens.instance, screens.owner.ask, 'editor')
  const page = await screens.open('/me', { person })
  await page.getByLabel('Name', { exact: true }).fill('Ewa Nowak')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await page.getByRole('navigation').getByText('Ewa Nowak').first().waitFor()
  screens.assertQuiet()
})

test('what an open browser alone may not do asks for the password first, and then goes on', async () => {
  const person = await newPerson(screens.instance, screens.owner.ask, 'editor')
  await withDatabase(screens.instance.data, (db) =>
    db.updateTable('sessions').set({ proven_at: 0 }).where('person_id', '=', person.id).execute(),
  )
  const page = await screens.open('/me', { person })
  await page.getByLabel('Name', { exact: true }).fill('Ewa Kowalska')
  await page.getByRole('button', { name: 'Save' }).click()
  const question = page.getByRole('dialog', { name: 'Enter your password' })
  await question.getByLabel('Password', { exact: true }).fill('not the password')
  await question.getByRole('button', { name: 'Go on' }).click()
  await question.getByRole('alert').waitFor()
  await question.getByLabel('Password', { exact: true }).fill(password)
  await question.getByRole('button', { name: 'Go on' }).click()
  await page.getByText('Saved.').waitFor()
  assert.equal((await person.ask('GET', '/me')).body.data.name, 'Ewa Kowalska')
  screens.assertQuiet()
})

test('a second factor is turned on with its QR code or secret, and its recovery codes are shown once', async () => {
  const person = await newPerson(screens.instance, screens.owner.ask, 'viewer')
  const page = await screens.open('/me', { person })
  const part = page.getByRole('region', { name: 'Second factor' })
  await part.getByRole('button', { name: 'Turn on' }).click()
  await part.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  const secret = await part.locator('code').innerText()
  await part.getByLabel('Code', { exact: true }).fill(totpCode(secret, Math.floor(Date.now() / 30_000)))
  await part.getByRole('button', { name: 'Turn on' }).click()
  await part.getByText('Your recovery codes').waitFor()
  assert.match(await part.locator('code').innerText(), /^([A-Z2-7]{4}-){3}[A-Z2-7]{4}/)
  await part.getByRole('button', { name: 'I have kept them' }).click()
  await part.getByText(/recovery codes are left/).waitFor()
  screens.assertQuiet()
})

test('a person signs out everywhere else, and stays signed in here', async () => {
  const person = await newPerson(screens.instance, screens.owner.ask, 'editor')
  const other = await signIn(screens.instance.base, person.email)
  const page = await screens.open('/me', { person })
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByRole('button', { name: /^Sign out:/ }).waitFor({ state: 'detached' })
  assert.equal((await other.ask('GET', '/me')).status, 401)
  assert.equal((await person.ask('GET', '/me')).status, 200)
  screens.assertQuiet()
})

/** An authenticator’s address, and its code as an independent reader (jsQR 1.4.0) read it on 2026-11-23. */
const address = 'otpauth://totp/Polypost%3Aana%40acme.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Polypost'

test('the QR code is to the module the one that a reader could read', () => {
  const drawn =
    qrCode(address)
      ?.map((row) => row.map((isDark) => (isDark ? '1' : '0')).join(''))
      .join('\n') ?? ''
  assert.equal(createHash('sha256').update(drawn).digest('hex').slice(0, 32), '6a5b4f0945e0a31cf54d6d9fe62957dd')
  assert.equal(qrCode('a'.repeat(231)), null, 'what has no room has no code')
})
