import { createHash, randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { PublicError } from '../contract/errors.ts'
import type { Sealer } from '../crypto/seal.ts'
import type { Database } from '../store/database.ts'
import { claimKey, findKey, type IdempotencyClaim, releaseKey, renewLease, storeAnswer } from '../store/idempotency.ts'
import { type Clock, day, minute } from '../system/clock.ts'
import { crashPoint } from '../system/crash-point.ts'
import { type Answer, Answered, type Caller } from '../usecases/context.ts'

const keptFor = 7 * day
const lease = 2 * minute
const renewEvery = lease / 3

export interface IdempotencyServices {
  readonly database: Database
  readonly sealer: Sealer
  readonly clock: Clock
}

type Run = (answer: Answer) => Promise<unknown>

/**
 * Makes a request with an `Idempotency-Key` take effect once. The key is claimed before the use case runs, and the
 * answer is stored in the transaction of the effect; so a repeat finds either the answer, or that nothing happened.
 */
export async function once(
  services: IdempotencyServices,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller,
  run: Run,
): Promise<unknown> {
  const key = readKey(request)
  if (key === undefined) return bodyOf(await run(async (_tx, body) => new Answered(body)))

  const claim: IdempotencyClaim = {
    userId: caller.userId,
    key,
    fingerprint: fingerprint(request),
    holder: randomUUID(),
  }
  if (!(await takeClaim(services, claim))) return repeat(services, claim, reply)
  crashPoint('idempotency.claimed')

  const renewal = setInterval(() => {
    const leaseUntil = services.clock.now() + lease
    services.database
      .transaction((tx) => renewLease(tx, claim, leaseUntil))
      .catch((err) => request.log.warn({ err }, 'lease not renewed'))
  }, renewEvery)
  try {
    const body = bodyOf(await run(storingAnswer(services, claim)))
    crashPoint('idempotency.stored')
    return body
  } catch (error) {
    await services.database.transaction((tx) => releaseKey(tx, claim))
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

const takeClaim = ({ database, clock }: IdempotencyServices, claim: IdempotencyClaim): Promise<boolean> => {
  const now = clock.now()
  return database.transaction((tx) => claimKey(tx, claim, { now, leaseUntil: now + lease, expiresAt: now + keptFor }))
}

const place = ({ userId, key }: IdempotencyClaim): string => `idempotency.answer:${userId}:${key}`

/** A claim whose lease another request took over stores nothing, and takes its whole transaction with it. */
const storingAnswer =
  ({ sealer }: IdempotencyServices, claim: IdempotencyClaim): Answer =>
  async (tx, body, repeated = body) => {
    if (!(await storeAnswer(tx, claim, sealer.seal(JSON.stringify(repeated), place(claim))))) throw inProgress()
    return new Answered(body)
  }

async function repeat(
  { database, sealer }: IdempotencyServices,
  claim: IdempotencyClaim,
  reply: FastifyReply,
): Promise<unknown> {
  const found = await findKey(database.read, claim.userId, claim.key)
  if (found && found.fingerprint !== claim.fingerprint)
    throw new PublicError(
      'idempotency_key_reused',
      'This Idempotency-Key was used for another request. Use a new key for each request, and repeat a request unchanged.',
    )
  if (!found || found.answer === null) throw inProgress()
  reply.header('idempotent-replayed', 'true')
  return JSON.parse(sealer.open(found.answer, place(claim)))
}

const inProgress = (): PublicError =>
  new PublicError(
    'idempotency_in_progress',
    'The first request with this Idempotency-Key is still running. Repeat it in a moment.',
    {
      headers: { 'retry-after': '1' },
    },
  )
