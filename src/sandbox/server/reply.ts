import type { SimulatedReply } from '../shared/simulator.ts'
import { consentPage } from './pages.ts'

/** The reaction of the server to a request: an answer, or none. */
export type ServerReply =
  | AnswerReply
  /** No answer until the client disconnects, or until any client has given up. */
  | { readonly type: 'hold' }
  /** The connection is closed at once. */
  | { readonly type: 'reset' }

export interface AnswerReply {
  readonly type: 'answer'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | string
}

export function answered({ status, headers, body, page }: SimulatedReply): AnswerReply {
  if (page) return shownPage(consentPage(page), status)
  if (body === undefined) return { type: 'answer', status, headers: { ...headers }, body: '' }
  if (Buffer.isBuffer(body)) return typed('application/octet-stream', body)
  if (typeof body === 'string') return typed('text/plain; charset=utf-8', body)
  return typed('application/json; charset=utf-8', JSON.stringify(body))

  function typed(contentType: string, content: Buffer | string): AnswerReply {
    return { type: 'answer', status, headers: { 'content-type': contentType, ...headers }, body: content }
  }
}

/** No script runs in a page, and nothing is loaded into it, whatever somebody has posted. `data:` is its empty icon. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'"

/** A page for a browser. */
export const shownPage = (body: string, status = 200): AnswerReply => ({
  type: 'answer',
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
  body,
})

/** The same answer, with its JSON cut in half. */
export function broken(answer: AnswerReply): AnswerReply {
  const text = answer.body.toString()
  return { ...answer, body: text === '' ? '{' : text.slice(0, Math.ceil(text.length / 2)) }
}
