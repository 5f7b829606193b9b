import { gzipSync } from 'node:zlib'
import { freePort } from '../../../scripts/free-port.ts'
import { fullQueue } from './full-queue.ts'
import { answer, head, type OriginOptions, type Script, startOrigin } from './origin.ts'

/** A receiver of webhooks, at the level of sockets. */
export interface Endpoint {
  readonly url: string
  readonly connections: () => number
  /** When the head of each request arrived, in milliseconds. */
  readonly requests: readonly number[]
  /** All data received, per connection, in Latin-1. */
  readonly received: () => readonly string[]
  /** Open connections. */
  readonly open: () => number
  readonly stop: () => Promise<void>
}

interface Options extends OriginOptions {
  /** The host name in its URL, if it is not the IP address. */
  readonly name?: string
}

/** An endpoint that handles each request as its script says; `index` counts the requests. */
export async function endpoint(
  script: (index: number) => Script,
  { name = '127.0.0.1', ...options }: Options = {},
): Promise<Endpoint> {
  const requests: number[] = []
  const origin = await startOrigin((socket, text) => script(requests.push(Date.now()) - 1)(socket, text), options)
  const scheme = options.certificate === undefined ? 'http' : 'https'
  return {
    url: `${scheme}://${name}:${origin.port}/hook`,
    connections: () => origin.connections,
    requests,
    received: () => origin.received,
    open: () => origin.open,
    stop: origin.stop,
  }
}

const nothingSeen = { connections: () => 0, requests: [], received: () => [], open: () => 0 }

/** Nobody listens there. */
export const nobody = async (): Promise<Endpoint> => ({
  url: `http://127.0.0.1:${await freePort()}/hook`,
  ...nothingSeen,
  stop: async () => {},
})

/** It never accepts connections. */
export async function hangingConnect(): Promise<Endpoint> {
  const { port, stop } = await fullQueue()
  return { url: `http://127.0.0.1:${port}/hook`, ...nothingSeen, stop }
}

export const saysNothing: Script = () => {}

export const says =
  (status: number, headers: Readonly<Record<string, string>> = {}, body: string | Uint8Array = ''): Script =>
  (socket) =>
    socket.end(answer(status, headers, body))

/** One after the other; the last one repeats. */
export const inTurn =
  (...scripts: readonly Script[]) =>
  (index: number): Script =>
    scripts[Math.min(index, scripts.length - 1)] ?? saysNothing

export const always = (script: Script) => () => script

export const cuts: Script = (socket) => socket.resetAndDestroy()

/** Long enough for the response to arrive before the connection is cut. */
const hearing = 100 // milliseconds

export const saysThenCuts =
  (status: number): Script =>
  (socket) => {
    socket.write(head(status, { 'Content-Length': '100' }))
    setTimeout(() => socket.resetAndDestroy(), hearing)
  }

/** A body that arrives letter by letter, too slowly to be complete within any time-out. */
export const drips: Script = (socket) => {
  socket.write(head(200, { 'Content-Length': '1000' }))
  const timer = setInterval(() => socket.write('x'), 20)
  socket.on('close', () => clearInterval(timer))
}

/** Sends a piece again and again, as fast as it is accepted; reports how much was sent. */
function endless(first: string | Uint8Array, piece: Uint8Array) {
  let sent = 0
  const script: Script = (socket) => {
    socket.write(first)
    const more = () => {
      while (!socket.destroyed) {
        sent += piece.length
        if (!socket.write(piece)) return
      }
    }
    socket.on('drain', more)
    more()
  }
  return { script, sent: () => sent }
}

const mebibyte = 1024 * 1024

/** Compressed data, about a thousand times larger when it is decompressed. */
export const bomb = () =>
  endless(head(200, { 'Content-Encoding': 'gzip' }), gzipSync(Buffer.alloc(64 * mebibyte), { level: 9 }))

export const flood = () => endless(head(200, {}), Buffer.alloc(mebibyte, 'x'))

/** Sends informational responses forever, and never a final one. */
export const promises = (): Script => endless('', Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'.repeat(100))).script

/** The request of a connection; undefined if the connection was cut before it was complete. */
export function wholeRequest(received: string): { headers: Readonly<Record<string, string>>; body: string }[] {
  const end = received.indexOf('\r\n\r\n')
  const lines = received.slice(0, Math.max(0, end)).split('\r\n').slice(1)
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const body = received.slice(end + 4)
  return end > 0 && body.length === Number(headers['content-length'])
    ? [{ headers, body: Buffer.from(body, 'latin1').toString('utf8') }]
    : []
}
