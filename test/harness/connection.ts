import { once } from 'node:events'
import { connect } from 'node:net'
import { eventually } from './eventually.ts'

/** A connection under the test's control, to send a request in pieces, late, or never. */
export interface Connection {
  readonly send: (data: string | Uint8Array) => void
  /** All data received so far. */
  readonly received: () => string
  /** Waits until the pattern has arrived. */
  readonly until: (pattern: RegExp) => Promise<string>
  readonly isClosed: () => boolean
  /** Waits until the other side has closed. */
  readonly closed: () => Promise<string>
  readonly drop: () => void
}

export async function openConnection(base: string): Promise<Connection> {
  const { hostname, port } = new URL(base)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  let text = ''
  let closed = false
  socket.setEncoding('latin1').on('data', (chunk) => (text += chunk))
  socket.on('error', () => {}).on('close', () => (closed = true))
  await once(socket, 'connect')
  return {
    send: (data) => void (socket.writable && socket.write(data)),
    received: () => text,
    until: (pattern) => eventually(`${pattern} comes`, () => (pattern.test(text) ? text : false)),
    isClosed: () => closed,
    closed: async () => {
      await eventually('the connection is closed', () => closed)
      return text
    },
    drop: () => socket.destroy(),
  }
}

/** The lines of a request before its body. */
export const requestHead = (method: string, path: string, headers: Readonly<Record<string, string>>): string =>
  [`${method} ${path} HTTP/1.1`, 'Host: test', ...Object.entries(headers).map((pair) => pair.join(': ')), '', ''].join(
    '\r\n',
  )
