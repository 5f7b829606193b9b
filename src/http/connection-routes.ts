import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Calls } from '../calls/calls.ts'
import { PublicError } from '../contract/errors.ts'
import { newOneTime } from '../crypto/one-time.ts'
import { choicePage, connectedPage, connectionOverPage, failedPage, questionPage } from '../pages/connection.ts'
import type { Answer, BrowserReturn, Ending, ShownEnding } from '../usecases/connections/finish-connection.ts'
import { failureOf } from '../usecases/connections/show-connection.ts'
import { addressKey } from './address.ts'
import { sendError } from './errors.ts'
import { sendAdmission } from './rate-headers.ts'
import { sendPage, sendTrouble } from './send-page.ts'

export interface ConnectionRouteServices {
  readonly calls: Calls
  readonly connections: {
    readonly finish: (returned: BrowserReturn, browser: string) => Promise<Ending>
    readonly open: (token: string, browser: string) => Promise<Ending>
    readonly choose: (token: string, browser: string, answer: Answer) => Promise<Ending>
    /** Whether the public URL of this instance is https. */
    readonly secure: boolean
  }
}

const oneTime = z.string().regex(/^[\w-]{20,200}$/)
const text = z.string().max(4_000)
const returnQuery = z.object({
  state: oneTime,
  code: text.min(1).optional(),
  error: text.optional(),
  error_description: text.optional(),
  // Meta, TikTok and Threads use these, too.
  error_message: text.optional(),
  error_reason: text.optional(),
  error_code: text.optional(),
  error_type: text.optional(),
})
const choiceForm = z.object({ confirmed: z.enum(['yes', 'no']).optional(), choice: z.string().max(200).optional() })

const cookieName = 'polypost_connection'
const cookieSeconds = 3_600
const choicePath = '/oauth/connection/'

/** Where a sign-in at a platform ends in the browser. Everything here works without scripts. */
export function addConnectionRoutes(server: FastifyInstance, services: ConnectionRouteServices): void {
  const { connections, calls } = services
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.addHook('onRequest', async (request, reply) =>
      sendAdmission(reply, await calls.admitOpen(addressKey(request.ip))),
    )
    scope.setErrorHandler((error, request, reply) =>
      wantsPage(request) ? sendTrouble(request, reply, error) : sendError(request, reply, error),
    )

    scope.get(
      '/oauth/callback',
      // A prefetch must not use up the state.
      { config: { operationName: 'oauthCallback' }, exposeHeadRoute: false },
      async (request, reply) => {
        const { data } = returnQuery.safeParse(request.query)
        if (data === undefined) return sendUnknown(request, reply)
        const browser = browserOf(request) ?? newOneTime()
        const ending = await connections.finish(returnedBy(data), browser)
        if (ending.type !== 'confirming') return sendEnding(request, reply, ending)
        return reply.header('set-cookie', cookie(browser, connections.secure)).redirect(choicePath + ending.token, 303)
      },
    )
    scope.get<{ Params: { token: string } }>(
      `${choicePath}:token`,
      { config: { operationName: 'showConnectionChoice' }, exposeHeadRoute: false },
      async (request, reply) => {
        const { token } = request.params
        return sendEnding(request, reply, await connections.open(token, browserOf(request) ?? ''))
      },
    )
    scope.post<{ Params: { token: string } }>(
      `${choicePath}:token`,
      { config: { operationName: 'chooseConnection' } },
      async (request, reply) => {
        const answer = choiceForm.safeParse(request.body).data ?? {}
        const ending = await connections.choose(request.params.token, browserOf(request) ?? '', answer)
        return sendEnding(request, reply, ending)
      },
    )
  })
}

const returnedBy = (query: z.output<typeof returnQuery>): BrowserReturn => ({
  state: query.state,
  code: query.code,
  error: query.error,
  description: query.error_description ?? query.error_message,
  codes: [query.error_reason, query.error_code, query.error_type].filter((one) => one !== undefined),
})

/** The secret in the cookie, which identifies the browser of the sign-in. */
function browserOf({ headers }: FastifyRequest): string | undefined {
  const found = headers.cookie
    ?.split(';')
    .map((pair) => pair.trim().split('='))
    .find(([name]) => name === cookieName)
  return oneTime.safeParse(found?.[1]).data
}

const cookie = (value: string, secure: boolean): string =>
  `${cookieName}=${value}; Path=/oauth; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`

/** Browsers ask for HTML. Other clients get errors as JSON. */
const wantsPage = ({ headers }: FastifyRequest): boolean => /\btext\/html\b/.test(headers.accept ?? '')

function sendEnding(request: FastifyRequest, reply: FastifyReply, ending: Ending): FastifyReply {
  if (ending.type === 'unknown') return sendUnknown(request, reply)
  const { row, title } = ending.connection
  if (ending.type === 'confirming')
    return sendPage(reply, questionPage(title, row, { action: choicePath + ending.token, ...ending.asked }))
  if (ending.type === 'choosing') {
    const { problem } = ending
    if (problem !== undefined && !wantsPage(request)) throw new PublicError('validation_failed', `choice: ${problem}`)
    const page = choicePage(title, row, { action: choicePath + ending.token, problem })
    return sendPage(reply.code(problem === undefined ? 200 : 422), page)
  }
  if (row.redirect_url !== null) return reply.redirect(backTo(row.redirect_url, row), 303)
  return sendPage(
    reply,
    row.status === 'connected' ? connectedPage(title, row) : failedPage(title, row.id, failureOf(row)),
  )
}

function backTo(address: string, { id, status }: ShownEnding['row']): string {
  const url = new URL(address)
  url.searchParams.set('connection_id', id)
  url.searchParams.set('status', status)
  return url.href
}

function sendUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!wantsPage(request))
    throw new PublicError('not_found', 'This sign-in was already used, has expired, or belongs to another browser.')
  return sendPage(reply.code(404), connectionOverPage)
}
