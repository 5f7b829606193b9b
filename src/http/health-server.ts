import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { notFound } from '../contract/errors.ts'
import type { Log } from '../system/log.ts'
import { sendError } from './errors.ts'
import { addHealthRoutes, type HealthServices } from './health.ts'
import { withoutSchemas } from './without-schemas.ts'

/** Only the routes for supervisors, in a process that does not serve the API. */
export function createHealthServer({ log, ...services }: HealthServices & { readonly log: Log }): FastifyInstance {
  const logger: FastifyBaseLogger = log
  const server = Fastify({
    schemaController: withoutSchemas,
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
  })
  server.setErrorHandler((error, request, reply) => sendError(request, reply, error))
  server.setNotFoundHandler((request, reply) => sendError(request, reply, notFound('page')))
  addHealthRoutes(server, services)
  return server
}
