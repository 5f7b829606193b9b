import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PublicError } from '../contract/errors.ts'
import { day, minute } from '../domain/time.ts'
import type { IdempotencyClaim, IdempotencyRecords } from '../store/idempotency.ts'
import type { Clock } from '../system/clock.ts'
import { crashPoint } from '../system/crash-point.ts'
import type { Pace } from '../system/pace.ts'
import { randomText } from '../system/random.ts'
import { type Answer, Answered, type Caller } from '../usecases/context.ts'

const keptFor = 7 * day
const lease = 2 * minute
const renewEvery = lease / 3

export interface IdempotencyServices {
  readonly idempotency: IdempotencyRecords
  readonly clock: Clock
  readonly pace: Pace
  /** Makes anew what a stored answer can't keep, such as a signed address. */
  readonly replay: (operation: string, body: unknown) => Promise<unknown>
}

type Run = (answer: Answer) => Promise<unknown>

/**
 * Makes a request with an `Idempotency-Key` take effect once. The key is claimed before the use case runs, and the
 * answer is stored in the transaction of the effect; so a repeat finds either the answer, or that nothing happened.
 */
export async function once(
  { idempotency, clock, pace, replay }: IdempotencyServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { name, caller, run }: { name: string; caller: Caller; run: Run },
): Promise<unknown> {
  const key = readKey(request)
  if (key === undefined) return bodyOf(await run(async (_tx, body) => new Answered(body)))

  const claim = { userId: caller.userId, key, fingerprint: fingerprint(request), holder: randomText(24) }
  const now = clock.now()
  if (!(await idempotency.claim(claim, { now, leaseUntil: now + Math.ceil(pace(lease)), expiresAt: now + keptFor })))
    return replay(name, await repeat(idempotency, claim, reply))
  crashPoint('idempotency.claimed')

  const renewal = setInterval(() => {
    idempotency
      .renew(claim, clock.now() + Math.ceil(pace(lease)))
      .catch((err) => request.log.warn({ err }, 'lease not renewed'))
  }, pace(renewEvery))
  try {
    const body = bodyOf(await run(storingAnswer(idempotency, claim)))
    crashPoint('idempotency.stored')
    return body
  } catch (error) {
    // What went wrong is told all the same; the lease runs out by itself.
    await idempotency.release(claim).catch((err) => request.log.warn({ err }, 'key not released'))
    throw error
  } finally {
    clearInterval(renewal)
  }
}

/** The types ask this of every use case whose operation is idempotent; here nothing is left of them. */
function bodyOf(result: unknown): unknown {
  if (result instanceof Answered) return result.body
  throw new Error('An idempotent use case returned an answer that it did not store.')
}

function readKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined || (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key))) return key
  throw new PublicError('validation_failed', 'Idempotency-Key must be 1 to 255 visible ASCII characters, sent once.', {
    details: [
      { path: 'Idempotency-Key', code: 'invalid_format', message: 'Must be 1 to 255 visible ASCII characters.' },
    ],
  })
}

/** Two requests are the same when method, path, query and body are; the order of names in them does not matter. */
function fingerprint(request: FastifyRequest): string {
  const [path] = request.url.split('?')
  const parts = [request.method, path, request.query, request.body ?? null]
  return createHash('sha256').update(JSON.stringify(parts, sortNames)).digest('hex')
}

const sortNames = (_name: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** A claim whose lease another request took over stores nothing, and takes its whole transaction with it. */
const storingAnswer =
  (idempotency: IdempotencyRecords, claim: IdempotencyClaim): Answer =>
  async (tx, body, repeated = body) => {
    if (!(await idempotency.answer(tx, claim, repeated))) throw inProgress()
    return new Answered(body)
  }

async function repeat(idempotency: IdempotencyRecords, claim: IdempotencyClaim, reply: FastifyReply): Promise<unknown> {
  const found = await idempotency.find(claim)
  if (found && found.fingerprint !== claim.fingerprint)
    throw new PublicError(
      'idempotency_key_reused',
      'This Idempotency-Key was used for another request. Use a new key for each request, and repeat a request unchanged.',
    )
  if (!found || found.answer === null) throw inProgress()
  reply.header('idempotent-replayed', 'true')
  return found.answer
}

const inProgress = (): PublicError =>
  new PublicError(
    'idempotency_in_progress',
    'The first request with this Idempotency-Key is still running. Repeat it in a moment.',
    {
      headers: { 'retry-after': '1' },
    },
  )
