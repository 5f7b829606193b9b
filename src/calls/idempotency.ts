import { hash } from 'node:crypto'
import { PublicError } from '../contract/errors.ts'
import type { OperationName } from '../contract/operations.ts'
import { day, minute } from '../domain/time.ts'
import { isAway } from '../store/engine/away.ts'
import type { Transaction } from '../store/engine/database.ts'
import type { ClaimTimes, IdempotencyClaim, IdempotencyRecord, IdempotencyRecords } from '../store/idempotency.ts'
import type { Clock } from '../system/clock.ts'
import { crashPoint } from '../system/crash-point.ts'
import type { Log } from '../system/log.ts'
import type { Pace } from '../system/pace.ts'
import { randomText } from '../system/random.ts'
import { type Answer, AnsweredCall, type Caller, type CookieName } from '../usecases/context.ts'

const retainedFor = 7 * day
const lease = 2 * minute
const renewEvery = lease / 3

export interface IdempotencyServices {
  readonly idempotency: IdempotencyRecords
  readonly clock: Clock
  readonly pace: Pace
  /** Renews the parts of a stored response that can't be stored, such as a signed address. */
  readonly replay: (operation: string, body: unknown) => Promise<unknown>
}

export type CallLog = Pick<Log, 'warn'>

/** The parts of a request that make it the same as an earlier one. */
export interface FingerprintedRequest {
  readonly method: string
  /** The path as it was sent, without the query. */
  readonly path: string
  readonly query: unknown
  readonly body: unknown
}

export interface IdempotentCall {
  readonly name: string
  readonly caller: Caller
  /** The key as it was sent; undefined if there is none. */
  readonly key: unknown
  readonly request: FingerprintedRequest
  readonly log: CallLog
  readonly run: (answer: Answer) => Promise<unknown>
}

/** A response body. `replayed`: it is the stored one of an earlier request. */
export interface PerformedCall {
  readonly body: unknown
  /** The token for a cookie; null removes the cookie. */
  readonly cookie?: { readonly name: CookieName; readonly token: string | null }
  readonly replayed: boolean
}

/** Operations that only write rows. Nothing must be kept from happening twice before their transaction. */
const onlyRows: ReadonlySet<string> = new Set<OperationName>(['createPost'])

/**
 * Makes a request with an `Idempotency-Key` take effect once. The response is stored in the transaction of the effect, so a
 * repeat finds either the response, or that nothing happened. The key is claimed before the use case runs, or together with
 * the effect if that is only rows.
 */
export async function once(services: IdempotencyServices, call: IdempotentCall): Promise<PerformedCall> {
  const { name, caller, key, request, run } = call
  if (key === undefined) return { body: bodyOf(await run(notStoring)), replayed: false }
  if (!isKey(key)) throw invalidKey()
  const claim = { userId: caller.userId, key, fingerprint: fingerprint(request), holder: randomText(24) }
  const now = services.clock.now()
  const times = { now, leaseUntil: now + Math.ceil(services.pace(lease)), expiresAt: now + retainedFor }
  return onlyRows.has(name) ? claimWithEffect(services, call, claim, times) : claimBefore(services, call, claim, times)
}

/** Two equal requests may both come to their transactions. The one that is second stores nothing, and gets the response. */
async function claimWithEffect(
  { idempotency, replay }: IdempotencyServices,
  { name, run }: IdempotentCall,
  claim: IdempotencyClaim,
  times: ClaimTimes,
): Promise<PerformedCall> {
  try {
    const body = bodyOf(await run(storingAnswer(idempotency, claim, times)))
    crashPoint('idempotency.stored')
    return { body, replayed: false }
  } catch (error) {
    // The first request may be the reason why this one is refused: its time has passed meanwhile, for example.
    const first = isAway(error) ? undefined : await idempotency.find(claim, times.now)
    if (first === undefined) throw error
    return { body: await replay(name, answerOf(first, claim)), replayed: true }
  }
}

async function claimBefore(
  { idempotency, clock, pace, replay }: IdempotencyServices,
  { name, log, run }: IdempotentCall,
  claim: IdempotencyClaim,
  times: ClaimTimes,
): Promise<PerformedCall> {
  if (!(await idempotency.claim(claim, times))) {
    const first = await idempotency.find(claim, times.now)
    if (first === undefined) throw inProgress()
    return { body: await replay(name, answerOf(first, claim)), replayed: true }
  }
  crashPoint('idempotency.claimed')

  const renewal = setInterval(() => {
    idempotency
      .renew(claim, clock.now() + Math.ceil(pace(lease)))
      .catch((err) => log.warn({ err }, 'the lease of an idempotency key was not renewed'))
  }, pace(renewEvery))
  try {
    const body = bodyOf(await run(storingAnswer(idempotency, claim, times)))
    crashPoint('idempotency.stored')
    return { body, replayed: false }
  } catch (error) {
    // The caller still gets the error of the use case; the lease expires.
    const released = idempotency.release(claim).catch((err) => log.warn({ err }, 'an idempotency key was not released'))
    // If the database is away, the caller need not wait until this fails as well.
    if (!isAway(error)) await released
    throw error
  } finally {
    clearInterval(renewal)
  }
}

/** The types make sure of this for every idempotent use case, but they do not exist at run time. */
function bodyOf(result: unknown): unknown {
  if (result instanceof AnsweredCall) return result.body
  throw new Error('An idempotent use case returned a response that it did not store.')
}

const isKey = (key: unknown): key is string => typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)

const invalidKey = (): PublicError =>
  new PublicError('validation_failed', 'Idempotency-Key must be 1 to 255 visible ASCII characters, sent once.', {
    details: [
      { path: 'Idempotency-Key', code: 'invalid_format', message: 'Must be 1 to 255 visible ASCII characters.' },
    ],
  })

/** Its effect is another one each time: a sign-in must make a new session, for example. */
export const takesNoKey = (): PublicError =>
  new PublicError('validation_failed', 'This operation takes no Idempotency-Key. Leave the header out.', {
    details: [{ path: 'Idempotency-Key', code: 'not_taken', message: 'This operation takes no key.' }],
  })

/** Two requests are the same if method, path, query and body are the same. The order of names does not matter. */
function fingerprint({ method, path, query, body }: FingerprintedRequest): string {
  const parts = [method, path, query, body ?? null]
  return hash('sha256', JSON.stringify(parts, sortNames))
}

/** For `JSON.stringify`: the order of names in the input does not change the text. */
export const sortNames = (_name: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

const notStoring: Answer = Object.assign(async <T>(_tx: Transaction, body: T) => new AnsweredCall(body), {
  afterwards: async <T>(body: T) => new AnsweredCall(body),
  row: () => null,
})

/** A request that lost its lease to another one stores nothing: its whole transaction fails. */
function storingAnswer(idempotency: IdempotencyRecords, claim: IdempotencyClaim, times: ClaimTimes): Answer {
  const row = (body: unknown) => idempotency.row(claim, times, body)
  const store = async <T>(tx: Transaction, body: T, repeated = body) => {
    if (!(await idempotency.answer(tx, row(repeated), times.now))) throw inProgress()
    return new AnsweredCall(body)
  }
  const afterwards = async <T>(body: T) => {
    if (!(await idempotency.answerAlone(row(body), times.now))) throw inProgress()
    return new AnsweredCall(body)
  }
  return Object.assign(store, { row, afterwards })
}

/** The response of the first request with this key. */
function answerOf(first: IdempotencyRecord, claim: IdempotencyClaim): unknown {
  if (first.fingerprint !== claim.fingerprint)
    throw new PublicError(
      'idempotency_key_reused',
      'This Idempotency-Key was used for another request. Use a new key for each request, and repeat a request unchanged.',
    )
  if (first.answer === null) throw inProgress()
  return first.answer
}

const inProgress = (): PublicError =>
  new PublicError(
    'idempotency_in_progress',
    'The first request with this Idempotency-Key is still running. Repeat it in a moment.',
    {
      headers: { 'retry-after': '1' },
    },
  )
