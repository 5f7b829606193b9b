import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Reply } from './client.ts'

/** A request as bytes: nothing is escaped or checked, and only the required lines are added. */
export interface RawRequest {
  readonly method: string
  /** The whole target of the request line. */
  readonly target: string
  readonly headers?: readonly (readonly [name: string, value: string])[]
  readonly body?: Uint8Array
}

/** How long a response may take before the test fails. */
const patience = 60_000

/** Sends a request over a new socket, and reads the response to its end. */
export function sendRaw(base: string, { method, target, headers = [], body }: RawRequest): Promise<Reply> {
  const { host } = new URL(base)
  const lines = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${host}`,
    'Connection: close',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : [`Content-Length: ${body.length}`]),
  ]
  return sendBytes(
    base,
    Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body ?? new Uint8Array()]),
  )
}

/** Sends bytes that may not be a request. */
export async function sendBytes(base: string, bytes: Uint8Array): Promise<Reply> {
  const { hostname, port } = new URL(base)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.setTimeout(patience, () => socket.destroy(new Error('No response arrived.')))
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => {
    chunks.push(chunk)
    // A stream of events does not end.
    if (/^content-type: text\/event-stream/im.test(chunk.toString('latin1'))) socket.destroy()
  })
  // A server may respond and close before it has read everything. The response counts, not how the connection closed.
  const failed = new Promise<Error>((resolve) => socket.on('error', resolve))
  const closed = once(socket, 'close').catch((error: Error) => error)
  socket.write(bytes)
  await closed
  if (chunks.length === 0)
    throw (await Promise.race([failed, null])) ?? new Error('The connection was closed without a response.')
  return parseReply(Buffer.concat(chunks))
}

function parseReply(bytes: Buffer): Reply {
  const end = bytes.indexOf('\r\n\r\n')
  assert.ok(end > 0, `not an HTTP answer: ${bytes.toString('latin1').slice(0, 200)}`)
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1])
  const rest = bytes.subarray(end + 4)
  if (status >= 100 && status < 200) return parseReply(rest)
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trim()]
    }),
  )
  const body = headers.get('transfer-encoding') === 'chunked' ? joinChunks(rest) : rest
  const text = body.toString('utf8')
  const isJson = headers.get('content-type')?.startsWith('application/json') ?? false
  return { status, headers, text, body: isJson && text !== '' ? JSON.parse(text) : undefined }
}

function joinChunks(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    if (!(size > 0)) return Buffer.concat(parts)
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
}
