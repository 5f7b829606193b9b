import type { Socket } from 'node:net'
import { type ErrorCode, PublicError } from '../contract/errors.ts'
import { randomText } from '../system/random.ts'
import { drainSocket } from './drain.ts'
import { errorBody } from './errors.ts'
import type { HttpLimits } from './limits.ts'

// An import would load Node’s own `fetch` as well: it reads every export. That is 6 MB, and a part of every start.
const { STATUS_CODES } = process.getBuiltinModule('node:http')

const reasons: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The headers are larger than this service accepts.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not arrive completely in time.'],
}

/** Responds to data that is not a valid HTTP request. No route and no hook sees it, so the bytes are written here. */
export function answerBrokenRequest(
  error: Error & { code?: string },
  socket: Socket,
  limits: Pick<HttpLimits, 'drainBytes' | 'requestTimeout'>,
): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const [code, message] = reasons[error.code ?? ''] ?? ['validation_failed', 'This is not a valid HTTP request.']
  const fault = new PublicError(code, message)
  const requestId = `req_${randomText(24)}`
  const body = JSON.stringify(errorBody(fault, requestId))
  socket.end(
    `HTTP/1.1 ${fault.status} ${STATUS_CODES[fault.status]}\r\n` +
      `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `X-Request-Id: ${requestId}\r\nConnection: close\r\n\r\n${body}`,
  )
  drainSocket(socket, limits)
}
