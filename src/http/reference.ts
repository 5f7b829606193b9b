import reference from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { apiPrefix, openapiDocument } from '../contract/openapi.ts'
import type { Operations } from '../contract/operations.ts'

/** The page brings everything it needs, and its browser is told to load nothing from elsewhere. */
const pagePolicy =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; frame-ancestors 'none'"

export async function addReference(server: FastifyInstance, operations: Operations): Promise<void> {
  const document = JSON.stringify(openapiDocument(operations), null, 2)
  server.get(
    `${apiPrefix}${operations.getOpenapi.path}`,
    { config: { operation: operations.getOpenapi, operationName: 'getOpenapi' } },
    (_request, reply) =>
      reply.type('application/json; charset=utf-8').header('cache-control', 'public, max-age=300').send(document),
  )

  await server.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, operation: operations.getDocs, operationName: 'getDocs' }
    })
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', pagePolicy)
    })
    await scope.register(reference, {
      routePrefix: `${apiPrefix}${operations.getDocs.path}`,
      configuration: {
        url: `${apiPrefix}${operations.getOpenapi.path}`,
        pageTitle: 'Polypost API',
        withDefaultFonts: false,
      },
      logLevel: 'silent',
    })
  })
}
