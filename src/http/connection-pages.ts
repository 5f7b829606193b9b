import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Calls } from '../calls/calls.ts'
import { PublicError } from '../contract/errors.ts'
import { newOneTime } from '../crypto/one-time.ts'
import { html, type Markup } from '../system/markup.ts'
import type { Answer, BrowserReturn, Ending, ShownEnding } from '../usecases/connections/finish-connection.ts'
import { failureOf } from '../usecases/connections/show-connection.ts'
import { addressKey } from './address.ts'
import { reportError, sendError } from './errors.ts'
import { sendAdmission } from './rate-headers.ts'
import { sendPage } from './send-page.ts'

export interface ConnectionPageServices {
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
export function addConnectionPages(server: FastifyInstance, services: ConnectionPageServices): void {
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
  if (ending.type === 'confirming') return sendQuestion(reply, ending)
  if (ending.type === 'choosing') return sendChoice(request, reply, ending)
  const { row } = ending.connection
  if (row.redirect_url !== null) return reply.redirect(backTo(row.redirect_url, row), 303)
  return row.status === 'connected' ? sendConnected(reply, ending.connection) : sendFailed(reply, ending.connection)
}

function backTo(address: string, { id, status }: ShownEnding['row']): string {
  const url = new URL(address)
  url.searchParams.set('connection_id', id)
  url.searchParams.set('status', status)
  return url.href
}

const simulated = ({ row }: ShownEnding): Markup =>
  row.environment === 'sandbox'
    ? html`<p class="small">This is a simulated account of the sandbox: nothing is published outside this machine.</p>`
    : html``

const sendConnected = (reply: FastifyReply, shown: ShownEnding): FastifyReply =>
  sendPage(reply, {
    title: `${shown.title} is connected`,
    body: html`<p>Polypost can now publish there for you.</p>
      ${simulated(shown)}
      <p>You can close this page and go back to where you came from.</p>`,
  })

const sendFailed = (reply: FastifyReply, { row, title }: ShownEnding): FastifyReply => {
  const failure = failureOf(row)
  return sendPage(reply, {
    title: `${title} was not connected`,
    body: html`<p class="problem" role="alert">${row.error?.message ?? 'The reason is unknown.'}</p>
      <p>Nothing was changed. A link works only once: ask for a new one where you got it.</p>
      ${failure === null ? html`` : help(failure, title)}
      <p class="small">Connection <code>${row.id}</code>, reason <code>${row.error?.code ?? 'unknown'}</code></p>`,
  })
}

/** For the operator: what the platform reported, what was requested from it, and what to change. */
const help = (
  { platform_code, platform_message, redirect_uri, scopes, advice, guide }: NonNullable<ReturnType<typeof failureOf>>,
  title: string,
): Markup =>
  advice === null
    ? html``
    : html`<h2>What to do</h2>
      <p>${advice}</p>
      <p>The steps are in the documentation of Polypost, <code>${guide}</code>.</p>
      <h2>What Polypost sent, and what ${title} answered</h2>
      <dl>
        ${pair('Message', platform_message)}${pair('Code', platform_code)}
        ${pair('Redirect URI', redirect_uri)}${pair('Scopes', scopes.join(' '))}
      </dl>`

const pair = (name: string, value: string | null): Markup =>
  value ? html`<dt>${name}</dt><dd><code>${value}</code></dd>` : html``

/** Whoever got the link from somebody else sees here who would publish with their account. */
function sendQuestion(
  reply: FastifyReply,
  { connection, token, asked: { accounts, profile, user } }: Extract<Ending, { type: 'confirming' }>,
): FastifyReply {
  const { title, row } = connection
  return sendPage(reply, {
    title: `Connect ${title}?`,
    body: html`<p>You have signed in at ${title} as <strong>${accounts.join(', ')}</strong>.</p>
      <p>If you go on, this user of Polypost can publish there in your name, and read comments and numbers:</p>
      <dl>${pair('User', user)}${pair('Profile', profile)}</dl>
      <p>Did you ask for this yourself? If somebody sent you the link, and you do not know this user, do not connect.</p>
      ${simulated(connection)}
      <form method="post" action="${choicePath}${token}">
        <button type="submit" name="confirmed" value="yes">Connect</button>
        <button type="submit" name="confirmed" value="no">Do not connect</button>
      </form>`,
    formTargets: formTargetsOf(row),
  })
}

const formTargetsOf = ({ redirect_url: url }: ShownEnding['row']): string[] =>
  url === null ? [] : [new URL(url).origin]

function sendChoice(
  request: FastifyRequest,
  reply: FastifyReply,
  { connection, token, problem }: Extract<Ending, { type: 'choosing' }>,
): FastifyReply {
  if (problem !== undefined && !wantsPage(request)) throw new PublicError('validation_failed', `choice: ${problem}`)
  const { row, title } = connection
  const choices = row.choices.map(
    ({ id, name, username }) => html`
            <label><input type="radio" name="choice" value="${id}" required> <span>${name}${username === null || username === name ? '' : ` (${username})`}</span></label>`,
  )
  return sendPage(reply.code(problem === undefined ? 200 : 422), {
    title: `Choose what to connect from ${title}`,
    body: html`<p>Your login can publish in several places. Choose the one for Polypost.</p>
      ${problem === undefined ? html`` : html`<p class="problem" role="alert">${problem}</p>`}
      ${simulated(connection)}
      <form method="post" action="${choicePath}${token}">
        <fieldset>
          <legend>Publish to</legend>${choices}
        </fieldset>
        <button type="submit">Connect</button>
      </form>`,
    formTargets: formTargetsOf(row),
  })
}

function sendUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!wantsPage(request))
    throw new PublicError('not_found', 'This sign-in was already used, has expired, or belongs to another browser.')
  return sendPage(reply.code(404), {
    title: 'This sign-in is over',
    body: html`<p>The link was used already, its hour is over, or it was opened in another browser than the one that signed in.</p>
      <p>If you have just connected an account, it is done: you can close this page. Otherwise ask for a new link where you got this one.</p>`,
  })
}

function sendTrouble(request: FastifyRequest, reply: FastifyReply, thrown: unknown): FastifyReply {
  const error = reportError(request, thrown)
  return sendPage(reply.code(error.status).headers(error.headers), {
    title: 'That did not work',
    body: html`<p class="problem" role="alert">${error.message}</p>
      <p class="small">Request <code>${request.id}</code></p>`,
  })
}
