import { PublicError } from '../contract/errors.ts'
import type { Operation } from '../contract/operation.ts'
import { clientOf } from '../domain/client.ts'
import { type Caller, Streamed } from '../usecases/context.ts'
import type { AnyUseCase } from '../usecases/index.ts'
import { authenticate, type KeyStore } from './authenticate.ts'
import { refusalOf } from './authorize.ts'
import { type CallLog, type Fingerprinted, type IdempotencyServices, once, type Performed } from './idempotency.ts'
import { parseLastEventId } from './last-event-id.ts'
import { openReadsPerWindow, wrongKeysPerWindow } from './limits.ts'
import { parseInput, type RawInput } from './parse.ts'
import { type CountRequest, type RateWindow, rateLimited } from './rate-limit.ts'
import { createWrongKeys } from './wrong-keys.ts'

export interface CallServices extends IdempotencyServices {
  readonly keys: KeyStore
  readonly countRequest: CountRequest
  readonly requestsPerMinute: Readonly<Record<Caller['plan'], number>>
  readonly useCase: (name: string) => AnyUseCase | undefined
}

/** Who sent a request, as far as it is known before the request is read. */
export interface Sender {
  /** The value of the `Authorization` header. */
  readonly authorization: string | undefined
  /** What counts as one address for rate limits. */
  readonly address: string
}

/** Whether a request may go on. Its rate limit window is known in any case. */
export interface Admission {
  readonly window: RateWindow
  /** Null if the operation needs no key, or the key is not valid. */
  readonly caller: Caller | null
  /** Why the request may not go on. */
  readonly refusal: PublicError | null
}

/** A request as plain values, whatever it came through. What is `unknown` is checked here. */
export interface CallRequest extends RawInput, Fingerprinted {
  readonly caller: Caller
  readonly client: unknown
  readonly idempotencyKey: unknown
  readonly lastEventId: unknown
  readonly log: CallLog
}

/**
 * Performs the operations of the API for whatever takes requests in. In this order: authenticate, rate limit,
 * authorize (`admit`, before the input is read); parse, idempotency, use case (`perform`).
 */
export interface Calls {
  readonly admit: (sender: Sender, operation?: Operation) => Promise<Admission>
  /** Counts a read that needs no key. */
  readonly admitOpen: (address: string) => Promise<Admission>
  /** Throws unless the key is still valid for the operation; for responses that last. */
  readonly recheck: (authorization: string | undefined, operation: Operation) => Promise<void>
  readonly perform: (name: string, operation: Operation, request: CallRequest) => Promise<Performed | Streamed>
}

export function createCalls(services: CallServices): Calls {
  const { keys, clock, countRequest, requestsPerMinute, useCase } = services
  const wrongKeys = createWrongKeys(clock)

  async function admitOpen(address: string): Promise<Admission> {
    return admission(await countRequest(`open:${address}`, openReadsPerWindow), null)
  }

  return {
    admitOpen,

    // A user is limited as a whole, whatever the address. A request without a valid key is limited by its address.
    async admit({ authorization, address }, operation) {
      if (operation?.scope === null) return admitOpen(address)
      const caller = await wrongKeys
        .look(address, authorization, () => authenticate(authorization, keys, clock))
        .catch(onlyPublic)
      if (caller instanceof PublicError) {
        const window = await countRequest(`wrong-key:${address}`, wrongKeysPerWindow)
        return { window, caller: null, refusal: wrongKeys.refusal(address, caller, window) }
      }
      const window = await countRequest(`user:${caller.userId}`, requestsPerMinute[caller.plan])
      return admission(window, caller, operation ? refusalOf(caller, operation) : null)
    },

    async recheck(authorization, operation) {
      const refusal = refusalOf(await authenticate(authorization, keys, clock), operation)
      if (refusal) throw refusal
    },

    async perform(name, operation, request) {
      const input = parseInput(operation, request)
      const run = useCase(name)
      if (run === undefined) throw new Error(`The operation ${name} has no use case.`)
      const call = { ...input, caller: request.caller, client: clientOf(request.client) }
      if (operation.idempotent)
        return once(services, {
          name,
          caller: request.caller,
          key: request.idempotencyKey,
          request,
          log: request.log,
          run: (answer) => run({ ...call, answer }),
        })
      const body =
        operation.produces === 'text/event-stream'
          ? await run({ ...call, lastEventId: parseLastEventId(request.lastEventId) })
          : await run(call)
      return body instanceof Streamed ? body : { body, replayed: false }
    },
  }
}

/** A full window is the first reason to refuse. */
const admission = (window: RateWindow, caller: Caller | null, refusal: PublicError | null = null): Admission => ({
  window,
  caller,
  refusal: window.exceeded ? rateLimited(window) : refusal,
})

function onlyPublic(error: unknown): PublicError {
  if (error instanceof PublicError) return error
  throw error
}
