import { z } from 'zod'
import { type Answer, isDone, RefusedCall } from '../shared/call.ts'
import type { FormConnect, Login, Renewal } from '../shared/connect.ts'
import type { Credentials, LiveContext, LoginContext } from '../shared/context.ts'
import { errorIn, quoted } from './errors.ts'
import { locate, plainIdentifier, temporaryRefusal } from './identity.ts'
import { type Home, homeOf, procedure } from './request.ts'
import { type Session, sessionAnswer } from './wire.ts'

const connect: FormConnect = {
  kind: 'password',
  fields: [
    { name: 'handle', kind: 'text', title: 'Handle', hint: 'With its ending, for example ana.bsky.social', max: 253 },
    {
      name: 'app_password',
      kind: 'secret',
      title: 'App password',
      hint: 'Made in Bluesky under Settings, “Privacy and security”, “App passwords”',
      max: 100,
    },
  ],
  login: withAppPassword,
}

async function withAppPassword(
  { handle = '', app_password: password = '' }: Readonly<Record<string, string>>,
  context: LiveContext,
): Promise<Login> {
  const identifier = plainIdentifier(handle)
  const renewal = await signIn(identifier, password, context)
  if (renewal.type === 'renewed') return { type: 'in', credentials: renewal.credentials }
  if (renewal.type === 'retry') throw new RefusedCall({ ...renewal, error: 'platform_unavailable' })
  return { type: 'refused', message: renewal.message }
}

/** Signs in at the account's present server, because accounts move. */
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

const makeAppPassword = 'Create an app password in Bluesky under Settings, “Privacy and security”, “App passwords”'

const signInRefusals: Readonly<Record<string, string>> = {
  AuthenticationRequired: `The password is wrong. ${makeAppPassword}, and use it with the handle of the same account.`,
  AuthFactorTokenRequired: `The account’s main password also requires a code by e-mail. ${makeAppPassword}, and use that instead.`,
  AccountTakedown: 'Bluesky has taken this account down.',
  AccountDeactivated: 'This account is deactivated. Activate it in Bluesky first.',
}

function refusedSignIn(answer: Answer, context: LiveContext): Renewal {
  const why =
    answer.status === 429
      ? 'Bluesky limits how often this account may sign in.'
      : 'The account’s Bluesky server had an internal error.'
  const { codes, words } = errorIn(answer)
  const known = signInRefusals[codes[0] ?? '']
  return (
    temporaryRefusal(why, answer, context) ??
    reconnect(known ?? quoted('The account’s Bluesky server refused the sign-in.', words[0]))
  )
}

/** The credentials of a session, if it belongs to the intended account. */
function renewedBy(session: Session, home: Home): Renewal {
  if (session.did !== home.did)
    return reconnect('The Bluesky server signed in a different account than the requested one.')
  if (session.active === false)
    return reconnect(`Bluesky does not allow this account to act. Its status is “${session.status ?? 'inactive'}”.`)
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

/** When a token expires, according to its payload. Null if only the server can read its tokens. */
function endOf(token: string): number | null {
  const [, payload = ''] = token.split('.')
  try {
    return claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))).exp * 1_000
  } catch {
    return null
  }
}

/**
 * For two hours the same refresh token returns the same new tokens (PDS source, 2026-08-20), so a lost response does no harm.
 * If the refresh token is invalid, the app password signs in again. Only if that is refused, a person has to connect again.
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
    const passing = temporaryRefusal('The Bluesky login could not be renewed at the moment.', answer, context)
    if (passing) return passing
  }
  return signIn(home.did, home.appPassword, context)
}

/** The response does not matter: a session that the server does not know has ended. */
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
