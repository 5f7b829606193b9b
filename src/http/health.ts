import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PublicError } from '../contract/errors.ts'
import type { Metrics } from '../system/metrics.ts'

export interface HealthServices {
  readonly metrics: Metrics
  readonly metricsToken: string | null
  /** True from the first signal to stop. */
  readonly draining: () => boolean
  /** Throws where the database does not answer. */
  readonly pingDatabase: () => Promise<void>
}

/** What supervisors and load balancers ask; none of it needs a key, and none of it tells anything of the data. */
export function addHealthRoutes(server: FastifyInstance, services: HealthServices): void {
  const { metrics, metricsToken, draining, pingDatabase } = services

  server.get('/healthz', { config: { operationName: 'healthz' } }, async () => ({ status: 'ok' }))

  server.get('/readyz', { config: { operationName: 'readyz' } }, async () => {
    if (draining()) throw unavailable('This process is stopping. Send requests to another one.')
    await pingDatabase()
    return { status: 'ok' }
  })

  server.get('/metrics', { config: { operationName: 'metrics' } }, async (request, reply) => {
    if (!isLoopback(request.ip) && !hasToken(request, metricsToken))
      throw new PublicError('not_found', 'Metrics are read from loopback, or with the token of POLYPOST_METRICS_TOKEN.')
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}

const unavailable = (message: string): PublicError =>
  new PublicError('unavailable', message, { headers: { 'retry-after': '5' } })

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const isLoopback = (address: string): boolean => loopback.check(address, address.includes(':') ? 'ipv6' : 'ipv4')

function hasToken({ headers: { authorization = '' } }: FastifyRequest, token: string | null): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return token !== null && timingSafeEqual(digest(authorization), digest(`Bearer ${token}`))
}
