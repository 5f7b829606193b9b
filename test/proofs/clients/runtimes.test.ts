import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { fetchPackage } from '../../../scripts/fetch-package.ts'
import { newWebhookSecret, signDelivery } from '../../../src/crypto/webhook-signature.ts'
import { openBrowser } from '../../harness/browser.ts'
import { type PublishingInstance, startPublishing } from '../../harness/publishing.ts'
import { png } from '../../harness/small-media.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../..', import.meta.url))
const { platform, arch } = process
const bunPlatform = `${platform === 'win32' ? 'windows' : platform}-${arch === 'arm64' ? 'aarch64' : arch}`

/** Programs that npm packages hold as they are; nothing else is downloaded. */
const runtimes = [
  { name: `node-${platform}-${arch}`, version: '20.20.2', program: 'bin/node', args: [] },
  {
    name: `@deno/${platform}-${arch}${platform === 'linux' ? '-glibc' : ''}`,
    version: '2.9.6',
    program: 'deno',
    args: ['run', '--allow-all', '--node-modules-dir=manual', '--no-lock'],
  },
  { name: `@oven/bun-${bunPlatform}`, version: '1.4.5', program: 'bin/bun', args: ['run', '--no-install'] },
] as const

const expected = {
  sent: png.length,
  status: 'successful',
  followed: 'successful',
  verified: 'post.published',
  refusesForged: true,
}

describe('the SDK from its package uploads, publishes, follows events and verifies webhooks', () => {
  let folder: string
  let bench: PublishingInstance

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'polypost-runtimes-'))
    const packages = await run(process.execPath, ['scripts/pack.ts', join(folder, 'packages'), 'sdk'], { cwd: root })
    const [file = ''] = packages.stdout.split('\n')
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', file], { cwd: folder })
    await cp(new URL('sdk-tour.mjs', import.meta.url), join(folder, 'sdk-tour.mjs'))
    await writeFile(join(folder, 'dot.png'), png)
    const lines = [
      "import { tour } from './sdk-tour.mjs'",
      'console.log(JSON.stringify(await tour(JSON.parse(process.argv[2]))))',
      // Node 20 keeps idle connections open for some seconds.
      'process.exit()',
    ]
    await writeFile(join(folder, 'run.mjs'), lines.join('\n'))
    bench = await startPublishing('sqlite')
  })
  after(async () => {
    await bench.stop()
    await rm(folder, { recursive: true, force: true })
  })

  async function inputFor(file: object) {
    const { key } = await bench.newcomer('bluesky')
    const secret = newWebhookSecret()
    const event = { event: 'post.published', eventId: 'event', data: '{"post_id":1}', sentAt: Date.now() }
    return { url: bench.instance.base, key, ...file, delivery: { ...signDelivery({ secret, ...event }), secret } }
  }

  for (const { name, version, program, args } of runtimes)
    test(`on ${name} ${version}`, async () => {
      const home = fetchPackage({ name, version, title: `${name} ${version}` })
      const input = JSON.stringify(await inputFor({ path: 'dot.png' }))
      const { stdout } = await run(join(home, program), [...args, 'run.mjs', input], { cwd: folder })
      assert.deepEqual(JSON.parse(stdout), expected)
    })

  test('in a page of Chromium that loads it as modules', async () => {
    const browser = await openBrowser()
    try {
      const page = await browser.newPage()
      // A page of the same origin, because the API does not answer pages of others.
      const place = `${bench.instance.base}/tour`
      const imports = { '@polypost/sdk': `${place}/node_modules/@polypost/sdk/dist/index.js` }
      await page.route(`${place}/**`, async (route) => {
        const path = new URL(route.request().url()).pathname.replace('/tour/', '')
        if (path === 'page')
          return route.fulfill({
            contentType: 'text/html',
            body: `<script type="importmap">${JSON.stringify({ imports })}</script>`,
          })
        return route.fulfill({ contentType: 'text/javascript', body: await readFile(join(folder, path)) })
      })
      await page.goto(`${place}/page`)
      const input = JSON.stringify(await inputFor({ bytes: [...png] }))
      const result = await page.evaluate(`import('${place}/sdk-tour.mjs').then(({ tour }) => tour(${input}))`)
      assert.deepEqual(result, expected)
    } finally {
      await browser.close()
    }
  })
})
