import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** A DNS server on this machine. It never answers about names that begin with `hangs`. */
export interface NameServer {
  /** With its port, as a resolver takes it. */
  readonly address: string
  /** The names that were asked for, in their order, with repeats. */
  readonly asked: readonly string[]
  readonly stop: () => Promise<void>
}

const typeA = 1
const answeredTo = Buffer.from([127, 0, 0, 1])

/** Names that begin with `good` have the address 127.0.0.1, and no IPv6 address. Others do not exist. */
export async function startNameServer(): Promise<NameServer> {
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, sender) => {
    const { name, type, end } = questionOf(query)
    asked.push(name)
    if (!name.startsWith('hangs'))
      socket.send(answerTo(query.subarray(0, end), name, type), sender.port, sender.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    stop: async () => {
      socket.close()
      await once(socket, 'close')
    },
  }
}

/** RFC 1035, 4.1.2: labels with their lengths, then type and class. */
function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

function answerTo(question: Buffer, name: string, type: number): Buffer {
  const exists = name.startsWith('good')
  const header = Buffer.from(question.subarray(0, 12))
  header.writeUInt16BE(exists ? 0x8180 : 0x8183, 2)
  const has = exists && type === typeA
  header.writeUInt16BE(has ? 1 : 0, 6)
  header.writeUInt32BE(0, 8)
  // The name as a reference to the question, type, class, a time to live of 0 seconds, the address and its length.
  const record = Buffer.concat([Buffer.from([0xc0, 12, 0, typeA, 0, 1, 0, 0, 0, 0, 0, 4]), answeredTo])
  return Buffer.concat([header, question.subarray(12), ...(has ? [record] : [])])
}
