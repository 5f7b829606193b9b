import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { newPerson } from '../harness/people.ts'
import { withDatabase } from '../harness/rows.ts'
import { checkLooks, type Screens, startScreens } from '../harness/screens.ts'
import { createWebhook, disabled, setWebhook } from '../harness/webhooks.ts'

let screens: Screens
before(async () => {
  screens = await startScreens()
})
after(() => screens?.stop())

test('what is wrong stands first with its remedy, and the foot of the rail leads there', async () => {
  const id = await createWebhook(screens.owner)
  await setWebhook(screens.instance.data, id, disabled())
  const page = await screens.open('/drafts')
  await page.getByRole('link', { name: /to look at/ }).click()
  const { body } = await screens.owner.ask('GET', '/health')
  const trouble = body.data.checks.find((check: { id: string }) => check.id === 'webhooks')
  const row = page.getByRole('region', { name: /To/ }).getByRole('listitem').filter({ hasText: trouble.summary })
  await row.getByText(trouble.remedy).waitFor()
  await page.getByRole('region', { name: 'Fine' }).getByRole('listitem').first().waitFor()
  await checkLooks(screens, '/health', (other) => other.getByText(trouble.summary).waitFor())
})

test('the version and the last backup are told, and are read again by the button', async () => {
  const page = await screens.open('/health')
  const { version } = (await screens.owner.ask('GET', '/health')).body.data
  const fact = (name: string, value: string) => page.locator(`dt:text-is("${name}") + dd`).getByText(value)
  await fact('Polypost', version).waitFor()
  await fact('Last “polypost backup”', 'none').waitFor()
  await writeFile(join(screens.instance.data.directory, 'last-backup'), `${Date.now() - 3 * 86_400_000}\n`)
  await page.getByRole('button', { name: 'Check again' }).click()
  await fact('Last “polypost backup”', '(3 days ago)').waitFor()
  screens.assertQuiet()
})

test('an admin who is not the owner has no link to it', async () => {
  const admin = await newPerson(screens.instance, screens.owner.ask, 'admin')
  const page = await screens.open('/drafts', { person: admin })
  await page.getByText('Live', { exact: true }).waitFor()
  assert.equal(await page.locator('a[href^="/health"]').count(), 0)
  screens.assertQuiet()
})

test('while the database is held every screen says that nothing is published, and the owner is led to the remedy', async () => {
  const author = await newPerson(screens.instance, screens.owner.ask, 'author')
  const hold = (held_at: number | null) =>
    withDatabase(screens.instance.data, async (db) => {
      const held_reason = held_at === null ? null : 'The database was restored.'
      await db.updateTable('instance').set({ held_at, held_reason, held_since: held_at, held_until: held_at }).execute()
    })
  await hold(Date.now())
  try {
    await checkLooks(screens, '/calendar', (page) => page.getByText('Nothing is published now.').waitFor())
    const page = await screens.open('/posts')
    await page.getByRole('link', { name: 'How to release them' }).click()
    await page.getByText('The database was restored. Nothing is published.').waitFor()
    const hers = await screens.open('/posts', { person: author })
    await hers.getByText('Posts wait until the owner of this instance releases them.').waitFor()
    assert.equal(await hers.getByRole('link', { name: 'How to release them' }).count(), 0)
  } finally {
    await hold(null)
  }
  screens.assertQuiet()
})
