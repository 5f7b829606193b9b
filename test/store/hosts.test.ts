import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { writerClient } from '../../src/store/engine/hosts.ts'

/** A message of PostgreSQL’s protocol: its type, its length, its content. */
function message(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(4 + content.length)
  return Buffer.concat([Buffer.from(type), length, content])
}

const authenticated = message('R', Buffer.alloc(4))
const ready = message('Z', Buffer.from('I'))
const killed = message(
  'E',
  Buffer.from('SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0'),
)

test('a server that is killed while a connection to it opens does not end the process', async (t) => {
  const server = createServer((socket) => {
    socket.once('data', () => socket.end(Buffer.concat([authenticated, ready, killed])))
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  // The address of a listening TCP server is an object.
  const { port } = server.address() as AddressInfo
  const Client = writerClient({
    find: async () => ({ url: `postgres://any@127.0.0.1:${port}/any`, host: '127.0.0.1', port }),
    forget: () => {},
  })
  const client = new Client({ user: 'any' })
  const ended = new Promise((resolve) => client.once('end', resolve))
  await client.connect()
  await ended
})
