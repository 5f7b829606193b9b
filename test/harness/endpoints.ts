import { gzipSync } from 'node:zlib'
import { freePort } from '../../scripts/free-port.ts'
import { fullQueue } from './full-queue.ts'
import { answer, head, type OriginOptions, type Script, startOrigin } from './origin.ts'

/** Where webhooks are sent, down to the socket. */
export interface Endpoint {
  readonly url: string
  readonly connections: () => number
  /** When each request had its head here, in milliseconds. */
  readonly requests: readonly number[]
  /** Everything that came, connection by connection, in Latin-1. */
  readonly received: () => readonly string[]
  /** Connections that are still there. */
  readonly open: () => number
  readonly stop: () => Promise<void>
}

interface Options extends OriginOptions {
  /** What stands in its address, where that is not the number of where it listens. */
  readonly name?: string
}

/** An endpoint that does to each request what its script says; `index` counts them. */
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

/** Connections to it are never taken. */
export async function hangingConnect(): Promise<Endpoint> {
  const { port, stop } = await fullQueue()
  return { url: `http://127.0.0.1:${port}/hook`, ...nothingSeen, stop }
}

export const saysNothing: Script = () => {}

export const says =
  (status: number, headers: Readonly<Record<string, string>> = {}, body: string | Uint8Array = ''): Script =>
  (socket) =>
    socket.end(answer(status, headers, body))

/** Each in its turn, the last one for ever. */
export const inTurn =
  (...scripts: readonly Script[]) =>
  (index: number): Script =>
    scripts[Math.min(index, scripts.length - 1)] ?? saysNothing

export const always = (script: Script) => () => script

export const cuts: Script = (socket) => socket.resetAndDestroy()

/** Long enough for what was said to be heard before the connection is cut. */
const hearing = 100 // milliseconds

export const saysThenCuts =
  (status: number): Script =>
  (socket) => {
    socket.write(head(status, { 'Content-Length': '100' }))
    setTimeout(() => socket.resetAndDestroy(), hearing)
  }

/** A body that comes letter by letter, and not whole while anybody waits. */
export const drips: Script = (socket) => {
  socket.write(head(200, { 'Content-Length': '1000' }))
  const timer = setInterval(() => socket.write('x'), 20)
  socket.on('close', () => clearInterval(timer))
}

/** Sends a piece again and again, as fast as it is taken; tells how much was. */
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

/** Little of it is much once it is unpacked: about a thousandth. */
export const bomb = () =>
  endless(head(200, { 'Content-Encoding': 'gzip' }), gzipSync(Buffer.alloc(64 * mebibyte), { level: 9 }))

export const flood = () => endless(head(200, {}), Buffer.alloc(mebibyte, 'x'))

/** Says for ever that an answer will come. */
export const promises = (): Script => endless('', Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'.repeat(100))).script

/** The request of a connection; none where it was cut before it was whole. */
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
