import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Admission, Sender } from '../calls/calls.ts'
import { isOwnOrigin } from '../calls/forgery.ts'
import { PublicError } from '../contract/errors.ts'
import type { McpDoor } from '../mcp/door.ts'
import { resourceMetadataPath } from '../usecases/oauth/metadata.ts'
import { addressKey } from './address.ts'
import { isLoopbackName, nameIn } from './loopback.ts'
import { sendAdmission } from './rate-headers.ts'

export interface McpRouteServices {
  readonly mcp: McpDoor
  /** The address of this instance, as others see it. */
  readonly publicUrl: string
}

/** The address of assistants. Only a key signs a message in: the cookie of a session does not count here. */
export function addMcpRoute(server: FastifyInstance, { mcp, publicUrl }: McpRouteServices): void {
  const own = new URL(publicUrl)

  server.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    config: { operationName: 'mcp' },
    onRequest: async (request, reply) => {
      checkOrigin(request, own)
      const admission = await mcp.admit(senderOf(request))
      request.caller = admission.caller
      sendAdmission(reply, withChallenge(admission, publicUrl))
      if (request.method !== 'POST') throw onlyPost()
    },
    handler: async (request, reply) => {
      const { caller, body, headers, log } = request
      if (caller === null || caller.session !== null) throw new Error('A message reached its tool without a key.')
      const response = await mcp.answer({
        sender: senderOf(request),
        agent: headers['user-agent'] ?? '',
        log,
        caller,
        request: asWebRequest(request, reply, own),
        body,
      })
      if (!isJson(response)) return reply.send(response)
      // As text, so that a long answer is compressed.
      return reply
        .code(response.status)
        .headers(Object.fromEntries(response.headers))
        .send(await response.text())
    },
  })
}

const isJson = ({ headers }: Response): boolean => /^application\/json\b/.test(headers.get('content-type') ?? '')

const senderOf = ({ headers, ip, method }: FastifyRequest): Sender => ({
  authorization: headers.authorization,
  session: undefined,
  audience: 'mcp',
  address: addressKey(ip),
  origins: { method, site: undefined, origin: headers.origin, host: headers.host },
})

/**
 * A web page can make a browser send requests to this machine, even under a name of its own (DNS rebinding). So both
 * headers must name this instance. Programs send no `Origin`.
 */
function checkOrigin({ headers }: FastifyRequest, own: URL): void {
  const name = nameIn(headers.host)
  if (name !== own.hostname && !isLoopbackName(name))
    throw new PublicError(
      'forbidden_origin',
      `This address has the name “${name.slice(0, 100)}”, which is not the name of this instance. Use ${own.origin}/mcp, or set POLYPOST_PUBLIC_URL to the address that you use.`,
    )
  if (headers.origin !== undefined && !isOwnOrigin(headers.origin, headers.host, own.origin))
    throw new PublicError(
      'forbidden_origin',
      'This message comes from a page of another website. Connect the assistant as a program, which sends no Origin header.',
    )
}

/** Tells an assistant without a valid key where to learn how it can ask a person for one (RFC 9728, 5.1). */
function withChallenge(admission: Admission, publicUrl: string): Admission {
  const { refusal } = admission
  if (refusal?.status !== 401) return admission
  const challenge = `Bearer resource_metadata="${publicUrl}${resourceMetadataPath}", scope="read write"`
  const { code, message, details, headers } = refusal
  const refused = new PublicError(code, message, { details, headers: { ...headers, 'www-authenticate': challenge } })
  return { ...admission, refusal: refused }
}

const onlyPost = (): PublicError =>
  new PublicError('method_not_allowed', 'Send each message with POST. There are no sessions and no other streams.', {
    headers: { allow: 'POST' },
  })

/** The body is not read again, because it is handed over as parsed JSON. */
function asWebRequest({ headers, method }: FastifyRequest, reply: FastifyReply, own: URL): Request {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  const entries = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return new Request(new URL('/mcp', own), { method, headers: entries, signal: gone.signal })
}
