import { z } from 'zod'
import { adviceFor, cancelCodes, withoutTokens } from '../../accounts/explain-sign-in.ts'
import { platformNamed } from '../../accounts/platform-named.ts'
import type { SignedIn, SignInFailure } from '../../accounts/sign-in.ts'
import { PublicError } from '../../contract/errors.ts'
import { hashOneTime, newOneTime } from '../../crypto/one-time.ts'
import type { Platform } from '../../platforms/shared/platform.ts'
import { type ConnectionRow, changeConnection, findConnectionByState } from '../../store/connections.ts'
import { connectionPlace } from '../../store/engine/sealed.ts'
import type { Services } from '../context.ts'
import { choiceOf, connectChoice, connectIdentity, openPending, over, sealPending } from './connect-choice.ts'

type Finishing = Pick<Services, 'database' | 'clock' | 'accounts' | 'sealer' | 'platforms'>

/** What a browser returns with from a platform. */
export interface BrowserReturn {
  readonly state: string
  readonly code?: string | undefined
  readonly error?: string | undefined
  readonly description?: string | undefined
  /** Further codes, such as Meta's `error_reason`. */
  readonly codes?: readonly string[]
}

/** What the page shows to the person. */
export type Ending =
  /** The sign-in is unknown, has ended, or belongs to another browser. */
  | { readonly type: 'unknown' }
  | { readonly type: 'ended'; readonly connection: ShownEnding }
  | { readonly type: 'choosing'; readonly connection: ShownEnding; readonly token: string; readonly problem?: string }

export interface ShownEnding {
  readonly row: ConnectionRow
  /** The name of the platform for people. */
  readonly title: string
}

/** A person came back from the sign-in of the platform. The state can be used only once, whatever the result. */
export async function finishConnection(services: Finishing, returned: BrowserReturn, browser: string): Promise<Ending> {
  const claimed = await claim(services, returned.state)
  if (claimed === undefined) return { type: 'unknown' }
  const { row, verifier, login: way } = claimed
  const { platform, title } = platformOf(services, row)
  if (returned.code === undefined)
    return ended(title, await fail(services, row, explained(platform, way, declined(title, returned))))
  const login = await services.accounts.signIn.withCode(platform, row.environment, {
    code: returned.code,
    verifier,
    login: way,
  })
  if (login.type === 'failed') return ended(title, await fail(services, row, explained(platform, way, login)))
  if (login.identities.length > 1) return offer(services, row, title, login, browser)
  return ended(title, await connectOnly(services, row, login))
}

const ended = (title: string, row: ConnectionRow): Ending => ({ type: 'ended', connection: { row, title } })

const started = z.object({ verifier: z.string(), login: z.string().optional() })

/** The sign-in with this state; only the first request gets it. */
async function claim({ database, clock, sealer }: Finishing, state: string) {
  const hash = hashOneTime(state)
  return database.transaction(async (tx) => {
    const row = await findConnectionByState(tx, { hash, status: 'waiting', now: clock.now() })
    if (!row?.secret) return undefined
    const begun = started.parse(JSON.parse(sealer.open(row.secret, connectionPlace(row.id))))
    return { row: await changeConnection(tx, row.id, over), ...begun }
  })
}

function platformOf({ platforms }: Finishing, row: ConnectionRow) {
  const platform = platformNamed(platforms, row.platform)
  return { platform, title: platform.title }
}

/** In characters: the text of a platform may be very long. */
const longestDescription = 300

type Refused = Pick<SignInFailure, 'code' | 'message' | 'reason'>

function declined(title: string, { error, description, codes = [] }: BrowserReturn): Refused {
  const all = [...(error === undefined ? [] : [error]), ...codes]
  const reason = { codes: all, message: description === undefined ? null : withQuotes(description) }
  if (all.length === 0 || all.some((one) => cancelCodes.includes(one)))
    return {
      code: 'access_denied',
      message: `The person did not grant access at ${title}, so nothing was connected.`,
      reason,
    }
  const said = (reason.message ?? all[0] ?? '').slice(0, longestDescription)
  return { code: 'login_refused', message: `${title} refused the sign-in: “${said}”.`, reason }
}

/** LinkedIn escapes the quotation marks of its message (reactjs-social-login issue 178, 2024-07). */
const withQuotes = (text: string): string => text.replaceAll('&quot;', '"')

type Failure = NonNullable<ConnectionRow['error']>

/** The failure with the platform's own words, and with what to change. */
function explained(platform: Platform, login: string | undefined, { code, message, reason }: Refused): Failure {
  const [platformCode] = reason?.codes ?? []
  return {
    code,
    message,
    platformCode: platformCode === undefined ? null : shortened(platformCode),
    platformMessage: reason?.message ? shortened(reason.message) : null,
    advice: adviceFor(platform, login, code, reason ?? { codes: [], message: null }),
  }
}

const shortened = (text: string): string => storable(withoutTokens(text).slice(0, longestDescription))

const fail = ({ database }: Finishing, row: ConnectionRow, error: Failure): Promise<ConnectionRow> =>
  database.transaction((tx) =>
    changeConnection(tx, row.id, {
      ...over,
      status: 'failed',
      error: { ...error, message: storable(withoutTokens(error.message)) },
    }),
  )

const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '')

type Login = Extract<SignedIn, { type: 'in' }>

async function connectOnly(services: Finishing, row: ConnectionRow, login: Login): Promise<ConnectionRow> {
  const { credentials, identities } = login
  try {
    return await services.database.transaction((tx) =>
      connectIdentity(tx, services, row, { credentials, identity: identities[0] }),
    )
  } catch (error) {
    if (error instanceof PublicError) return fail(services, row, { code: error.code, message: error.message })
    throw error
  }
}

async function offer(
  services: Finishing,
  row: ConnectionRow,
  title: string,
  { credentials, identities }: Login,
  browser: string,
): Promise<Ending> {
  const token = newOneTime()
  const secret = sealPending(services, row.id, {
    credentials,
    identities: [...identities],
    browser: hashOneTime(browser),
  })
  const choosing = await services.database.transaction((tx) =>
    changeConnection(tx, row.id, {
      status: 'choosing',
      choices: identities.map(choiceOf),
      state_hash: hashOneTime(token),
      secret,
    }),
  )
  return { type: 'choosing', connection: { row: choosing, title }, token }
}

/** The choices for the browser of the sign-in. */
export async function openChoice(services: Finishing, token: string, browser: string): Promise<Ending> {
  const row = await findConnectionByState(services.database.read, {
    hash: hashOneTime(token),
    status: 'choosing',
    now: services.clock.now(),
  })
  if (row === undefined || openPending(services, row)?.browser !== hashOneTime(browser)) return { type: 'unknown' }
  return { type: 'choosing', connection: { row, title: platformOf(services, row).title }, token }
}

/** Handles the choice of the browser of the sign-in. */
export async function choose(
  services: Finishing,
  token: string,
  browser: string,
  id: string | undefined,
): Promise<Ending> {
  const open = await openChoice(services, token, browser)
  if (open.type !== 'choosing') return open
  if (id === undefined) return { ...open, problem: 'Choose one of these.' }
  const { row, title } = open.connection
  try {
    const connected = await services.database.transaction(async (tx) => {
      const current = await findConnectionByState(tx, {
        hash: hashOneTime(token),
        status: 'choosing',
        now: services.clock.now(),
      })
      return current && connectChoice(tx, services, current, id)
    })
    return connected
      ? ended(title, connected)
      : { ...open, problem: 'This choice does not exist. Choose one of these.' }
  } catch (error) {
    if (!(error instanceof PublicError)) throw error
    return { ...open, connection: { row, title }, problem: error.message }
  }
}
