import type { SignedIn, SignInFailure } from '../../accounts/sign-in.ts'
import { PublicError } from '../../contract/errors.ts'
import { hashOneTime } from '../../crypto/one-time.ts'
import { hour } from '../../domain/time.ts'
import { usesBrowser } from '../../platforms/shared/connect.ts'
import type { Environment } from '../../store/accounts/accounts.ts'
import { type ConnectionRow, insertConnection } from '../../store/accounts/connections.ts'
import type { ProfileRow } from '../../store/accounts/profiles.ts'
import { connectionBinding } from '../../store/engine/sealed.ts'
import { randomText } from '../../system/random.ts'
import type { Call, UseCase } from '../context.ts'
import { lockOwnProfile, ownProfile } from '../profiles/own-profile.ts'
import { everyPlatform, pathOfField, type Way, waysToConnect } from './connectable.ts'
import { keepAccount } from './keep-account.ts'
import { ofKind, simulatedName } from './kinds.ts'
import { showConnection } from './show-connection.ts'

/** How long a person may take. */
const openFor = hour

export const connect: UseCase<'connect'> = async (call) => {
  const profile = await ownProfile(call.database.read, call.caller, call.body.profile_id)
  const ways = await waysToConnect(call, call.body)
  const [only] = ways
  return only && needsBrowser(only, call.body)
    ? begin(call, profile.id, only)
    : connectNow(call, profile, await ofKind(call, ways))
}

type Connect = Call<'connect'>

/** A sandbox connection uses the simulated sign-in page if the request has a `redirect_url`. */
const needsBrowser = ({ login }: Way, { platform, environment, redirect_url }: Connect['body']): boolean =>
  usesBrowser(login.connect) &&
  (environment !== 'sandbox' || (redirect_url !== undefined && platform !== everyPlatform))

async function begin(call: Connect, profileId: string, { platform, login }: Way): ReturnType<UseCase<'connect'>> {
  const { database, clock, caller, accounts, sealer, answer } = call
  const { url, state, verifier } = await accounts.signIn.begin(platform, environmentOf(call), login.name)
  const row = newConnection(call, profileId, platform.name)
  return database.transaction(async (tx) => {
    await lockOwnProfile(tx, caller, profileId)
    const waiting: ConnectionRow = {
      ...row,
      status: 'waiting',
      url,
      state_hash: hashOneTime(state),
      secret: sealer.seal(JSON.stringify({ verifier, login: login.name }), connectionBinding(row.id)),
    }
    await insertConnection(tx, waiting)
    return answer(tx, { status: 'ok', data: showConnection(waiting, clock.now()) })
  })
}

/** How a sign-in fails for a kind of simulated account that cannot be connected, such as a person without a Page. */
const ofKindAlone: readonly SignInFailure['code'][] = ['no_account', 'login_refused']

/**
 * A request for several platforms connects all of them, or fails with the first error. If only the requested kind of
 * account is the reason, the other platforms are connected.
 */
async function connectNow(call: Connect, profile: ProfileRow, ways: readonly Way[]): ReturnType<UseCase<'connect'>> {
  const { database, clock, caller, accounts, answer } = call
  const profileId = profile.id
  const tried = await Promise.all(ways.map(async (way) => ({ way, login: await signInTo(call, way, profile) })))
  const left = tried.flatMap(({ way, login }) =>
    ways.length > 1 && way.kind !== undefined && login.type === 'failed' && ofKindAlone.includes(login.code)
      ? [{ way, ...login }]
      : [],
  )
  const logins = tried.flatMap(({ way, login }) =>
    left.some((one) => one.way === way) ? [] : [{ platform: way.platform, login: signedIn(call, way, login) }],
  )
  const [only] = ways
  const row: ConnectionRow = {
    ...newConnection(call, profileId, ways.length === 1 && only ? only.platform.name : everyPlatform),
    status: 'connected',
    connected: logins.map(({ platform }) => platform.name),
    error: notConnected(left),
  }
  return database.transaction(async (tx) => {
    await lockOwnProfile(tx, caller, profileId)
    for (const { platform, login } of logins)
      await keepAccount(tx, accounts, {
        by: caller,
        userId: caller.userId,
        plan: caller.plan,
        profileId,
        platform: platform.name,
        environment: row.environment,
        identity: login.identities[0],
        credentials: login.credentials,
        now: row.created_at,
      })
    await insertConnection(tx, row)
    return answer(tx, { status: 'ok', data: showConnection(row, clock.now()) })
  })
}

/** The `error` about the platforms that were left out; null if all were connected. */
function notConnected(left: readonly (SignInFailure & { readonly way: Way })[]): ConnectionRow['error'] {
  const [first] = left
  if (!first) return null
  const sentences = left.map(({ way, message }) => `${way.platform.title} is not connected: ${message}`)
  return { code: first.code, message: sentences.join(' ') }
}

const environmentOf = ({ body }: Connect): Environment => body.environment ?? 'live'

async function signInTo({ accounts, ...call }: Connect, way: Way, profile: ProfileRow): Promise<SignedIn> {
  const { platform, login, kind, fields } = way
  if (fields)
    return accounts.signIn.withFields(platform, environmentOf({ accounts, ...call }), { fields, login: login.name })
  // As long as a profile keeps its name, it gets the same simulated person of a kind.
  const name = await simulatedName(accounts, way, profile)
  return accounts.signIn.simulated(platform, { name, kind }, login.name)
}

function signedIn({ body }: Connect, way: Way, login: SignedIn): Exclude<SignedIn, SignInFailure> {
  if (login.type === 'in') return login
  const { code, message } = login
  const secret = code === 'login_refused' ? secretFieldOf(way) : undefined
  throw new PublicError(secret ? 'login_refused' : 'platform_error', message, {
    details: [{ path: secret ? pathOfField(body, secret) : 'platform', platform: way.platform.name, code, message }],
  })
}

/** The field that a refused login concerns; undefined if the caller wrote none. */
const secretFieldOf = ({ login: { connect }, fields }: Way): string | undefined =>
  fields && !usesBrowser(connect) ? connect.fields.find(({ kind }) => kind === 'secret')?.name : undefined

function newConnection({ clock, caller, body }: Connect, profileId: string, platform: string) {
  const now = clock.now()
  return {
    id: `conn_${randomText(24)}`,
    user_id: caller.userId,
    profile_id: profileId,
    platform,
    named: body.platform,
    environment: body.environment ?? 'live',
    url: null,
    redirect_url: body.redirect_url ?? null,
    state_hash: null,
    secret: null,
    choices: [],
    connected: [],
    error: null,
    created_at: now,
    expires_at: now + openFor,
  }
}
