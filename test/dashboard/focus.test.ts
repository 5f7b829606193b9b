import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { type Screens, startScreens } from '../harness/screens.ts'

let screens: Screens
before(async () => {
  screens = await startScreens()
  await screens.owner.ask('POST', '/connect', { body: { platform: 'x', environment: 'sandbox' } })
})
after(() => screens?.stop())

const draft = async (message: string): Promise<string> => {
  const { body } = await screens.owner.ask('POST', '/drafts', { body: { message, platforms: ['x'] } })
  return body.data.id
}

const hasFocus = (part: Locator) => part.and(part.page().locator(':focus')).waitFor()

/** Opens a dialog, closes it, and expects the focus where it was. */
async function comesBack(page: Page, opener: Locator, open = () => opener.click()): Promise<void> {
  await open()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await dialog.locator(':focus').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await hasFocus(opener)
}

test('a dialog that is closed gives the focus back to what opened it, also to the button of a menu', async () => {
  const path = `/drafts/${await draft('A draft with dialogs')}`
  const page = await screens.open(path)
  await comesBack(page, page.getByRole('button', { name: 'Discard' }))
  await comesBack(page, page.getByRole('button', { name: 'Library' }))
  const text = page.getByRole('textbox', { name: 'Shared text' })
  await comesBack(page, text, async () => {
    await text.focus()
    await page.keyboard.press('Control+k')
  })
  await page.goto(`${screens.instance.base}/drafts`)
  const menu = page.getByRole('button', { name: 'Actions' })
  const openFromMenu = async () => {
    await menu.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Delete' }).focus()
    await page.keyboard.press('Enter')
  }
  // The second time, the dialog is there before the menu is gone.
  await comesBack(page, menu, openFromMenu)
  await comesBack(page, menu, openFromMenu)
  const phone = await screens.open(path, { width: 390 })
  await comesBack(phone, phone.getByRole('button', { name: 'Set a time' }))
  screens.assertQuiet()
})

test('if a dialog took away what opened it, the screen has the focus', async () => {
  await draft('A draft that is deleted')
  const page = await screens.open('/drafts')
  const row = page.getByRole('listitem').filter({ hasText: 'A draft that is deleted' })
  await row.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await row.waitFor({ state: 'detached' })
  await hasFocus(page.locator('#content'))
  screens.assertQuiet()
})
