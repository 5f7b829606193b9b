import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { MiB } from '../../../src/domain/bytes.ts'
import { type Client, createClient } from '../../harness/client.ts'
import { readEvents } from '../../harness/event-stream.ts'
import { eventually } from '../../harness/eventually.ts'
import { type Instance, startInstance, type User } from '../../harness/instance.ts'
import { announce, got } from '../../harness/media.ts'
import { newPublisher, schedulePost } from '../../harness/posts.ts'
import { freePort } from '../../harness/process.ts'
import { certificate } from '../../harness/servers/origin.ts'
import { type ProxyName, startProxy } from '../../harness/servers/reverse-proxy.ts'
import { largeFilm } from '../../media/fixtures.ts'

setDefaultCACertificates([...getCACertificates('default'), certificate('authority.pem')])

const page = readFileSync(new URL('../../../docs/operate/reverse-proxy.md', import.meta.url), 'utf8')
const exampleOf = (language: string): string =>
  new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(page)?.[1] ?? assert.fail(`no example in ${language}`)

const examples: readonly [ProxyName, language: string][] = [
  ['nginx', 'nginx'],
  ['caddy', 'caddyfile'],
]
/** More than nginx accepts by itself: after the film comes a box that players skip. */
const film = Buffer.concat([largeFilm(), freeBox(2 * MiB)])

function freeBox(size: number): Buffer {
  const box = Buffer.alloc(size)
  box.writeUInt32BE(size)
  box.write('free', 4)
  return box
}

for (const [name, language] of examples)
  describe(`behind ${name} with the settings of the documentation`, () => {
    let instance: Instance
    let user: User
    let ask: Client
    let base: string
    let stopProxy = async () => {}
    before(async () => {
      const port = await freePort()
      base = `https://127.0.0.1:${port}`
      instance = await startInstance('sqlite', {
        env: { POLYPOST_PUBLIC_URL: base, POLYPOST_TRUST_PROXY: '127.0.0.1/32' },
        roles: { api: true, worker: false },
      })
      user = await newPublisher(instance)
      ask = createClient(base, user.key)
      stopProxy = await startProxy(name, { example: exampleOf(language), port, service: new URL(instance.base).host })
    })
    after(async () => {
      await stopProxy()
      await instance?.stop()
    })

    test('requests keep their ID, and the metrics stay inside', async () => {
      const { status, headers } = await ask('GET', '/profiles', { headers: { 'x-request-id': 'from-a-client' } })
      assert.deepEqual([status, headers.get('x-request-id')], [200, 'from-a-client'])
      assert.equal((await fetch(`${base}/metrics`)).status, 404)
    })

    test('callers are told apart by their addresses', async () => {
      const wrong = async (localAddress: string): Promise<boolean> => {
        const asked = request(`${base}/api/v1/profiles`, { agent: false, localAddress }).end()
        const [response] = await once(asked, 'response')
        response.resume()
        return response.headers['retry-after'] !== undefined
      }
      await eventually('an address has sent too many wrong keys', () => wrong('127.0.0.2'))
      assert.equal(await wrong('127.0.0.3'), false)
    })

    test('an upload arrives while it is sent, and can be read in ranges', async () => {
      const upload = await announce(ask, 'video/mp4', film.length)
      assert.ok(upload.url.startsWith(base))
      const sending = request(upload.url, {
        method: 'PUT',
        headers: { ...upload.headers, 'content-length': film.length },
      })
      sending.write(film.subarray(0, film.length / 2))
      await eventually('the first half arrives', async () => (await usage()).uploads_at_once === 1)
      sending.end(film.subarray(film.length / 2))
      const [response] = await once(sending, 'response')
      assert.equal(response.statusCode, 200, await text(response))
      const { status, bytes } = await got(upload.publicUrl, { range: 'bytes=100-199' })
      assert.deepEqual([status, bytes], [206, film.subarray(100, 200)])
    })

    const usage = async () => (await ask('GET', '/usage')).body.data.used

    test('events arrive while their stream is open', async () => {
      const stream = await readEvents(base, user.key)
      await schedulePost(user)
      await stream.until(1)
      stream.drop()
    })
  })
