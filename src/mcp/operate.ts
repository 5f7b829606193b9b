import type { Calls, Sender } from '../calls/calls.ts'
import { apiPrefix } from '../contract/openapi.ts'
import type { Operation, Output } from '../contract/operation.ts'
import type { OperationName, Operations } from '../contract/operations.ts'
import type { Log } from '../system/log.ts'
import { EventStream } from '../usecases/context.ts'

/** Who sent a message, and where its faults are logged. */
export interface MessageContext {
  readonly sender: Sender
  readonly agent: string
  readonly log: Pick<Log, 'warn' | 'error'>
}

interface Input {
  readonly params?: Readonly<Record<string, string | number>>
  /** As in the query of a URL. */
  readonly query?: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body?: object
  readonly idempotencyKey?: string
}

/** Performs an operation of the API with the rights of the sender. Throws what the API would respond as an error. */
export type Operate = <N extends OperationName>(name: N, input?: Input) => Promise<Output<Operations[N]>>

export interface OperateServices {
  readonly calls: Calls
  readonly operations: Operations
}

/** Each operation goes through the same steps as a request over HTTP, and counts as one. */
export function createOperate({ calls, operations }: OperateServices, { sender, agent, log }: MessageContext): Operate {
  return async (name, { params = {}, query = {}, body, idempotencyKey } = {}) => {
    const operation: Operation = operations[name]
    const { caller, refusal } = await calls.admit(sender, operation)
    if (refusal) throw refusal
    const ids = Object.fromEntries(Object.entries(params).map(([slot, id]) => [slot, String(id)]))
    const performed = await calls.perform(name, operation, {
      caller,
      sender: { address: sender.address, agent },
      client: 'mcp',
      method: operation.method,
      path: apiPrefix + operation.path.replace(/\{(\w+)\}/g, (_slot, id) => ids[id] ?? ''),
      params: operation.params && ids,
      query: withoutUndefined(query),
      body,
      idempotencyKey,
      lastEventId: undefined,
      log,
    })
    if (performed instanceof EventStream) throw new Error(`A tool cannot read the stream of ${name}.`)
    // The use case of this name returned it. The types cannot express that.
    return performed.body as Output<Operations[typeof name]>
  }
}

const withoutUndefined = (query: object): object =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
