import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Calls, Sender } from '../calls/calls.ts'
import type { Operation } from '../contract/operation.ts'
import { type Caller, EventStream } from '../usecases/context.ts'
import { addressKey } from './address.ts'
import type { Cookies } from './cookies.ts'
import { entityTag, names } from './entity-tag.ts'
import { createEventStreams, type EventStreamServices } from './event-stream.ts'
import { sendAdmission } from './rate-headers.ts'

export interface PipelineServices extends EventStreamServices {
  readonly calls: Calls
  readonly cookies: Cookies
}

/** Translates the requests under `/api/v1` into calls, and their results into responses. */
export function createPipeline({ calls, cookies, ...services }: PipelineServices) {
  const streams = createEventStreams(services)
  return {
    /** Before the body is read. */
    async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const admission = await calls.admit(senderOf(request, cookies), request.routeOptions.config.operation)
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
      const result = await calls.perform(name, operation, asCall(request))
      if (result instanceof EventStream) {
        if (caller === null) throw new Error('Streams are only for callers.')
        const check = () => calls.recheck(senderOf(request, cookies), operation)
        return streams.answer(request, reply, { caller, body: result, check })
      }
      if (result.replayed) reply.header('idempotent-replayed', 'true')
      if (result.cookie) reply.header('set-cookie', cookies[result.cookie.name].write(result.cookie.token))
      // Data that the composer keeps in the browser must not stay for the next person.
      if (result.cookie?.name === 'session' && result.cookie.token === null)
        reply.header('clear-site-data', '"storage"')
      const text = JSON.stringify(result.body)
      if (operation.tagged) {
        const tag = entityTag(text)
        reply.header('etag', tag)
        if (names(request.headers['if-none-match'], tag)) return reply.code(304).send()
      }
      return reply.type('application/json; charset=utf-8').send(text)
    },

    streams,
  }
}

export const senderOf = ({ headers, ip, method }: FastifyRequest, cookies: Cookies): Sender => ({
  authorization: headers.authorization,
  session: cookies.session.read(headers.cookie),
  audience: 'api',
  address: addressKey(ip),
  origins: { method, site: oneOf(headers['sec-fetch-site']), origin: headers.origin, host: headers.host },
})

const oneOf = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join() : header

const asCall = ({ caller, ip, headers, method, url, params, query, body, log }: FastifyRequest) => ({
  caller,
  sender: { address: addressKey(ip), agent: headers['user-agent'] ?? '' },
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
