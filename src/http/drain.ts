import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { HttpLimits } from './limits.ts'

/**
 * Reads the rest of a body whose request is answered already. A connection that is closed while the client still sends is
 * reset, and the client then loses the response. A rest that is too large, or takes too long, ends the connection.
 */
export function drainBody(raw: IncomingMessage, limits: Pick<HttpLimits, 'drainBytes' | 'requestTimeout'>): void {
  if (raw.complete || raw.destroyed) return
  const end = drain(raw.socket, limits)
  raw.on('data', end.count)
  raw.once('close', end.stop)
  raw.resume()
}

/** The same for bytes that are no request. */
export function drainSocket(socket: Socket, limits: Pick<HttpLimits, 'drainBytes' | 'requestTimeout'>): void {
  const end = drain(socket, limits)
  socket.on('data', end.count)
  socket.once('close', end.stop)
  socket.resume()
}

function drain(socket: Socket, { drainBytes, requestTimeout }: Pick<HttpLimits, 'drainBytes' | 'requestTimeout'>) {
  const timer = setTimeout(() => socket.destroySoon(), requestTimeout)
  let left = drainBytes
  return {
    count: (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) socket.destroySoon()
    },
    stop: () => clearTimeout(timer),
  }
}
