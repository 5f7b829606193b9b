import { PublicError } from '../contract/errors.ts'
import { type Operation, takesKey } from '../contract/operation.ts'
import type { Audience } from '../domain/application.ts'
import { clientOf } from '../domain/client.ts'
import type { RequestCount } from '../store/people/callers.ts'
import { type Caller, EventStream, type PersonCaller, type RequestSender, WithCookie } from '../usecases/context.ts'
import type { AnyUseCase } from '../usecases/index.ts'
import {
  type AuthenticatedCaller,
  authenticateKey,
  authenticateSession,
  type KeyStore,
  type SessionStore,
} from './authenticate.ts'
import { refusalOf } from './authorize.ts'
import { foreignPage, forgeryOf, type Origins } from './forgery.ts'
import {
  type CallLog,
  type FingerprintedRequest,
  type IdempotencyServices,
  once,
  type PerformedCall,
  takesNoKey,
} from './idempotency.ts'
import { parseLastEventId } from './last-event-id.ts'
import {
  filesPerWindow,
  openReadsPerWindow,
  rateWindow,
  registrationsPerWindow,
  unpackedPerWindow,
  weightOfDescription,
  wrongKeysPerWindow,
} from './limits.ts'
import { parseInput, type RawInput } from './parse.ts'
import { type CountRequest, type RateWindow, rateLimited, windowOf } from './rate-limit.ts'
import { createWrongKeys } from './wrong-keys.ts'

export interface CallServices extends IdempotencyServices {
  readonly keys: KeyStore
  readonly sessions: SessionStore
  /** The origin of the public address of this instance. */
  readonly publicOrigin: string
  readonly countRequest: CountRequest
  /** The same, in this process alone: it costs no statement. */
  readonly countHere: CountRequest
  readonly requestsPerMinute: Readonly<Record<Caller['plan'], number>>
  readonly useCase: (name: string) => AnyUseCase | undefined
}

/** Who sent a request, as far as it is known before the request is read. */
export interface Sender {
  /** The value of the `Authorization` header. */
  readonly authorization: string | undefined
  /** The token in the cookie of a session. It does not count beside a key. */
  readonly session: string | undefined
  /** Which of the two doors the request came through. */
  readonly audience: Audience
  readonly origins: Origins
  /** The address of the sender, in the form that rate limits count. */
  readonly address: string
}

/** Whether a request may go on. Its rate limit window is known in any case. */
export interface Admission {
  readonly window: RateWindow
  /** Null if nobody needs to be signed in for the operation, or the key or the session is not valid. */
  readonly caller: Caller | null
  /** Why the request may not go on. */
  readonly refusal: PublicError | null
}

/** A request as plain values, whatever it came through. What is `unknown` is checked here. */
export interface CallRequest extends RawInput, FingerprintedRequest {
  /** Null if nobody is signed in, which only some operations allow. */
  readonly caller: Caller | null
  readonly sender: RequestSender
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
  /** Counts a read of a file of the media host, or of a picture. */
  readonly admitFile: (address: string) => Promise<Admission>
  /** Counts the request for a page or for the form on it, and tells who is signed in in the browser. */
  readonly admitPage: (sender: Sender) => Promise<Admission & { readonly caller: PersonCaller | null }>
  /** Counts what is unpacked for a client. All clients share this limit. */
  readonly admitUnpacking: () => Promise<Admission>
  /** Counts a program that registers itself. */
  readonly admitRegistration: (address: string) => Promise<Admission>
  /** Throws unless the key or the session is still valid for the operation; for responses that last. */
  readonly recheck: (sender: Sender, operation: Operation) => Promise<void>
  readonly perform: (name: string, operation: Operation, request: CallRequest) => Promise<PerformedCall | EventStream>
}

export function createCalls(services: CallServices): Calls {
  const { keys, sessions, publicOrigin, clock, countRequest, countHere, requestsPerMinute, useCase } = services
  const wrongKeys = createWrongKeys(clock)

  async function admitOpen(address: string): Promise<Admission> {
    return admission(await countRequest(`open:${address}`, openReadsPerWindow), null)
  }

  const authenticate = (
    { authorization, session, audience }: Sender,
    counting: RequestCount | null,
  ): Promise<AuthenticatedCaller> =>
    authorization === undefined && session !== undefined
      ? authenticateSession(session, sessions, clock, counting)
      : authenticateKey({ header: authorization, audience, counting }, keys, clock)

  const authenticateAndCount = (sender: Sender): Promise<AuthenticatedCaller> => {
    const now = clock.now()
    return authenticate(sender, { now, endsAt: now + rateWindow, limits: requestsPerMinute })
  }

  /** A cookie counts only for requests from our own pages. */
  const forged = ({ authorization, session, origins }: Sender, operation?: Operation): PublicError | null =>
    authorization === undefined && session !== undefined
      ? forgeryOf(origins, publicOrigin)
      : operation?.scope === null
        ? foreignPage(origins, publicOrigin)
        : null

  /** An operation for everybody: who is signed in counts, but nobody needs to be. */
  async function admitAnybody(sender: Sender, operation: Operation): Promise<Admission> {
    const { authorization, address, session } = sender
    const weight = operation.tag === 'description' ? weightOfDescription : 1
    const window = await countRequest(`open:${address}`, openReadsPerWindow, weight)
    if (operation.tag === 'description' || window.exceeded) return admission(window, null)
    const refusal = forged(sender, operation)
    const isSignedIn = authorization === undefined && session !== undefined && refusal === null
    return admission(window, isSignedIn ? await signedIn(session) : null, refusal)
  }

  /** Null: the session has ended. */
  async function signedIn(session: string): Promise<PersonCaller | null> {
    const found = await authenticateSession(session, sessions, clock).catch(onlyPublic)
    return found instanceof PublicError ? null : found.caller
  }

  return {
    admitOpen,

    async admitFile(address) {
      return admission(await countHere(`file:${address}`, filesPerWindow), null)
    },

    async admitPage({ session, origins, address }) {
      const window = await countRequest(`open:${address}`, openReadsPerWindow)
      // Other sites may lead to a page, but only the page itself may send its form.
      const refusal = origins.method === 'POST' ? forgeryOf(origins, publicOrigin) : null
      const caller = session === undefined || refusal || window.exceeded ? null : await signedIn(session)
      return { ...admission(window, null, refusal), caller }
    },

    async admitUnpacking() {
      return admission(await countRequest('unpacked', unpackedPerWindow), null)
    },

    async admitRegistration(address) {
      return admission(await countRequest(`register:${address}`, registrationsPerWindow), null)
    },

    // A user is limited as a whole, whatever the address. A request without a valid key is limited by its address.
    async admit(sender, operation) {
      if (operation?.scope === null) return admitAnybody(sender, operation)
      const { authorization, session, address } = sender
      const found = await wrongKeys
        .look(address, authorization ?? session, () => authenticateAndCount(sender))
        .catch(onlyPublic)
      if (found instanceof PublicError) {
        const window = await countRequest(`wrong-key:${address}`, wrongKeysPerWindow)
        return { window, caller: null, refusal: wrongKeys.refusal(address, found, window) }
      }
      const { caller, counted } = found
      const limit = requestsPerMinute[caller.plan]
      const window = counted
        ? windowOf(counted, limit, clock.now())
        : await countRequest(`user:${caller.userId}`, limit)
      return admission(window, caller, forged(sender) ?? (operation ? refusalOf(caller, operation, clock.now()) : null))
    },

    async recheck(sender, operation) {
      const { caller } = await authenticate(sender, null)
      const refusal = refusalOf(caller, operation, clock.now())
      if (refusal) throw refusal
    },

    async perform(name, operation, request) {
      if (operation.idempotent === false && request.idempotencyKey !== undefined) throw takesNoKey()
      const input = parseInput(operation, request)
      const run = useCase(name)
      if (run === undefined) throw new Error(`The operation ${name} has no use case.`)
      const { caller, sender } = request
      const call = { ...input, caller, sender, client: clientOf(request.client) }
      if (operation.scope !== null && caller === null)
        throw new Error('A request reached its use case without a caller.')
      if (takesKey(operation) && caller !== null)
        return once(services, {
          name,
          caller,
          key: request.idempotencyKey,
          request,
          log: request.log,
          run: (answer) => run({ ...call, answer }),
        })
      const body =
        operation.produces === 'text/event-stream'
          ? await run({ ...call, lastEventId: parseLastEventId(request.lastEventId) })
          : await run(call)
      if (body instanceof EventStream) return body
      return body instanceof WithCookie
        ? { body: body.body, cookie: { name: body.cookie, token: body.token }, replayed: false }
        : { body, replayed: false }
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
