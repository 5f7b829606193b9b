import { z } from 'zod'
import { firstCharacters } from '../../domain/foreign-text.ts'
import { day } from '../../domain/time.ts'
import { type Answer, type Call, call, isDone, jsonIn, Unreadable } from './call.ts'
import type { Endpoint, Exchange, Renewal, ReturnedCode } from './connect.ts'
import type { DeveloperApp, LiveContext, LoginContext } from './context.ts'
import { errorIn, graphErrorIn, regainedAt } from './meta-errors.ts'
import { graphId } from './meta-graph.ts'
import { addressOf } from './oauth.ts'
import type { PlatformReason } from './sign-in-refusal.ts'

/** How a login at Meta gets a long-lived token: a code, a short-lived token, a long-lived one. */
export interface GraphLogin {
  readonly title: string
  /** The scopes that the sign-in requested: they count as granted if Meta does not report any. */
  readonly requested: (context: LiveContext) => readonly string[]
  /** Exchanges a code for a short-lived token. */
  readonly code: Endpoint & { readonly method: 'GET' | 'POST' }
  /** Exchanges that for a long-lived one. */
  readonly long: Endpoint & {
    readonly grant: 'fb_exchange_token' | 'ig_exchange_token' | 'th_exchange_token'
  }
  /** Renews the long-lived token; left out if it cannot be renewed. */
  readonly renew?: Endpoint & { readonly grant: 'ig_refresh_token' | 'th_refresh_token' }
}

/** A long-lived token lasts 60 days, can be renewed after one, and expires if it is not (docs, 2026-09). */
const renewAfter = 7 * day

/** The ID in some of these responses is a number too large for JavaScript: another call reads whose token it is. */
const tokenAnswer = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().nullish(),
  permissions: z.union([z.string(), z.array(z.string())]).nullish(),
})

/** Instagram's documentation shows a list in `data`; its servers send the content without it (clients of 2026). */
const anyAnswer = z.union([tokenAnswer, z.object({ data: z.tuple([tokenAnswer]) }).transform(({ data }) => data[0])])

type Token = z.output<typeof tokenAnswer>

type TokenResult =
  | { readonly type: 'granted'; readonly token: Token }
  | {
      readonly type: 'refused' | 'failed'
      readonly message: string
      readonly reason?: PlatformReason
      readonly notBefore?: number
    }

/** Exchanges the code of a sign-in for a long-lived token. */
export const graphExchange =
  (login: GraphLogin) =>
  async (returned: ReturnedCode, context: LiveContext): Promise<Exchange> => {
    const short = await askFor(login, context, login.code, codeForm(login, returned, known(context)))
    if (short.type !== 'granted') return unsuccessful(short)
    const long = await askFor(login, context, { ...login.long, method: 'GET' }, longForm(login, short.token, context))
    if (long.type !== 'granted') return unsuccessful(long)
    const scopes = scopesIn(short.token) ?? login.requested(context)
    return {
      type: 'in',
      credentials: { ...lasting(login, long.token, context), refreshToken: null, scopes, extra: {} },
    }
  }

const unsuccessful = ({ type, message, reason }: Exclude<TokenResult, { type: 'granted' }>): Exchange => ({
  type: type === 'refused' ? 'refused' : 'unavailable',
  message,
  ...(reason && { reason }),
})

/** A fragment at the end of some browsers' URLs is not part of the code. Facebook's own call names no grant. */
const codeForm = (login: GraphLogin, { code, redirectUri }: ReturnedCode, app: DeveloperApp) => ({
  client_id: app.clientId,
  client_secret: app.clientSecret ?? '',
  ...(login.code.method === 'POST' ? { grant_type: 'authorization_code' } : {}),
  redirect_uri: redirectUri,
  code: code.replace(/#_$/, ''),
})

function longForm({ long }: GraphLogin, { access_token }: Token, context: LiveContext): Record<string, string> {
  const { clientId, clientSecret } = known(context)
  const common = { grant_type: long.grant, client_secret: clientSecret ?? '' }
  return long.grant === 'fb_exchange_token'
    ? { ...common, client_id: clientId, fb_exchange_token: access_token }
    : { ...common, access_token }
}

function lasting({ renew }: GraphLogin, token: Token, { clock }: Pick<LiveContext, 'clock'>) {
  const now = clock.now()
  return {
    accessToken: token.access_token,
    expiresAt: token.expires_in ? now + token.expires_in * 1_000 : null,
    ...(renew ? { renewFrom: now + renewAfter } : {}),
  }
}

function scopesIn({ permissions }: Token): readonly string[] | undefined {
  const list = typeof permissions === 'string' ? permissions.split(',') : (permissions ?? [])
  return list.length > 0 ? list : undefined
}

/** A new token for one that is still valid. An expired one cannot be renewed: a person has to sign in. */
export const graphRefresh =
  (login: GraphLogin) =>
  async (context: LoginContext): Promise<Renewal> => {
    const { credentials, clock } = context
    const hasEnded = credentials.expiresAt !== null && credentials.expiresAt <= clock.now()
    if (!login.renew || hasEnded)
      return {
        type: 'refused',
        error: 'token_expired',
        message: `The login at ${login.title} has expired and cannot be renewed. Connect the account again.`,
      }
    const asked = await askFor(
      login,
      context,
      { ...login.renew, method: 'GET' },
      { grant_type: login.renew.grant, access_token: credentials.accessToken },
    )
    if (asked.type === 'granted')
      return { type: 'renewed', credentials: { ...credentials, ...lasting(login, asked.token, context) } }
    const { message, notBefore } = asked
    if (asked.type === 'refused') return { type: 'refused', error: 'reconnect_required', message }
    return { type: 'retry', message, ...(notBefore === undefined ? {} : { notBefore }) }
  }

async function askFor(
  { title }: GraphLogin,
  context: LiveContext,
  at: Endpoint & { readonly method: 'GET' | 'POST' },
  parameters: Record<string, string>,
): Promise<TokenResult> {
  const content: Pick<Call, 'form' | 'query'> = at.method === 'GET' ? { query: parameters } : { form: parameters }
  const answer = await call(context, { method: at.method, url: addressOf(at, context), once: true, ...content })
  if (!isDone(answer)) return refusedToken(title, answer, context)
  const body = jsonIn(answer)
  if (body === undefined) throw new Unreadable('The response with the token is not JSON.')
  return { type: 'granted', token: anyAnswer.parse(body) }
}

/** An invalid code or an expired token; in Instagram's own form the code is the status. */
const finalCodes = [100, 190, 400, 10]
/** The app's ID or secret is wrong. */
const appWords = /client[ _]secret|client[ _]id|validating (?:application|client)|app(?:lication)? id/i

function refusedToken(title: string, answer: Answer, { clock }: Pick<LiveContext, 'clock'>): TokenResult {
  const error = graphErrorIn(answer)
  const text = error?.words[0]
  if (!error || text === undefined || answer.status >= 500 || error.isTransient) {
    const regained = regainedAt(answer, clock.now())
    const message = `The login server of ${title} returned status ${answer.status}.`
    return { type: 'failed', message, ...(regained === undefined ? {} : { notBefore: regained }) }
  }
  const shown = `“${firstCharacters(text, longestText)}”`
  const reason: PlatformReason = { codes: errorIn(answer).codes, message: text }
  if (error.code === 101 || appWords.test(text))
    return {
      type: 'failed',
      reason,
      message: `${title} refused this instance’s developer app: ${shown} The operator can check the app’s ID and secret.`,
    }
  if (error.code !== null && finalCodes.includes(error.code))
    return { type: 'refused', reason, message: `${title} refused the login: ${shown}` }
  return { type: 'failed', reason, message: `The login at ${title} failed: ${shown}` }
}

const longestText = 300

const debugged = z.object({
  data: z.object({
    is_valid: z.boolean().nullish(),
    expires_at: z.number().nullish(),
    data_access_expires_at: z.number().nullish(),
    scopes: z.array(z.string()).nullish(),
    granular_scopes: z
      .array(z.object({ scope: z.string(), target_ids: z.array(graphId).nullish().catch(null) }))
      .nullish()
      .catch(null),
  }),
})

/** The facts that Meta reports about a token; times in milliseconds since 1970, null if there is none. */
export interface TokenFacts {
  readonly scopes: readonly string[] | null
  readonly expiresAt: number | null
  readonly dataAccessEndsAt: number | null
  /** The Pages that its permissions name; none if they are for all Pages of the person. */
  readonly pages: readonly string[]
}

/** Asks about a token as the app itself. The facts are optional: null if they cannot be read at the moment. */
export async function tokenFacts(context: LiveContext, at: Endpoint, token: string): Promise<TokenFacts | null> {
  const { clientId, clientSecret } = known(context)
  const answer = await call(context, {
    method: 'GET',
    url: addressOf(at, context),
    query: { input_token: token },
    token: `${clientId}|${clientSecret ?? ''}`,
  })
  const read = isDone(answer) ? debugged.safeParse(jsonIn(answer)).data?.data : undefined
  if (!read) return null
  return {
    scopes: read.scopes ?? null,
    expiresAt: moment(read.expires_at),
    dataAccessEndsAt: moment(read.data_access_expires_at),
    pages: (read.granular_scopes ?? [])
      .filter(({ scope }) => scope.startsWith('pages_'))
      .flatMap(({ target_ids: ids }) => ids ?? []),
  }
}

/** From seconds; 0 means never. */
const moment = (seconds: number | null | undefined): number | null => (seconds ? seconds * 1_000 : null)

const permissions = z.object({ data: z.array(z.object({ permission: z.string(), status: z.string() })) })

/** The permissions that the person granted: the response to `/me/permissions`. */
export const grantedIn = (answer: Answer): readonly string[] =>
  permissions.parse(answer.json()).data.flatMap(({ permission, status }) => (status === 'granted' ? [permission] : []))

function known({ app }: Pick<LiveContext, 'app'>): DeveloperApp {
  if (app === null) throw new Error('A platform of Meta’s was called without a developer app.')
  return app
}
