import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Calls } from '../calls/calls.ts'
import type { Operation } from '../contract/operation.ts'
import { type Caller, Streamed } from '../usecases/context.ts'
import { addressKey } from './address.ts'
import { createEventStreams, type EventStreamServices } from './event-stream.ts'
import { sendAdmission } from './rate-headers.ts'

export interface PipelineServices extends EventStreamServices {
  readonly calls: Calls
}

/** Translates the requests under `/api/v1` into calls, and their results into responses. */
export function createPipeline({ calls, ...services }: PipelineServices) {
  const streams = createEventStreams(services)

  return {
    /** Before the body is read. */
    async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const { authorization } = request.headers
      const sender = { authorization, address: addressKey(request.ip) }
      const admission = await calls.admit(sender, request.routeOptions.config.operation)
      request.caller = admission.caller
      sendAdmission(reply, admission)
    },

    async perform(
      name: string,
      operation: Operation,
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<FastifyReply> {
      const { caller } = request
      if (caller === null) throw new Error('A request reached its use case without a caller.')
      const result = await calls.perform(name, operation, asCall(request, caller))
      if (result instanceof Streamed) {
        const check = () => calls.recheck(request.headers.authorization, operation)
        return streams.answer(request, reply, { caller, body: result, check })
      }
      if (result.replayed) reply.header('idempotent-replayed', 'true')
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(result.body))
    },

    streams,
  }
}

const asCall = ({ headers, method, url, params, query, body, log }: FastifyRequest, caller: Caller) => ({
  caller,
  params,
  query,
  body,
  method,
  path: url.split('?')[0] ?? '',
  client: headers['x-polypost-client'],
  idempotencyKey: headers['idempotency-key'],
  lastEventId: headers['last-event-id'],
  log,
})

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
  interface FastifyContextConfig {
    operationName?: string
    operation?: Operation
    /** The body may take long: it is a file. */
    slowBody?: boolean
  }
}
