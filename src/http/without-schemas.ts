import type { FastifyServerOptions } from 'fastify'

const noCompiler = () => {
  throw new Error('No route has a schema: the contract checks what comes in.')
}

/** Fastify does not load its own validator and serializer, 200 modules that nothing here uses. */
export const withoutSchemas: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler },
}
