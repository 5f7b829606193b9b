import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { newPerson, openBrowser, type Person, password, tokenOf } from '../harness/people.ts'
import { withDatabase } from '../harness/rows.ts'
import { assertUsable, checkLooks, type Screens, startScreens } from '../harness/screens.ts'

let screens: Screens
before(async () => {
  screens = await startScreens('postgres')
})
after(() => screens?.stop())

const rowOf = (page: Page, text: string): Locator => page.getByRole('listitem').filter({ hasText: text })

async function choose(page: Page, person: Pick<Person, 'email'>, item: string): Promise<Locator> {
  await rowOf(page, person.email)
    .getByRole('button', { name: /^What to do with/ })
    .click()
  await page.getByRole('menuitem', { name: item }).click()
  return page.getByRole('dialog')
}

const accept = (link: string) =>
  openBrowser(screens.instance.base).ask('POST', '/invites/accept', {
    body: { token: tokenOf(link), name: 'Ben Weber', password },
  })

test('an owner who is alone invites somebody with a role, sends the link, and the person is there', async () => {
  const page = await screens.open('/drafts')
  await page.getByRole('button', { name: 'Account, appearance, sign out' }).click()
  await page.getByRole('menuitem', { name: 'People' }).click()
  await page.getByText('Only you can sign in.').waitFor()
  await page.getByRole('link', { name: 'Invite' }).click()
  await page.getByLabel('Email address').fill('ben@acme.example')
  await page.getByRole('radio', { name: 'Editor' }).check()
  await page.getByText('Also publishes, edits, cancels, replies and approves.').waitFor()
  await assertUsable(page)
  await page.getByRole('button', { name: 'Create the invite' }).click()
  const shown = page.getByRole('region', { name: 'The link for ben@acme.example' })
  const first = await shown.locator('code').innerText()
  await shown.getByText(/Polypost sends no emails/).waitFor()
  await page.getByRole('button', { name: 'Done' }).click()

  // A link that was lost is replaced, and the old one ends.
  const open = page.getByRole('region', { name: 'Open invites' })
  await open.getByRole('button', { name: 'Invite of ben@acme.example' }).click()
  await page.getByRole('menuitem', { name: 'New link…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make a new link' }).click()
  const second = await open
    .getByRole('region', { name: /^The link for/ })
    .locator('code')
    .innerText()
  assert.equal((await accept(first)).body.error.code, 'invalid_link')
  assert.equal((await accept(second)).body.data.role, 'editor')

  await page.reload()
  await rowOf(page, 'ben@acme.example').getByText('Editor').waitFor()
  await rowOf(page, 'ben@acme.example').getByText('No second factor').waitFor()
  assert.equal(await open.count(), 0)
  screens.assertQuiet()
})

test('an invite is deleted after a question, and its link works no more', async () => {
  const body = { email: 'late@acme.example', role: 'viewer' }
  const { link } = (await screens.owner.ask('POST', '/invites', { body })).body.data
  await checkLooks(screens, '/people', (other) => other.getByText('late@acme.example').waitFor())
  const page = await screens.open('/people')
  await page.getByRole('button', { name: 'Invite of late@acme.example' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('late@acme.example').first().waitFor({ state: 'detached' })
  assert.equal((await accept(link)).body.error.code, 'invalid_link')
  screens.assertQuiet()
})

test('a person gets another role, is disabled, enabled and removed; each applies at once', async () => {
  const ana = await newPerson(screens.instance, screens.owner.ask, 'editor')
  const again = () =>
    openBrowser(screens.instance.base).ask('POST', '/session', { body: { email: ana.email, password } })
  const page = await screens.open('/people')
  const role = await choose(page, ana, 'Change the role…')
  await role.getByRole('radio', { name: 'Viewer' }).check()
  await assertUsable(page)
  await role.getByRole('button', { name: 'Change the role' }).click()
  await rowOf(page, ana.email).getByText('Viewer').waitFor()
  assert.equal((await ana.ask('GET', '/me')).status, 401)
  assert.equal((await again()).body.data.role, 'viewer')

  await (await choose(page, ana, 'Disable…')).getByRole('button', { name: 'Disable' }).click()
  await rowOf(page, ana.email).getByText('Disabled').waitFor()
  assert.notEqual((await again()).status, 200)
  await (await choose(page, ana, 'Enable…')).getByRole('button', { name: 'Enable' }).click()
  await rowOf(page, ana.email).getByText('Disabled').waitFor({ state: 'detached' })
  assert.equal((await again()).status, 200)

  await (await choose(page, ana, 'Remove…')).getByRole('button', { name: 'Remove' }).click()
  await rowOf(page, ana.email).waitFor({ state: 'detached' })
  assert.notEqual((await again()).status, 200)
  screens.assertQuiet()
})

test('who removes a person sees which keys stop working, and may keep them as service keys', async () => {
  for (const keeps of [false, true]) {
    const tom = await newPerson(screens.instance, screens.owner.ask, 'admin')
    const { key } = (await tom.ask('POST', '/keys', { body: { name: 'The shop' } })).body.data
    const page = await screens.open('/people')
    const dialog = await choose(page, tom, 'Remove…')
    await dialog.getByText('A key of The admin stops working now:').waitFor()
    await dialog.getByText('The shop').waitFor()
    await dialog.getByText('never used').waitFor()
    await assertUsable(page)
    if (keeps) await dialog.getByLabel('Keep these as service keys').check()
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await rowOf(page, tom.email).waitFor({ state: 'detached' })
    assert.equal((await screens.instance.owner('GET', '/posts', { key })).status, keeps ? 200 : 401)
  }
  screens.assertQuiet()
})

test('a lost password leads to the command of the operator, and whom the operator disabled only the operator enables', async () => {
  const ana = await newPerson(screens.instance, screens.owner.ask, 'viewer')
  await withDatabase(screens.instance.data, (db) =>
    db.updateTable('people').set({ disabled_at: Date.now() }).where('id', '=', ana.id).execute(),
  )
  const page = await screens.open('/people')
  const lost = await choose(page, ana, 'Password or phone lost…')
  await lost.getByText(`polypost people reset ${ana.email}`).waitFor()
  await assertUsable(page)
  await page.keyboard.press('Escape')
  const enable = await choose(page, ana, 'Enable…')
  await enable.getByRole('button', { name: 'Enable' }).click()
  await enable
    .getByRole('alert')
    .filter({ hasText: `polypost people enable ${ana.email}` })
    .waitFor()
  screens.assertQuiet()
})

test('the last owner stays, in the words of the API, and what an open browser may not do asks for the password', async () => {
  await withDatabase(screens.instance.data, (db) =>
    db.updateTable('sessions').set({ proven_at: 0 }).where('person_id', '=', screens.owner.id).execute(),
  )
  const page = await screens.open('/people')
  const leave = await choose(page, screens.owner, 'Leave…')
  await leave.getByRole('button', { name: 'Leave' }).click()
  const question = page.getByRole('dialog', { name: 'Enter your password' })
  await question.getByLabel('Password', { exact: true }).fill(password)
  await question.getByRole('button', { name: 'Go on' }).click()
  await page.getByText('This is the last owner. Make another person the owner first.').waitFor()
  assert.equal((await screens.owner.ask('GET', '/me')).status, 200)
  screens.assertQuiet()
})

test('an admin changes nobody above the own role and cannot give it, also in German', async () => {
  const admin = await newPerson(screens.instance, screens.owner.ask, 'admin')
  const page = await screens.open('/people', { person: admin, locale: 'de-DE' })
  await rowOf(page, screens.owner.email).getByText('Inhaber').waitFor()
  await rowOf(page, admin.email).getByText('Verwalter').waitFor()
  assert.equal(await rowOf(page, screens.owner.email).getByRole('button').count(), 0)
  await rowOf(page, admin.email).getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Rolle ändern…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Die Rolle von .* ändern$/ })
  await dialog.getByRole('radio', { name: 'Verwalter' }).waitFor()
  assert.equal(await dialog.getByRole('radio', { name: 'Inhaber' }).count(), 0)
  screens.assertQuiet()
})
