import type { Operation } from '../../src/contract/operation.ts'
import type { Reply } from './client.ts'
import { shapes } from './ids.ts'
import { type Slot, slotsOf } from './slots.ts'

/** A request of an operation, ready to be sent. */
export interface Call {
  readonly method: string
  /** Below `/api/v1`, with the query. */
  readonly path: string
  readonly body: unknown
}

/** What is to stand in a slot. */
export type Fill = (slot: Slot) => unknown

const withUnknownIds: Fill = ({ kind }) => shapes[kind].unknown()

/**
 * The operation's own example as a request. Filled are the slots of the path, those that the example has, and the one
 * that is asked for; other optional ones stay out.
 */
export function callOf(operation: Operation, fill: Fill = withUnknownIds, asked?: Slot): Call {
  const { method, path, example } = operation
  const parts = { params: {}, query: { ...example.query }, body: structuredClone(example.body) ?? {} }
  for (const slot of slotsOf(operation)) {
    const part = parts[slot.place]
    if (slot.place === 'params' || slot === asked || valueAt(part, slot.path) !== undefined)
      setAt(part, slot.path, fill(slot))
  }
  const params = new Map<string, unknown>(Object.entries(parts.params))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parts.query)) query.set(name, String(value))
  return {
    method,
    path:
      path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(params.get(name)))) +
      (query.size > 0 ? `?${query}` : ''),
    body: operation.body && parts.body,
  }
}

function valueAt(root: unknown, path: Slot['path']): unknown {
  return path.reduce<unknown>((value, key) => (value === undefined ? undefined : Object(value)[key]), root)
}

function setAt(root: object, [key, ...rest]: Slot['path'], value: unknown): void {
  if (key === undefined) throw new Error('A slot has a path.')
  if (rest.length === 0) {
    Object.assign(root, { [key]: value })
    return
  }
  const [next] = rest
  const inner: unknown = valueAt(root, [key]) ?? (typeof next === 'number' ? [] : {})
  Object.assign(root, { [key]: inner })
  setAt(Object(inner), rest, value)
}

const perRequest = /^(date|x-request-id|(x-)?ratelimit.*)$/

/** An answer as it must not depend on what is not the caller’s own; the request ID in the body is made one and the same. */
export function answerOf({ status, headers, text }: Reply) {
  const requestId = headers.get('x-request-id') ?? ''
  return {
    status,
    headers: [...headers].filter(([name]) => !perRequest.test(name)),
    text: text.replace(`"request_id":"${requestId}"`, '"request_id":"…"'),
  }
}
