import assert from 'node:assert/strict'
import { detailCodeNames, isErrorCode } from '../../src/contract/errors.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { defineOperations } from '../../src/contract/operations.ts'
import { platforms } from '../../src/platforms/index.ts'

export const operations = defineOperations(platforms)
export const operationList: readonly [name: string, Operation][] = Object.entries(operations)

export interface Ask {
  /** The API key; null sends none. The default is the client's own key. */
  readonly key?: string | null
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent as it is, instead of `body`. */
  readonly raw?: string | Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape, and the checks below parse them.
  readonly body: any
}

export type Client = (method: string, path: string, ask?: Ask) => Promise<Reply>

/** A client of one instance. It checks what must be true for every response; an older version lacks additions. */
export function createClient(base: string, ownKey: string | null, { older = false } = {}): Client {
  return async (method, path, { key = ownKey, body, raw, headers = {} } = {}) => {
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await fetchKept(`${base}/api/v1${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload === undefined ? {} : { body: payload }),
    })
    const text = await textOf(response)
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
    const reply = {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text !== '' ? JSON.parse(text) : undefined,
    }
    if (!older) checkReply(method, path, reply)
    return reply
  }
}

/** A kept connection may end at the moment it is used again; browsers repeat a read then, too. */
function fetchKept(url: string, init: RequestInit): Promise<Response> {
  return fetch(url, init).catch((error: Error & { cause?: { code?: string } }) => {
    const isRead = init.method === 'GET' || init.method === 'HEAD'
    if (isRead && error.cause?.code === 'ECONNRESET') return fetch(url, init)
    throw error
  })
}

/** A stream of events does not end. Only its start is checked here. */
async function textOf(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text()
  await response.body?.cancel()
  return ''
}

export function checkReply(method: string, path: string, reply: Reply): void {
  const what = `${method} ${path} → ${reply.status} ${reply.text.slice(0, 500)}`
  assert.match(reply.headers.get('x-request-id') ?? '', /^[\w.:-]{1,64}$/, what)
  if (reply.status >= 400) {
    checkError(reply, what)
    return
  }
  const operation = findOperation(method, path)
  if (operation && !operation.produces && method !== 'HEAD') {
    const { error } = operation.response.safeParse(reply.body)
    assert.equal(error, undefined, `${what}\nnot what the contract says: ${error}`)
  }
}

function checkError({ body, status, headers }: Reply, what: string): void {
  assert.deepEqual(Object.keys(body ?? {}), ['status', 'error', 'request_id'], what)
  assert.equal(body.status, 'error', what)
  assert.ok(isErrorCode(body.error.code), what)
  assert.ok(typeof body.error.message === 'string' && body.error.message.length > 10, what)
  assert.ok(Array.isArray(body.error.details), what)
  for (const { code } of body.error.details) assert.ok(detailCodeNames.includes(code), `${what}\n${code} has no line`)
  assert.equal(body.request_id, headers.get('x-request-id'), what)
  if (status === 429 || status === 503) assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/, what)
}

function findOperation(method: string, path: string): Operation | undefined {
  const [pathname = ''] = path.split('?')
  return operationsAt(pathname).find((operation) => operation.method === method)
}

/** The operations whose path a path matches, those without an ID first, as the service finds them. */
export function operationsAt(path: string): readonly Operation[] {
  const matching = operationList.flatMap(([, operation]) =>
    new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path) ? [operation] : [],
  )
  return matching.toSorted((a, b) => Number(b.path === path) - Number(a.path === path))
}
