import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, afterEach, before, describe, test } from 'node:test'
import { createMediaHost } from '../../src/media/host.ts'
import { MediaRefused } from '../../src/media/probe/probe.ts'
import { createSigner } from '../../src/media/sign.ts'
import { createDiskStorage } from '../../src/media/storage/disk.ts'
import type { Storage } from '../../src/media/storage/storage.ts'
import {
  createHttpClient,
  type FaultKind,
  type HttpClient,
  OutboundFault,
  type OutboundResponse,
} from '../../src/outbound/http-client.ts'
import { systemClock } from '../../src/system/clock.ts'
import { bytesOf } from '../harness/outbound.ts'
import {
  type CallingFeature,
  type Ending,
  type RunningFeature,
  redirectTo,
  startTestNetwork,
  type TestNetwork,
} from '../harness/servers/canary.ts'
import { badHosts, badUrls, dnsScripts, forbiddenHosts, forbiddenUrls, redirectScripts } from './forbidden-places.ts'

async function endingOf(exchange: Promise<OutboundResponse>): Promise<Ending> {
  try {
    return { kind: 'reached', message: (await bytesOf(await exchange)).toString() }
  } catch (error) {
    if (error instanceof OutboundFault) return error
    throw error
  }
}

/** Milliseconds; long enough for everything except the names that never resolve. */
const timeouts = { lookup: 500 }

/** Every feature that fetches URLs. A new one needs a line here, and must pass all tests below. */
const features: readonly CallingFeature[] = [
  {
    name: 'client.follow',
    followsRedirects: true,
    open: async (settings) => {
      const client = createHttpClient(settings)
      return { call: (url) => endingOf(client.follow({ url, timeouts })), close: async () => {} }
    },
  },
  {
    name: 'client.request',
    followsRedirects: false,
    open: async (settings) => {
      const client = createHttpClient(settings)
      const call = (url: string) => endingOf(client.request({ method: 'POST', url, body: 'secret', timeouts }))
      return { call, close: async () => {} }
    },
  },
  {
    name: 'POST /upload',
    followsRedirects: true,
    open: async (settings) => {
      const client = createHttpClient(settings)
      const impatient: HttpClient = {
        ...client,
        follow: (request, options) =>
          client.follow({ ...request, timeouts: { ...request.timeouts, ...timeouts } }, options),
      }
      const call = (url: string) => uploadEnding(impatient, url)
      return { call, close: async () => {} }
    },
  },
]

/** The media host's result for a URL; the store receives the bytes that it reached. */
async function uploadEnding(client: HttpClient, url: string): Promise<Ending> {
  const directory = await mkdtemp(join(tmpdir(), 'polypost-ssrf-'))
  const disk = createDiskStorage(directory)
  let stored = ''
  const storage: Storage = {
    ...disk,
    put: async (key, source, type) => {
      await disk.put(key, source, type)
      stored = await text(await disk.read(key))
    },
  }
  const signer = createSigner(['a secret that signs nothing here'])
  const host = createMediaHost({ storage, client, signer, clock: systemClock, base: 'http://media.test' })
  try {
    await host.fetch(url, { signal: AbortSignal.timeout(60_000), maxBytes: 1024 ** 3 })
    return { kind: 'reached', message: stored }
  } catch (error) {
    if (error instanceof OutboundFault) return error
    // It arrived, and was not an image.
    if (error instanceof MediaRefused) return { kind: 'reached', message: stored }
    throw error
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

const innerMessage =
  'The URL has a private or reserved address, and this service connects only to public addresses. The operator can allow more with POLYPOST_ALLOW_PRIVATE_ADDRESSES.'

for (const feature of features)
  describe(`${feature.name} cannot reach the internal network`, () => {
    let network: TestNetwork
    /** An instance that allowed nothing, and one that allowed only the public address. */
    let strict: RunningFeature
    let permissive: RunningFeature

    before(async () => {
      network = await startTestNetwork()
      strict = await feature.open({ exceptions: [], lookup: network.lookup })
      permissive = await feature.open({ exceptions: network.exceptions, lookup: network.lookup })
    })
    after(async () => {
      await Promise.all([strict.close(), permissive.close()])
      await network.stop()
    })
    afterEach(() => assert.equal(network.canaries.count, 0, 'a call reached a canary'))

    const filled = (text: string): string => {
      const [canary = 0] = network.canaries.ports
      const nested = text.replaceAll('CANARY', String(canary)).replaceAll('ORIGIN', String(network.origin.port))
      return unfold(nested)
    }
    const refuses = async (url: string, kind: FaultKind, by = [strict, permissive]) => {
      for (const opened of by) {
        const { kind: found, message } = await opened.call(url)
        assert.equal(found, kind, `${url}: ${message}`)
        assert.doesNotMatch(message, /\d+\.\d+|:\d|::/, 'an address is told')
        // The unusual port alone would be refused; it must not be the reason.
        if (kind === 'forbidden_address') assert.equal(message, innerMessage)
      }
    }
    const everywhere = async (host: string, kind: FaultKind) => {
      const places = [...network.canaries.ports.map((port) => `${host}:${port}`), host]
      for (const place of places) for (const scheme of ['http', 'https']) await refuses(`${scheme}://${place}/`, kind)
    }

    for (const host of forbiddenHosts)
      test(`host ${host}`, async () => {
        const before = network.lookups.length
        await everywhere(host, 'forbidden_address')
        const names = new Set(network.lookups.slice(before).map((name) => name.replace(/[^a-z].*/, '')))
        assert.ok(!names.has(''), 'a number was looked up')
      })
    for (const host of badHosts) test(`host ${host}`, () => everywhere(host, 'bad_url'))
    for (const url of forbiddenUrls) test(JSON.stringify(url), () => refuses(filled(url), 'forbidden_address'))
    for (const url of badUrls) test(JSON.stringify(url), () => refuses(filled(url), 'bad_url'))

    test('internal names are not looked up if the operator allowed nothing', async () => {
      const before = network.lookups.length
      for (const host of ['localhost', 'intranet', 'metadata.google.internal', 'public.test:8080'])
        assert.equal((await strict.call(`http://${host}/`)).kind, 'forbidden_address')
      assert.equal(network.lookups.length, before)
    })

    for (const [index, [what, answers, ends]] of dnsScripts.entries())
      test(`a name leads to ${what}`, async () => {
        const name = `script-${index}.test`
        const placed = answers.map((one) =>
          one instanceof Error ? one : one.map((address) => (address === 'ORIGIN' ? network.address : address)),
        )
        network.zone.set(name, placed)
        await refuses(filled(`http://${name}:CANARY/`), ends, [permissive])
        if (ends !== 'connect') await refuses(`http://${name}/`, ends)
      })

    test('a name lookup that never ends is aborted', async () => {
      const never = await feature.open({ exceptions: [], lookup: () => new Promise(() => {}) })
      await refuses('http://public.test/', 'timeout', [never])
      await never.close()
    })

    test('a name is looked up once, and the connection goes to the address that was checked', async () => {
      network.zone.set('once.test', [[network.address], ['127.0.0.1']])
      const url = filled('http://once.test:ORIGIN/')
      assert.deepEqual({ ...(await permissive.call(url)) }, { kind: 'reached', message: 'public' })
      assert.equal(network.lookups.filter((name) => name === 'once.test').length, 1)
      await refuses(url, 'forbidden_address', [permissive])
      await refuses(filled('http://once.test:CANARY/'), 'forbidden_address', [permissive])
    })

    test('of mixed addresses only the public one is connected', async () => {
      network.zone.set('mixed.test', [['127.0.0.1', '::1', '10.0.0.1', network.address, '169.254.169.254']])
      assert.equal((await permissive.call(filled('http://mixed.test:ORIGIN/'))).kind, 'reached')
    })

    if (feature.followsRedirects) {
      for (const [location, ends, status] of redirectScripts)
        test(`redirected by ${status ?? 302} to ${location}`, async () => {
          network.zone.set('public.test', [[network.address]])
          network.zone.set('missing.test', [new Error('ENOTFOUND')])
          network.zone.set('rebound.test', [['127.0.0.1']])
          const url = filled(`http://public.test:ORIGIN${redirectTo(filled(location), status)}`)
          await refuses(url, ends, [permissive])
        })

      test('redirected by a name to itself, which then resolves to another address', async () => {
        network.zone.set('turning.test', [[network.address], ['127.0.0.1']])
        const again = filled('http://turning.test:ORIGIN/')
        await refuses(filled(`http://turning.test:ORIGIN${redirectTo(again)}`), 'forbidden_address', [permissive])
      })

      test('redirected in a circle', async () => {
        network.zone.set('public.test', [[network.address]])
        const before = network.origin.connections
        await refuses(filled(`http://public.test:ORIGIN${redirectTo('?again')}`), 'too_many_redirects', [permissive])
        assert.equal(network.origin.connections - before, 6)
      })
    }
  })

/** Replaces `HOP(place)` by the path that redirects there, from the inside out. */
function unfold(text: string): string {
  const inner = /\/?HOP\(([^()]*)\)/
  const [found, place] = inner.exec(text) ?? []
  return found === undefined || place === undefined ? text : unfold(text.replace(found, redirectTo(place)))
}

describe('the canaries work: an address that the operator allowed reaches them', () => {
  for (const place of ['127.0.0.1', '2130706433', 'inner.test', 'localhost', '[::ffff:127.0.0.1]'])
    test(place, async () => {
      const network = await startTestNetwork()
      const client = createHttpClient({ exceptions: ['127.0.0.0/8'], lookup: network.lookup })
      for (const port of network.canaries.ports)
        assert.deepEqual(await endingOf(client.follow({ url: `http://${place}:${port}/` })), {
          kind: 'reached',
          message: 'canary',
        })
      assert.equal(network.canaries.count, network.canaries.ports.length)
      await network.stop()
    })
})
