import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createHttpClient } from '../../src/outbound/http-client.ts'
import { usualLife } from '../../src/outbound/reusable-connections.ts'
import { call } from '../../src/platforms/shared/call.ts'
import { exceptions } from '../harness/outbound.ts'
import { startOrigin } from '../harness/servers/origin.ts'

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

test('reads from a platform share a connection, and each call that changes something has its own, also if it is a GET', async () => {
  const http = createHttpClient({ exceptions, reusableFor: usualLife })
  const origin = await startOrigin((socket) => {
    socket.write(ok)
    socket.on('data', () => socket.write(ok))
  })
  after(async () => {
    http.close()
    await origin.stop()
  })
  const url = `http://127.0.0.1:${origin.port}/`
  for (const _ of [1, 2, 3]) await call({ http }, { method: 'GET', url })
  assert.equal(origin.connections, 1)
  for (const method of ['POST', 'PUT', 'DELETE'] as const) await call({ http }, { method, url })
  await call({ http }, { method: 'GET', url, once: true })
  assert.equal(origin.connections, 5)
})
