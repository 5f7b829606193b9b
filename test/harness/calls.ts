import type { Operation } from '../../src/contract/operation.ts'
import type { Reply } from './client.ts'
import { shapes } from './ids.ts'
import { type Slot, slotsOf } from './slots.ts'

/** A complete request for an operation. */
export interface Call {
  readonly method: string
  /** Below `/api/v1`, with the query. */
  readonly path: string
  readonly body: unknown
}

/** The value for a slot. */
export type Fill = (slot: Slot) => unknown

const withUnknownIds: Fill = ({ kind }) => shapes[kind].unknown()

/**
 * The operation's example as a request. It contains the slots of the path, those of the example, and the requested one.
 * Other optional slots are left out.
 */
export function callOf(operation: Operation, fill: Fill = withUnknownIds, asked?: Slot): Call {
  const { method, path, example } = operation
  const parts = {
    params: { ...example.params },
    query: { ...example.query },
    body: structuredClone(example.body) ?? {},
  }
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
  if (key === undefined) throw new Error('This slot has no path.')
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

/** The parts of a response that must not depend on data of other users. The request ID in the body is replaced. */
export function answerOf({ status, headers, text }: Reply) {
  const requestId = headers.get('x-request-id') ?? ''
  return {
    status,
    headers: [...headers].filter(([name]) => !perRequest.test(name)),
    text: text.replace(`"request_id":"${requestId}"`, '"request_id":"…"'),
  }
}
