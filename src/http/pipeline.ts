import type { FastifyReply, FastifyRequest } from 'fastify'
import { PublicError } from '../contract/errors.ts'
import type { Operation } from '../contract/operation.ts'
import { clientOf } from '../domain/client.ts'
import { type Caller, Streamed } from '../usecases/context.ts'
import type { AnyUseCase } from '../usecases/index.ts'
import { addressKey } from './address.ts'
import { authenticate, authorize, type KeyStore } from './authenticate.ts'
import { createEventStreams, readLastEventId } from './event-stream.ts'
import { type IdempotencyServices, once } from './idempotency.ts'
import { openReadsPerWindow, wrongKeysPerWindow } from './limits.ts'
import { parseRequest } from './parse.ts'
import type { TakeRequest } from './rate-limit.ts'

export interface PipelineServices extends IdempotencyServices {
  readonly keys: KeyStore
  readonly takeRequest: TakeRequest
  readonly requestsPerMinute: Readonly<Record<Caller['plan'], number>>
  readonly useCase: (name: string) => AnyUseCase | undefined
}

/**
 * The way of every request under `/api/v1`, in this order: request ID, size and time limits (both by the server),
 * then what stands here: authenticate → rate limit → authorize, before the body is read; parse → idempotency →
 * use case → encode, after.
 */
export function createPipeline(services: PipelineServices) {
  const { keys, clock, pace, takeRequest, requestsPerMinute, useCase } = services
  const streams = createEventStreams(pace)

  /** A right key is never limited by its address; a request without one is. */
  async function identify(request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
    try {
      return await authenticate(request.headers.authorization, keys, clock)
    } catch (error) {
      if (error instanceof PublicError)
        await takeRequest(reply, `wrong-key:${addressKey(request.ip)}`, wrongKeysPerWindow)
      throw error
    }
  }

  return {
    async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const { operation } = request.routeOptions.config
      if (operation?.scope === null) return takeRequest(reply, `open:${addressKey(request.ip)}`, openReadsPerWindow)
      const caller = await identify(request, reply)
      request.caller = caller
      await takeRequest(reply, `user:${caller.userId}`, requestsPerMinute[caller.plan])
      if (operation) authorize(caller, operation)
    },

    async perform(
      name: string,
      operation: Operation,
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<FastifyReply> {
      const { caller } = request
      if (caller === null) throw new Error('A request reached its use case without a caller.')
      const input = parseRequest(operation, request)
      const run = useCase(name)
      if (run === undefined) throw new Error(`The operation ${name} has no use case.`)
      const call = {
        ...input,
        caller,
        client: clientOf(request.headers['x-polypost-client']),
        ...(operation.produces === 'text/event-stream' && { lastEventId: readLastEventId(request) }),
      }
      const body = operation.idempotent
        ? await once(services, request, reply, { name, caller, run: (answer) => run({ ...call, answer }) })
        : await run(call)
      if (body instanceof Streamed) {
        const check = async () => authorize(await authenticate(request.headers.authorization, keys, clock), operation)
        return streams.answer(request, reply, { caller, body, check })
      }
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
    },

    streams,
  }
}

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
