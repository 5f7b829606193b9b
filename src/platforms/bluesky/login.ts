import { z } from 'zod'
import { type Answer, isDone, Refused } from '../shared/call.ts'
import type { Credentials, LiveContext, Login, LoginContext, PasswordConnect, Renewal } from '../shared/live.ts'
import { quoted, saidIn } from './errors.ts'
import { later, locate, plainIdentifier } from './identity.ts'
import { type Home, homeOf, procedure } from './request.ts'
import { type Session, sessionAnswer } from './wire.ts'

const connect: PasswordConnect = { kind: 'password', login: withPassword }

async function withPassword(given: { handle: string; password: string }, context: LiveContext): Promise<Login> {
  const identifier = plainIdentifier(given.handle)
  const renewal = await signIn(identifier, given.password.trim(), context)
  if (renewal.type === 'renewed') return { type: 'in', credentials: renewal.credentials }
  if (renewal.type === 'retry') throw new Refused({ ...renewal, error: 'platform_unavailable' })
  return { type: 'refused', message: renewal.message }
}

/** Goes to the server that the account is at now: accounts move. */
async function signIn(identifier: string, appPassword: string, context: LiveContext): Promise<Renewal> {
  const located = await locate(identifier, context)
  if (located.type !== 'found') return located
  const { did, pds } = located
  const answer = await procedure(context, {
    host: pds,
    name: 'com.atproto.server.createSession',
    json: { identifier, password: appPassword },
  })
  if (!isDone(answer)) return refusedSignIn(answer, context)
  return renewedBy(sessionAnswer.parse(answer.json()), { did, pds, handle: did, appPassword })
}

const reconnect = (message: string): Renewal => ({ type: 'refused', error: 'reconnect_required', message })

const makeAppPassword = 'Make an app password in Bluesky under Settings, “Privacy and security”, “App passwords”'

const signInRefusals: Readonly<Record<string, string>> = {
  AuthenticationRequired: `The password is wrong. ${makeAppPassword}, and use it with the handle of the same account.`,
  AuthFactorTokenRequired: `The account’s own password needs a code by e-mail as well. ${makeAppPassword}, and use that.`,
  AccountTakedown: 'Bluesky has taken this account down.',
  AccountDeactivated: 'This account is deactivated. Activate it in Bluesky first.',
}

function refusedSignIn(answer: Answer, context: LiveContext): Renewal {
  const why =
    answer.status === 429
      ? 'Bluesky lets this account sign in only so often.'
      : 'The account’s Bluesky server has a problem of its own.'
  const { codes, words } = saidIn(answer)
  const known = signInRefusals[codes[0] ?? '']
  return (
    later(why, answer, context) ??
    reconnect(known ?? quoted('The account’s Bluesky server refused the sign-in.', words[0]))
  )
}

/** A session as what is kept, if it is the one of the account that was meant. */
function renewedBy(session: Session, home: Home): Renewal {
  if (session.did !== home.did) return reconnect('The server signed in another account than the one that was named.')
  if (session.active === false)
    return reconnect(`Bluesky does not let this account act: it is ${session.status ?? 'inactive'}.`)
  const credentials: Credentials = {
    accessToken: session.accessJwt,
    refreshToken: session.refreshJwt,
    expiresAt: endOf(session.accessJwt),
    scopes: [],
    extra: { ...home, handle: session.handle ?? home.did },
  }
  return { type: 'renewed', credentials }
}

const claims = z.object({ exp: z.number().int().positive() })

/** When a token ends, by what is written in it; a server may give tokens that nobody else can read. */
function endOf(token: string): number | null {
  const [, payload = ''] = token.split('.')
  try {
    return claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))).exp * 1_000
  } catch {
    return null
  }
}

/**
 * The same refresh token gives the same successor for two hours more (PDS source, 2026-08-20), so a lost answer is no
 * loss. Where it is dead, the app password signs in anew, and only where that is refused a person has to.
 */
async function refresh(context: LoginContext): Promise<Renewal> {
  const home = homeOf(context)
  const { refreshToken } = context.credentials
  if (refreshToken !== null) {
    const answer = await procedure(context, {
      host: home.pds,
      name: 'com.atproto.server.refreshSession',
      token: refreshToken,
    })
    if (isDone(answer)) return renewedBy(sessionAnswer.parse(answer.json()), home)
    const passing = later('The login could not be renewed just now.', answer, context)
    if (passing) return passing
  }
  return signIn(home.did, home.appPassword, context)
}

/** Whatever the server answers: a session that it does not know is over. */
async function revoke(context: LoginContext): Promise<void> {
  const { refreshToken } = context.credentials
  if (refreshToken === null) return
  await procedure(context, {
    host: homeOf(context).pds,
    name: 'com.atproto.server.deleteSession',
    token: refreshToken,
  })
}

export const login = { connect, refresh, revoke }
