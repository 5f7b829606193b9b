import { z } from 'zod'
import { second } from '../../domain/time.ts'
import { simulatedApp } from './app.ts'
import { endOfLogin, grantedBy } from './kinds.ts'
import type { OAuthRules } from './oauth-rules.ts'
import { codes, secretText } from './oauth-store.ts'
import { scopesLacked } from './settings.ts'
import { type SimulatedReply, SimulatorFault, type World } from './simulator.ts'

/** How long a code is valid, unless the platform says otherwise. */
const codeSeconds = 30

/** A state that is longer is refused (docs.x.com, 2026-08-22, says 500); in characters. */
const maxState = 500
const maxAccountName = 50

/** The request of an app to a person. */
interface Request {
  readonly redirectUri: URL
  readonly state: string | null
  readonly scopes: readonly string[]
  readonly challenge: { readonly value: string; readonly method: 'S256' | 'plain' } | null
}

const address = z.url().transform((text) => new URL(text))
const accountName = z.string().trim().min(1).max(maxAccountName)

/** The consent page, or why there is none. */
export function authorizePage(rules: OAuthRules, query: URLSearchParams, world: World): SimulatedReply {
  const request = readRequest(rules, query, world)
  if (typeof request === 'string')
    return sentBack(rules, query, world) ?? { status: 400, page: { title: rules.title, fault: request } }
  return {
    status: 200,
    page: {
      title: rules.title,
      client: query.get(clientIdName(rules)) ?? '',
      scopes: request.scopes,
      parameters: Object.fromEntries(query),
      account: 'simulated-person',
    },
  }
}

/** Sends the browser back with the decision. */
export function decide(rules: OAuthRules, form: URLSearchParams, world: World): SimulatedReply {
  const request = readRequest(rules, form, world)
  if (typeof request === 'string') return { status: 400, page: { title: rules.title, fault: request } }
  if (form.get('decision') !== 'allow') return redirect(withParameters(request, { error: 'access_denied' }))
  const name = accountName.safeParse(form.get('account'))
  if (!name.success)
    return { status: 400, page: { title: rules.title, fault: 'The name of the account must have 1 to 50 characters.' } }
  return redirect(grant(rules, request, name.data, world))
}

/** Consents at once: returns where the browser would be sent back to. */
export function consent(rules: OAuthRules, query: URLSearchParams, name: string, world: World): URL {
  const request = readRequest(rules, query, world)
  if (typeof request === 'string')
    throw new SimulatorFault(`Consent is not possible at this authorize address. ${request}`)
  return grant(rules, request, name, world)
}

/** Some platforms report a scope that the app lacks to the app itself. */
function sentBack(rules: OAuthRules, query: URLSearchParams, world: World): SimulatedReply | undefined {
  const [lacked] = splitScopes(rules, query.get('scope') ?? '').filter((scope) => scopesLacked(world).includes(scope))
  const redirectUri = address.safeParse(query.get('redirect_uri')).data
  if (rules.lackedScope === undefined || lacked === undefined || redirectUri === undefined) return undefined
  return redirect(withParameters({ redirectUri, state: query.get('state') }, { ...rules.lackedScope(lacked) }))
}

const redirect = (to: URL): SimulatedReply => ({ status: 302, headers: { location: to.href } })

function grant(rules: OAuthRules, request: Request, name: string, world: World): URL {
  const code = secretText('code', world)
  codes(world).put(code, {
    accountId: rules.accountId(name, world),
    redirectUri: request.redirectUri.href,
    scopes: grantedBy(name, request.scopes, rules.declined),
    challenge: request.challenge,
    expiresAt: world.now() + (rules.codeSeconds ?? codeSeconds) * second,
    login: null,
    endsAt: endOfLogin(name, world),
  })
  return withParameters(request, { code })
}

function withParameters(
  { redirectUri, state }: Pick<Request, 'redirectUri' | 'state'>,
  parameters: Readonly<Record<string, string>>,
): URL {
  const to = new URL(redirectUri)
  if (state !== null) to.searchParams.set('state', state)
  for (const [name, value] of Object.entries(parameters)) to.searchParams.set(name, value)
  return to
}

/** Returns a sentence if the request is wrong. It is shown and not sent to the redirect_uri, which is not trusted. */
function readRequest(rules: OAuthRules, query: URLSearchParams, world: World): Request | string {
  const redirectUri = address.safeParse(query.get('redirect_uri'))
  const state = query.get('state')
  const scopes = askedScopes(rules, query, world)
  const unknown = scopes.filter((scope) => !rules.scopes.includes(scope))
  const lacked = scopes.filter((scope) => scopesLacked(world).includes(scope))
  const challenge = readChallenge(rules, query)
  if (query.get(clientIdName(rules)) !== simulatedApp.clientId)
    return `The app is unknown. The only known ${clientIdName(rules)} is ${simulatedApp.clientId}.`
  if (!redirectUri.success) return 'The redirect_uri is missing or is not a valid address.'
  const responseType = query.get('response_type') ?? (rules.responseTypeOptional ? 'code' : null)
  if (responseType !== 'code') return 'The response_type must be code.'
  if (state !== null && state.length > maxState) return `The state is longer than ${maxState} characters.`
  if (scopes.length === 0) return 'The scope is missing.'
  if (unknown.length > 0) return `Unknown scope: ${unknown.join(', ')}.`
  if (lacked.length > 0) return `The app does not have the scope: ${lacked.join(', ')}.`
  if (typeof challenge === 'string') return challenge
  return { redirectUri: redirectUri.data, state, scopes, challenge }
}

/** Nobody here makes configurations: each of them has all scopes of the app. */
function askedScopes(rules: OAuthRules, query: URLSearchParams, world: World): readonly string[] {
  const text = query.get('scope') ?? ''
  if (text !== '' || !rules.configurations || !query.get('config_id')) return splitScopes(rules, text)
  return rules.scopes.filter((scope) => !scopesLacked(world).includes(scope))
}

function readChallenge(rules: OAuthRules, query: URLSearchParams): Request['challenge'] | string {
  const value = query.get('code_challenge')
  const method = query.get('code_challenge_method') ?? 'plain'
  if (value === null) return rules.pkce === 'required' ? 'The code_challenge is missing.' : null
  if (method !== 'S256' && method !== 'plain') return 'The code_challenge_method must be S256 or plain.'
  return { value, method }
}

const splitScopes = ({ scopeSeparator = ' ', acceptsCommas }: OAuthRules, text: string): string[] =>
  text.split(acceptsCommas ? /[ ,]/ : scopeSeparator).filter((scope) => scope !== '')

const clientIdName = ({ clientIdName = 'client_id' }: OAuthRules): string => clientIdName
