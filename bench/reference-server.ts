import Fastify from 'fastify'

/** The smallest possible server: a bare route of the same framework, with the same body. */
const server = Fastify()
const body = process.env.BODY ?? '{}'
server.get('/', (_request, reply) => reply.type('application/json; charset=utf-8').send(body))
server.post('/', (_request, reply) => reply.type('application/json; charset=utf-8').send(body))
await server.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
