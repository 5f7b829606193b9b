import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { second } from '../domain/time.ts'
import { OutboundFault } from '../outbound/fault.ts'
import { call, jsonIn, RefusedCall, Unreadable } from '../platforms/shared/call.ts'
import { type Identity, usesBrowser } from '../platforms/shared/connect.ts'
import type { Credentials, LiveContext, LoginContext } from '../platforms/shared/context.ts'
import { authorizeUrl, exchangeCode, newVerifier } from '../platforms/shared/oauth.ts'
import type { Platform } from '../platforms/shared/platform.ts'
import type { PlatformReason } from '../platforms/shared/sign-in-refusal.ts'
import type { Environment } from '../store/accounts/accounts.ts'
import type { Log } from '../system/log.ts'
import { randomText } from '../system/random.ts'
import type { Contexts, Sandbox } from './contexts.ts'
import { loginNamed, markedWith } from './logins.ts'

export interface SignInServices extends Contexts {
  readonly log: Log
  readonly redirectUri: string
  readonly sandbox: Sandbox | null
  readonly timeScale: number
}

export type SignedIn =
  | { readonly type: 'in'; readonly credentials: Credentials; readonly identities: readonly [Identity, ...Identity[]] }
  | SignInFailure

export interface SimulatedKinds {
  readonly type: 'kinds'
  /** By the name of the kind: the login with which it shows, if it shows with only one. */
  readonly kinds: Readonly<Record<string, { readonly login?: string | undefined }>>
}

export interface SignInFailure {
  readonly type: 'failed'
  readonly code: 'access_denied' | 'login_refused' | 'platform_unavailable' | 'no_account'
  readonly message: string
  /** Left out if the platform named none. */
  readonly reason?: PlatformReason
}

/** A sign-in that a person has to complete at the platform. */
export interface StartedSignIn {
  readonly url: string
  /** The browser returns with it, once. */
  readonly state: string
  readonly verifier: string
}

export interface SignIn {
  /** Makes the address where a person signs in. `login`: the method, if the platform has several. */
  readonly begin: (platform: Platform, environment: Environment, login?: string) => Promise<StartedSignIn>
  /** Completes a sign-in with the code that the browser returned with. */
  readonly withCode: (
    platform: Platform,
    environment: Environment,
    given: { readonly code: string; readonly verifier: string; readonly login?: string | undefined },
  ) => Promise<SignedIn>
  /** Signs in with the fields of a form. */
  readonly withFields: (
    platform: Platform,
    environment: Environment,
    given: { readonly fields: Readonly<Record<string, string>>; readonly login?: string | undefined },
  ) => Promise<SignedIn>
  /** Signs in a simulated person, with the same calls as a real login. */
  readonly simulated: (
    platform: Platform,
    account: { readonly name: string; readonly kind?: string | undefined },
    login?: string,
  ) => Promise<SignedIn>
  /** The kinds of accounts that the simulated platform has. */
  readonly simulatedKinds: (platform: Platform) => Promise<SimulatedKinds | SignInFailure>
}

/** How long a sign-in may take, over all its calls. */
const longestSignIn = 60 * second
/** Before the account of a new login is asked for again. */
const discoverPauses = [second, 2 * second, 4 * second]
const stateLength = 43 // letters and digits: 256 bits

export function createSignIn(services: SignInServices): SignIn {
  const contextOf = (platform: Platform, environment: Environment, login?: string): Promise<LiveContext> =>
    services.live(platform, environment, { operation: 'sign_in', signal: AbortSignal.timeout(longestSignIn), login })

  const begin: SignIn['begin'] = async (platform, environment, login) => {
    const { connect } = loginNamed(platform, login)
    if (!usesBrowser(connect)) throw new Error(`${platform.title} has no sign-in in a browser.`)
    const request = { redirectUri: services.redirectUri, state: randomText(stateLength), verifier: await newVerifier() }
    const url = await authorizeUrl(
      connect,
      await services.live(platform, environment, { operation: 'sign_in', login }),
      request,
    )
    return { url, state: request.state, verifier: request.verifier }
  }

  const withCode: SignIn['withCode'] = (platform, environment, { code, verifier, login: method }) =>
    catchFailures(services, platform, async () => {
      const named = loginNamed(platform, method)
      const { connect } = named
      if (!usesBrowser(connect)) throw new Error(`${platform.title} has no sign-in in a browser.`)
      const context = await contextOf(platform, environment, method)
      const login = await exchangeCode(connect, context, { code, verifier, redirectUri: services.redirectUri })
      const secrets = [code, verifier, context.app?.clientSecret]
      if (login.type === 'refused') return without(secrets, failed('login_refused', login.message, login.reason))
      if (login.type === 'unavailable')
        return without(secrets, failed('platform_unavailable', login.message, login.reason))
      return identify(services, platform, context, markedWith(login.credentials, platform, named))
    })

  const withFields: SignIn['withFields'] = (platform, environment, { fields, login: method }) =>
    catchFailures(services, platform, async () => {
      const named = loginNamed(platform, method)
      const { connect } = named
      if (usesBrowser(connect)) throw new Error(`${platform.title} is connected in a browser.`)
      const context = await contextOf(platform, environment, method)
      const login = await connect.login(fields, context)
      if (login.type === 'refused') return failed('login_refused', login.message, login.reason)
      return identify(services, platform, context, markedWith(login.credentials, platform, named))
    })

  const simulated: SignIn['simulated'] = async (platform, { name: account, kind }, login) => {
    const { connect } = loginNamed(platform, login)
    const started = usesBrowser(connect) ? await begin(platform, 'sandbox', login) : null
    const door = await catchFailures(services, platform, async () => ({
      type: 'open' as const,
      answer: await askDoor(services, platform, {
        account,
        ...(kind !== undefined && { kind }),
        ...(started && { authorize_url: started.url }),
      }),
    }))
    if (door.type === 'failed') return door
    if (door.answer.kind === 'form') return withFields(platform, 'sandbox', { fields: door.answer.fields, login })
    const code = new URL(door.answer.redirect).searchParams.get('code')
    if (started === null || code === null) return failed('login_refused', 'The simulated platform returned no code.')
    return withCode(platform, 'sandbox', { code, verifier: started.verifier, login })
  }

  const simulatedKinds: SignIn['simulatedKinds'] = (platform) =>
    catchFailures(services, platform, async () => ({
      type: 'kinds' as const,
      ...kindsAnswer.parse(await askSandbox(services, platform, { method: 'GET', path: 'kinds' })),
    }))

  return { begin, withCode, withFields, simulated, simulatedKinds }
}

async function identify(
  services: SignInServices,
  platform: Platform,
  context: LiveContext,
  credentials: Credentials,
): Promise<SignedIn> {
  const [first, ...rest] = await discover(services, platform, { ...context, credentials })
  if (first === undefined) return failed('no_account', `This ${platform.title} login has no account that can publish.`)
  return { type: 'in', credentials, identities: [first, ...rest] }
}

/**
 * A code works only once, so a platform that cannot answer yet is asked again. LinkedIn may refuse its new token for some
 * seconds (omniauth-linkedin issues, 2024).
 */
async function discover(
  { timeScale }: SignInServices,
  { live }: Platform,
  context: LoginContext,
): Promise<readonly Identity[]> {
  for (const pause of discoverPauses)
    try {
      return await live.discover(context)
    } catch (error) {
      if (!(error instanceof RefusedCall && error.outcome.type === 'retry')) throw error
      await sleep(pause / timeScale)
    }
  return live.discover(context)
}

const doorAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('form'), fields: z.record(z.string(), z.string()) }),
  z.object({ kind: z.literal('oauth'), redirect: z.url() }),
])

const doorRefusal = z.object({ error: z.string() })

const kindsAnswer = z.object({ kinds: z.record(z.string(), z.object({ login: z.string().optional() })) })

const askDoor = async (services: SignInServices, platform: Platform, json: object) =>
  doorAnswer.parse(await askSandbox(services, platform, { method: 'POST', path: 'login', json }))

/** A call to the control API of the sandbox. */
async function askSandbox(
  services: SignInServices,
  platform: Platform,
  { path, ...asked }: { readonly method: 'GET' | 'POST'; readonly path: string; readonly json?: object },
): Promise<unknown> {
  const url = `${services.sandbox?.origin}/__sandbox/${platform.name}/${path}`
  const context = await services.live(platform, 'sandbox', {
    operation: 'sign_in',
    signal: AbortSignal.timeout(longestSignIn),
  })
  const answer = await call(context, { ...asked, url })
  const refused = answer.status === 400 ? doorRefusal.safeParse(jsonIn(answer)).data : undefined
  if (refused)
    throw new RefusedCall(
      {
        type: 'rejected',
        error: 'platform_rejected',
        message: `The simulated platform refused the sign-in. ${platform.title} says: “${refused.error}”`,
      },
      { codes: [], message: refused.error },
    )
  if (answer.status !== 200) throw new Unreadable(`The sandbox answered with status ${answer.status}.`)
  return answer.json()
}

const failed = (code: SignInFailure['code'], message: string, reason?: PlatformReason): SignInFailure => ({
  type: 'failed',
  code,
  message,
  ...(reason && { reason }),
})

/** Some platforms repeat parts of a request in their messages. */
function without(secrets: readonly (string | null | undefined)[], failure: SignInFailure): SignInFailure {
  const hidden = (text: string): string =>
    secrets.reduce<string>((left, secret) => (secret ? left.replaceAll(secret, '…') : left), text)
  const { reason, message } = failure
  return {
    ...failure,
    message: hidden(message),
    ...(reason && {
      reason: { codes: reason.codes.map(hidden), message: reason.message === null ? null : hidden(reason.message) },
    }),
  }
}

/** Turns everything that goes wrong into a message for the person who waits. */
async function catchFailures<T>(
  { log }: SignInServices,
  { name, title }: Platform,
  run: () => Promise<T>,
): Promise<T | SignInFailure> {
  try {
    return await run()
  } catch (err) {
    if (err instanceof RefusedCall)
      return failed(err.outcome.type === 'retry' ? 'platform_unavailable' : 'login_refused', err.message, err.reason)
    const again = `Try again; if it keeps failing, ${title} or the connection to it has a problem.`
    if (err instanceof OutboundFault)
      return failed('platform_unavailable', `${title} could not be reached: ${err.message} ${again}`)
    if (err instanceof DOMException && err.name === 'TimeoutError')
      return failed('platform_unavailable', `${title} did not answer in time. ${again}`)
    log.error({ err, platform: name }, 'sign-in failed')
    return failed('platform_unavailable', `${title} returned a response that could not be read. ${again}`)
  }
}
