import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { createHttpClient } from '../../src/outbound/http-client.ts'
import { eventually } from '../harness/eventually.ts'
import { fails, nothingLeft, textOf } from '../harness/outbound.ts'
import { answer, certificate, type Origin, type OriginOptions, startOrigin } from '../harness/servers/origin.ts'

setDefaultCACertificates([...getCACertificates('default'), certificate('authority.pem')])
after(() => eventually('no socket is left', nothingLeft))

const client = createHttpClient({ exceptions: ['127.0.0.0/8'], lookup: async () => ['127.0.0.1'] })

async function withOrigin(options: OriginOptions, run: (port: number, origin: Origin) => Promise<void>): Promise<void> {
  const origin = await startOrigin((socket) => socket.end(answer(200, {}, 'ok')), options)
  await run(origin.port, origin).finally(origin.stop)
}

test('a certificate of a known authority for the name is accepted, though the connection uses an address', () =>
  withOrigin({ certificate: 'valid.pem' }, async (port, origin) => {
    for (const host of ['origin.test', 'origin.test.', '127.0.0.1'])
      assert.equal(await textOf(await client.request({ method: 'GET', url: `https://${host}:${port}/` })), 'ok')
    assert.deepEqual(origin.serverNames, ['origin.test', 'origin.test', ''])
  }))

test('a later connection to the same host and port resumes the session of the first', () =>
  withOrigin({ certificate: 'valid.pem' }, async (port, origin) => {
    for (const host of ['origin.test', 'origin.test', '127.0.0.1'])
      await textOf(await client.request({ method: 'GET', url: `https://${host}:${port}/` }))
    assert.deepEqual(origin.resumed, [false, true, false])
  }))

describe('a request over an untrusted TLS connection is not sent', () => {
  const cases: readonly (readonly [what: string, file: string | null, host: string, message: string])[] = [
    ['expired', 'expired.pem', 'origin.test', 'The TLS certificate has expired.'],
    ['for another name', 'other-name.pem', 'origin.test', 'The TLS certificate is for another name.'],
    ['for a name but not for the number', 'other-name.pem', '127.0.0.1', 'The TLS certificate is for another name.'],
    ['self-signed', 'self-signed.pem', 'origin.test', 'The TLS certificate is not from a trusted authority.'],
    ['no TLS at all', null, 'origin.test', 'The TLS connection could not be opened.'],
  ]
  for (const [what, file, host, message] of cases)
    test(what, () =>
      withOrigin(file === null ? { greeting: 'SSH-2.0-OpenSSH\r\n' } : { certificate: file }, async (port) => {
        const url = `https://${host}:${port}/`
        for (const _attempt of [1, 2]) {
          const fault = await fails('tls', client.request({ method: 'POST', url, body: 'secret' }))
          assert.deepEqual([fault.message, fault.sent], [message, false])
        }
      }),
    )
})
