import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { checkLooks, type Screens, startScreens } from '../harness/screens.ts'
import { type Receiver, receiverEnv, startReceiver, status } from '../harness/servers/receiver.ts'
import { createWebhook, disabled, setWebhook } from '../harness/webhooks.ts'

let screens: Screens
let receiver: Receiver
before(async () => {
  receiver = await startReceiver()
  screens = await startScreens('sqlite', receiverEnv)
})
after(async () => {
  await screens?.stop()
  await receiver?.stop()
})

const deliveries = (page: Page) => page.getByRole('region', { name: 'Deliveries' }).getByRole('listitem')

test('an endpoint is added with its secret, a test arrives and is signed with it, and is delivered again, also while it waits for its next attempt', async () => {
  const page = await screens.open('/webhooks')
  await page.getByRole('link', { name: 'Add an endpoint' }).click()
  await page.getByLabel('Address').fill(receiver.url)
  await page.getByRole('radio', { name: 'Only these' }).check()
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByText('Choose an event, or all events.').waitFor()
  await page.getByRole('checkbox', { name: 'A post is late' }).check()
  await page.getByRole('button', { name: 'Add' }).click()

  const shown = page.getByRole('region', { name: 'The secret of this endpoint' })
  const secret = (await shown.locator('code').textContent()) ?? ''
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await page.getByRole('button', { name: 'Send a test' }).click()
  await deliveries(page).filter({ hasText: '204' }).waitFor()
  const [first] = receiver.received
  assert.ok(first)
  const signature = createHmac('sha256', secret).update(first.body.signed_payload).digest('hex')
  assert.equal(first.headers['x-service-payload-signature'], `sha256=${signature}`)

  receiver.answer(status(503))
  await page.getByRole('button', { name: 'Redeliver' }).click()
  await deliveries(page).filter({ hasText: '503' }).first().waitFor()
  assert.equal(receiver.received[1]?.body.event_id, first.body.event_id)
  await page.getByText('Nothing was taken since').waitFor()
  receiver.answer(status(204))
  await deliveries(page).filter({ hasText: '503' }).getByRole('button', { name: 'Redeliver' }).click()
  await deliveries(page).filter({ hasText: '204' }).nth(1).waitFor()
  await checkLooks(screens, new URL(page.url()).pathname, (other) => deliveries(other).first().waitFor())
})

test('a disabled endpoint says why and is enabled again; its secret is replaced, and it is deleted after a question', async () => {
  const id = await createWebhook(screens.owner)
  await setWebhook(screens.instance.data, id, disabled('gone'))
  await checkLooks(screens, '/webhooks', (page) => page.getByText('Your server answered 410').waitFor())

  const page = await screens.open(`/webhooks/${id}`)
  await page.getByRole('button', { name: 'Enable again' }).click()
  await page.getByText('Receives', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'The endpoint' }).click()
  await page.getByRole('menuitem', { name: 'Replace the secret…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click()
  const shown = page.getByRole('region', { name: 'The new secret' })
  assert.match((await shown.locator('code').textContent()) ?? '', /^whsec_/)
  await shown.getByRole('button', { name: 'I have stored it' }).click()
  await page.getByRole('button', { name: 'The endpoint' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL('**/webhooks')
  const { body } = await screens.owner.ask('GET', '/webhooks')
  assert.ok(!body.data.webhooks.some((webhook: { id: number }) => webhook.id === id))
  screens.assertQuiet()
})
