import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Screens, startScreens } from '../harness/screens.ts'

let screens: Screens
before(async () => {
  screens = await startScreens()
})
after(() => screens?.stop())

test('the frame and the chosen colours are there before any script has come', async () => {
  const page = await screens.open('/keys', { scheme: 'light' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  const frameOf = async () => {
    const boxes = await page.locator('#frame i').all()
    return Promise.all(boxes.map((one) => one.boundingBox()))
  }
  const groundOf = (selector: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`)
  const railGround = await groundOf('nav')

  await page.route('**/assets/*.js', () => {})
  await page.reload({ waitUntil: 'commit' })
  await page.locator('#frame i').first().waitFor()
  const [rail, head] = await frameOf()
  assert.deepEqual([rail?.width, rail?.height, head?.x], [208, 860, 208])
  assert.equal(await groundOf('#frame i'), railGround)
  const light = await groundOf('body')

  await page.evaluate("localStorage.setItem('mantine-color-scheme-value', 'dark')")
  await page.reload({ waitUntil: 'commit' })
  await page.locator('#frame i').first().waitFor()
  assert.notEqual(await groundOf('body'), light)

  await page.setViewportSize({ width: 390, height: 844 })
  const [bar] = await frameOf()
  assert.deepEqual([bar?.width, bar?.y], [390, 784])
  await page.context().close()
  screens.assertQuiet()
})

test('with the colours of the system only, an edge shows the screen that is open', async () => {
  const page = await screens.open('/keys')
  await page.emulateMedia({ forcedColors: 'active' })
  const edgeOf = (path: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('nav a[href^="${path}"]')).outlineStyle`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  assert.equal(await edgeOf('/keys'), 'solid')
  assert.equal(await edgeOf('/webhooks'), 'none')
  await page.context().close()
  screens.assertQuiet()
})

test('on a low screen no bar stays over what one reads', async () => {
  const page = await screens.open('/keys', { width: 390 })
  await page.getByRole('heading', { level: 1 }).waitFor()
  const barAt = () =>
    page.evaluate<string[]>('[...document.querySelectorAll("nav")].map((one) => getComputedStyle(one).position)')
  assert.ok((await barAt()).includes('fixed'))
  await page.setViewportSize({ width: 844, height: 390 })
  assert.ok(!(await barAt()).includes('fixed'))
  await page.context().close()
  screens.assertQuiet()
})
