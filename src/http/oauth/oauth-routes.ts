import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { publicError } from '../../calls/public-error.ts'
import { PublicError } from '../../contract/errors.ts'
import { isOfBrowsers } from '../../domain/redirect-uri.ts'
import { codePage, consentPage, faultPage, goingBackPage, refusedPage } from '../../pages/consent.ts'
import type { PersonCaller } from '../../usecases/context.ts'
import type { Authorization } from '../../usecases/oauth/authorize.ts'
import { OAuthFault } from '../../usecases/oauth/fault.ts'
import { resourceMetadata, serverMetadata } from '../../usecases/oauth/metadata.ts'
import type { TokenRequest } from '../../usecases/oauth/tokens.ts'
import { addressKey } from '../address.ts'
import { reportError } from '../errors.ts'
import { type PipelineServices, senderOf } from '../pipeline.ts'
import { sendAdmission } from '../rate-headers.ts'
import { sendPage, sendTrouble } from '../send-page.ts'

export interface OAuthRouteServices extends Pick<PipelineServices, 'calls' | 'cookies'> {
  /** The address of this instance, as others see it. */
  readonly publicUrl: string
  readonly oauth: {
    readonly authorize: (
      caller: PersonCaller | null,
      sent: { readonly query: URLSearchParams; readonly form: URLSearchParams | null },
    ) => Promise<Authorization>
    readonly register: (metadata: unknown) => Promise<object>
    readonly issueTokens: (request: TokenRequest) => Promise<object>
    readonly revoke: (request: TokenRequest) => Promise<void>
  }
}

const bodyLimit = 64 * 1024
const authorizePath = '/oauth/authorize'

/** Routes that applications need to ask a person for access: OAuth 2.1, as the Model Context Protocol uses it. */
export function addOAuthRoutes(server: FastifyInstance, services: OAuthRouteServices): void {
  server.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    )
    addDescriptions(scope, services)
    addPages(scope, services)
    addForPrograms(scope, services)
  })
}

function addDescriptions(server: FastifyInstance, { calls, publicUrl }: OAuthRouteServices): void {
  const documents = {
    '/.well-known/oauth-authorization-server': serverMetadata(publicUrl),
    '/.well-known/oauth-protected-resource': resourceMetadata(publicUrl),
    '/.well-known/oauth-protected-resource/mcp': resourceMetadata(publicUrl),
  }
  for (const [url, document] of Object.entries(documents))
    server.get(url, { config: { operationName: 'oauthMetadata' } }, async ({ ip }, reply) => {
      sendAdmission(reply, await calls.admitOpen(addressKey(ip)))
      return sendJson(reply, 200, document)
    })
}

function addPages(server: FastifyInstance, { calls, cookies, oauth }: OAuthRouteServices): void {
  server.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => sendTrouble(request, reply, error))
    // Without an origin a browser sends “null”, and then nothing shows that the form comes from this page.
    scope.addHook('onSend', async (_request, reply) => {
      reply.header('referrer-policy', 'same-origin')
    })
    scope.route({
      method: ['GET', 'POST'],
      url: authorizePath,
      config: { operationName: 'oauthAuthorize' },
      bodyLimit,
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const admission = await calls.admitPage(senderOf(request, cookies))
        sendAdmission(reply, admission)
        const query = new URLSearchParams(request.url.split('?')[1])
        const form = request.method === 'POST' ? formOf(request) : null
        return sendAuthorization(reply, await oauth.authorize(admission.caller, { query, form }))
      },
    })
  })
}

/** Shows what follows from a request for access. */
function sendAuthorization(reply: FastifyReply, next: Authorization): FastifyReply {
  switch (next.type) {
    case 'sign_in': {
      const returnTo = `${authorizePath}?${new URLSearchParams(next.fields)}`
      return reply.redirect(`/sign-in?${new URLSearchParams({ return_to: returnTo })}`, 303)
    }
    case 'asking':
      return sendPage(reply, consentPage(next.request, next.consent, authorizePath))
    case 'answer':
      // A page instead of a redirect: browsers check all redirects after a form against the policy of its page.
      if (next.by !== null)
        return sendPage(reply.header('refresh', `0; url=${next.url}`), goingBackPage(next.by, next.url, next.allowed))
      if (isOfBrowsers(new URL(next.url))) return reply.redirect(next.url, 303)
      return sendPage(reply.code(400), faultPage(next.url))
    case 'code':
      return sendPage(reply, codePage(next.code))
    case 'unusable':
    case 'forbidden':
      return sendPage(reply.code(next.type === 'unusable' ? 400 : 403), refusedPage(next.message))
  }
}

function addForPrograms(server: FastifyInstance, { calls, oauth }: OAuthRouteServices): void {
  server.register(async (scope) => {
    scope.setErrorHandler(sendFault)
    scope.post('/oauth/register', { config: { operationName: 'oauthRegister' }, bodyLimit }, async (request, reply) => {
      sendAdmission(reply, await calls.admitRegistration(addressKey(request.ip)))
      return sendJson(reply, 201, await oauth.register(request.body))
    })
    scope.post('/oauth/token', { config: { operationName: 'oauthToken' }, bodyLimit }, async (request, reply) => {
      sendAdmission(reply, await calls.admitOpen(addressKey(request.ip)))
      return sendJson(reply, 200, await oauth.issueTokens(singleFields(request)))
    })
    scope.post('/oauth/revoke', { config: { operationName: 'oauthRevoke' }, bodyLimit }, async (request, reply) => {
      sendAdmission(reply, await calls.admitOpen(addressKey(request.ip)))
      await oauth.revoke(singleFields(request))
      return sendJson(reply, 200, {})
    })
  })
}

/** Programs expect errors in the form of OAuth here, also those that are no errors of OAuth. */
function sendFault(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (thrown instanceof OAuthFault)
    return sendJson(reply, 400, { error: thrown.code, error_description: thrown.message })
  const { status, headers, message } = reportError(request, publicError(thrown))
  const code =
    status === 429 || status === 503 ? 'temporarily_unavailable' : status >= 500 ? 'server_error' : 'invalid_request'
  return sendJson(reply.headers(headers), status, { error: code, error_description: message })
}

const sendJson = (reply: FastifyReply, status: number, body: object): FastifyReply =>
  reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body))

function formOf({ body }: FastifyRequest): URLSearchParams {
  if (body instanceof URLSearchParams) return body
  throw new PublicError('unsupported_media_type', 'Send the fields as application/x-www-form-urlencoded.')
}

function singleFields(request: FastifyRequest): TokenRequest {
  const form = formOf(request)
  const repeated = [...form.keys()].find((name) => form.getAll(name).length > 1)
  if (repeated) throw new OAuthFault('invalid_request', `${repeated} is there more than once.`)
  return Object.fromEntries(form)
}
