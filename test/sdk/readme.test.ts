import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Polypost } from '@polypost/sdk'
import { freePort } from '../../scripts/free-port.ts'
import { newWebhookSecret, signDelivery } from '../../src/crypto/webhook-signature.ts'
import { eventually } from '../harness/eventually.ts'
import { startSandboxed } from '../harness/sandboxed.ts'
import { png } from '../harness/small-media.ts'

const readme = new URL('../../sdk/README.md', import.meta.url)
const entry = fileURLToPath(new URL('../../sdk/src/index.ts', import.meta.url))
const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url))

/** The examples as one program; before each it prints its number. */
async function program(port: number): Promise<{ text: string; count: number }> {
  const blocks = [...(await readFile(readme, 'utf8')).matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code)
  const text = blocks
    .map((code, at) => `${code}\nconsole.log('example ${at + 1} ran')\n`)
    .join('\n')
    .replaceAll("'@polypost/sdk'", `'${entry}'`)
    .replace('listen(8080)', `listen(${port})`)
  return { text, count: blocks.length }
}

test('the ten examples of the README run, one after the other', async () => {
  const instance = await startSandboxed('sqlite')
  const { key } = await instance.newUser()
  await new Polypost({ url: instance.base, key }).connections.connect({ platform: 'all', environment: 'sandbox' })
  const folder = await mkdtemp(join(tmpdir(), 'polypost-readme-'))
  const port = await freePort()
  const { text, count } = await program(port)
  assert.equal(count, 10)
  await writeFile(join(folder, 'examples.ts'), text)
  await writeFile(join(folder, 'photo.png'), png)

  const secret = newWebhookSecret()
  const env = {
    PATH: process.env.PATH,
    POLYPOST_URL: instance.base,
    POLYPOST_API_KEY: key,
    POLYPOST_WEBHOOK_SECRET: secret,
  }
  const child = spawn(process.execPath, ['examples.ts'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
  const closed = once(child, 'close')
  try {
    await eventually('the last example has run', async () => {
      assert.equal(child.exitCode, null, `The examples ended early:\n${output}`)
      return output.includes(`example ${count} ran`)
    })
    assert.match(output, /^x http/m)
    assert.match(output, /^bluesky http/m)
    assert.match(output, /^100 %$/m)
    const delivery = signDelivery({
      secret,
      event: 'post.published',
      eventId: 'e',
      data: '{"post_id":4711}',
      sentAt: Date.now(),
    })
    const send = (body: string) =>
      fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers: delivery.headers, body })
    assert.equal((await send(delivery.body)).status, 200)
    assert.equal((await send(delivery.body.replaceAll('4711', '4712'))).status, 401)
    assert.match(output, /^4711$/m)
  } finally {
    child.kill()
    await closed
    await rm(folder, { recursive: true })
    await instance.stop()
  }
})

test('the examples of the README have the types of the SDK', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'polypost-readme-'))
  const { text } = await program(8080)
  await writeFile(join(folder, 'examples.ts'), text)
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--allowImportingTsExtensions', '--types', 'node']
  const found = ['--target', 'es2025', '--module', 'nodenext', '--typeRoots', join(modules, '@types')]
  const tsc = join(modules, 'typescript', 'bin', 'tsc')
  const { stdout } = spawnSync(process.execPath, [tsc, 'examples.ts', ...options, ...found], {
    cwd: folder,
    encoding: 'utf8',
  })
  await rm(folder, { recursive: true })
  assert.equal(stdout, '')
})
