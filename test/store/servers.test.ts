import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { openDatabase } from '../../src/store/engine/database.ts'
import { freePort } from '../harness/process.ts'

const server = (): URL => new URL(process.env.TEST_DATABASE_URL ?? assert.fail('TEST_DATABASE_URL is not set'))

/** The message with which a client of PostgreSQL ends its connection. */
const terminate = Buffer.from([0x58, 0, 0, 0, 4])

/** A way to a server that becomes silent when the first connection is to end: nothing passes there, and it never closes. */
async function startSilentAtEnd({ hostname, port }: URL) {
  const sockets = new Set<Socket>()
  let isFirst = true
  const relay = createServer({ allowHalfOpen: true }, (near) => {
    const [far, goesSilent] = [connect(Number(port), hostname), isFirst]
    isFirst = false
    for (const socket of [near, far]) sockets.add(socket.on('error', () => {}))
    let silent = false
    near.on('data', (bytes) => {
      silent ||= goesSilent && bytes.equals(terminate)
      if (!silent) far.write(bytes)
    })
    near.on('end', () => goesSilent || far.end())
    far.pipe(near)
  })
  await once(relay.listen(0, '127.0.0.1'), 'listening')
  const address = relay.address()
  assert.ok(address !== null && typeof address === 'object')
  return {
    port: address.port,
    stop: () => {
      relay.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

test('the search for the server that takes writes waits for no server to close its connection', async (t) => {
  const url = server()
  const way = await startSilentAtEnd(url)
  t.after(way.stop)
  const servers = `127.0.0.1:${way.port},127.0.0.1:${await freePort()}`
  const database = openDatabase({ url: `postgres://${url.username}@${servers}${url.pathname}` })
  try {
    await database.ping()
  } finally {
    await database.close()
  }
})
