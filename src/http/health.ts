import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { PublicError, unavailable } from '../contract/errors.ts'
import { second } from '../domain/time.ts'
import { isoTime } from '../system/clock.ts'
import type { Metrics } from '../system/metrics.ts'
import { version } from '../system/version.ts'
import { isLoopbackName, nameIn } from './loopback.ts'

const pingTimeout = 3 * second

export interface HealthServices {
  readonly metrics: Metrics
  readonly metricsToken: string | null
  /** Whether requests may come through a proxy, so that one over loopback can be from anywhere. */
  readonly hasProxy: boolean
  /** Answers a question of this instance about itself; null if it is none. See `app/health/probe.ts`. */
  readonly answerProbe?: (question: string, proxy: 'none' | 'trusted' | 'not_trusted') => string | null
  /** True from the first signal to stop. */
  readonly draining: () => boolean
  /** Throws if the database does not respond. */
  readonly pingDatabase: () => Promise<void>
  /** How this process uses its database now; it names no address. */
  readonly databaseWay?: () => object
  /** How many seconds the longest overdue job has waited for a worker; 0 if there is none. */
  readonly overdueSeconds: () => Promise<number>
  /** The queues of this process whose claims fail; null: it takes no work. */
  readonly failingClaims?: () => readonly string[] | null
  /** Why nothing is published although the service runs; null if it is. */
  readonly findHold: () => Promise<{ readonly reason: string; readonly since: number; readonly at: number } | null>
}

/** Routes for supervisors and load balancers. They need no key and reveal no data; the version is for who may read the metrics. */
export function addHealthRoutes(server: FastifyInstance, services: HealthServices): void {
  const { metrics, metricsToken, hasProxy, draining, pingDatabase, databaseWay, overdueSeconds, findHold } = services
  const { failingClaims, answerProbe } = services
  const mayReadMetrics = (request: FastifyRequest) =>
    (!hasProxy && isFromHere(request)) || hasToken(request, metricsToken)

  // Anybody may ask: requests at the same time share one question, so that they can't fill the pool of connections.
  const state = shared(() =>
    pingDatabase()
      .then(() => Promise.all([overdueSeconds(), findHold()]))
      .then(([seconds, hold]) => ({
        status: 'ok',
        oldest_overdue_job_seconds: seconds,
        ...databaseWay?.(),
        ...shownClaims(failingClaims?.() ?? null),
        ...(hold && { held: shownHold(hold) }),
      })),
  )

  server.get<{ Querystring: { probe?: unknown } }>(
    '/healthz',
    { config: { operationName: 'healthz' } },
    async (request) => {
      const question = z.string().safeParse(request.query.probe).data
      const probe = question === undefined ? null : (answerProbe?.(question, proxyOf(request)) ?? null)
      return { status: 'ok', ...(probe !== null && { probe }) }
    },
  )

  server.get('/readyz', { config: { operationName: 'readyz' } }, async (request) => {
    if (draining()) throw unavailable('This process is stopping. Send requests to another one.')
    const silence = sleep(pingTimeout, undefined, { ref: false }).then(() => {
      throw new Error(`The database did not answer in ${pingTimeout} ms.`)
    })
    const found = await Promise.race([state(), silence]).catch((cause: unknown) => {
      throw unavailable('The database does not respond at the moment.', cause)
    })
    return mayReadMetrics(request) ? { ...found, version } : found
  })

  server.get('/metrics', { config: { operationName: 'metrics' } }, async (request, reply) => {
    if (!mayReadMetrics(request))
      throw new PublicError(
        'not_found',
        hasProxy
          ? 'Read the metrics with the token in POLYPOST_METRICS_TOKEN.'
          : 'Read the metrics from this machine, at 127.0.0.1 or localhost, or with the token in POLYPOST_METRICS_TOKEN.',
      )
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}

function shared<T>(question: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | null = null
  return () => {
    if (asked === null) {
      const mine = question()
      asked = mine
      const over = () => {
        if (asked === mine) asked = null
      }
      mine.then(over, over)
      // A question that gets no answer does not hold up the next one.
      setTimeout(over, pingTimeout).unref()
    }
    return asked
  }
}

/** It stays ready: in most instances the same process serves requests, which work. */
function shownClaims(failing: readonly string[] | null) {
  if (failing === null) return {}
  return failing.length === 0 ? { claims: 'ok' } : { claims: 'failing', claims_failing: failing }
}

const shownHold = ({ reason, since, at }: NonNullable<Awaited<ReturnType<HealthServices['findHold']>>>) => ({
  message: `${reason} Posts are accepted and wait. Nothing is published until the operator runs “polypost release”.`,
  since: isoTime(since),
  held_at: isoTime(at),
})

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const forwarding = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via']

/**
 * Requests through a proxy on this machine come over loopback too, but from other machines. Some proxies add no header, and keep
 * the name in `Host`; a page in a browser of this machine can do the same with a name of its own.
 */
function isFromHere({ headers, socket: { remoteAddress = '' } }: FastifyRequest): boolean {
  return (
    isLoopbackName(nameIn(headers.host)) &&
    !forwarding.some((name) => headers[name] !== undefined) &&
    loopback.check(remoteAddress, remoteAddress.includes(':') ? 'ipv6' : 'ipv4')
  )
}

/** Fastify takes the address of the visitor from the header of a proxy that it trusts, and of no other. */
function proxyOf({ headers, ip, socket }: FastifyRequest): 'none' | 'trusted' | 'not_trusted' {
  if (headers['x-forwarded-for'] === undefined) return 'none'
  return ip === socket.remoteAddress ? 'not_trusted' : 'trusted'
}

function hasToken({ headers: { authorization = '' } }: FastifyRequest, token: string | null): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return token !== null && timingSafeEqual(digest(authorization), digest(`Bearer ${token}`))
}
