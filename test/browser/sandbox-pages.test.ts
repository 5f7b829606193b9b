import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { assertAccessible, openBrowser } from '../harness/browser.ts'
import { eventually } from '../harness/eventually.ts'
import { createPost, readPost } from '../harness/posts.ts'
import { type SandboxInstance, startSandboxed } from '../harness/sandboxed.ts'

let browser: Browser
let instance: SandboxInstance
before(async () => {
  browser = await openBrowser()
  instance = await startSandboxed('sqlite')
})
after(async () => {
  await browser?.close()
  await instance?.stop()
})

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent()

test('a person finds a simulated post and its replies from the sandbox’s first page, without scripts, and every page is accessible', async () => {
  const user = await instance.newUser()
  await user.ask('POST', '/connect', { body: { platform: 'x', environment: 'sandbox' } })
  const message = `Fish & <i>chips</i>\n${'long'.repeat(60)}`
  const { id } = await createPost(user, { message, platforms: ['x'], comments_under_post: ['First!', 'Second!'] })
  await eventually('the post is published', async () => (await readPost(user, id)).status === 'successful')

  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } })
  const page = await context.newPage()
  await page.goto(instance.sandbox)
  assert.equal(await heading(page), 'Simulated platforms')
  await assertAccessible(page)
  await page.getByRole('link', { name: /^Fish & <i>chips<\/i> long/ }).click()
  assert.match((await heading(page)) ?? '', /^Post by .+ \(@.+\)$/)
  assert.match(await page.locator('main').innerText(), /^This is a simulation of X\. Nothing leaves this machine\./)
  await eventually('the replies are there', async () => {
    await page.reload()
    return (await page.getByText('Second!').count()) === 1
  })
  await assertAccessible(page)
  // On a small screen nothing is cut off, not even a long word.
  assert.ok(((await page.locator('main').boundingBox())?.width ?? 0) <= 320)
  await page.getByRole('listitem').getByRole('link').first().click()
  assert.match((await heading(page)) ?? '', /^Reply by /)
  await page.getByRole('link', { name: 'All simulated posts' }).click()
  assert.equal(await heading(page), 'Simulated platforms')
  await page.goto(`${instance.sandbox}/x/web/nobody`)
  assert.equal(await heading(page), 'Nothing is here')
  await assertAccessible(page)
})
