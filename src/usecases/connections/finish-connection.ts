import { z } from 'zod'
import { adviceFor, cancelCodes, withoutTokens } from '../../accounts/explain-sign-in.ts'
import { knownPlatform } from '../../accounts/known-platform.ts'
import type { SignedIn, SignInFailure } from '../../accounts/sign-in.ts'
import { PublicError } from '../../contract/errors.ts'
import { hashOneTime, newOneTime } from '../../crypto/one-time.ts'
import { firstCharacters, storable } from '../../domain/foreign-text.ts'
import type { Platform } from '../../platforms/shared/platform.ts'
import { type ConnectionRow, changeConnection, findConnectionByState } from '../../store/accounts/connections.ts'
import { findProfile } from '../../store/accounts/profiles.ts'
import type { Transaction } from '../../store/engine/database.ts'
import { connectionBinding } from '../../store/engine/sealed.ts'
import { findUser } from '../../store/people/users.ts'
import type { Services } from '../context.ts'
import {
  choiceOf,
  connectChoice,
  connectIdentity,
  openPending,
  over,
  type PendingChoice,
  sealPending,
} from './connect-choice.ts'

type FinishServices = Pick<Services, 'database' | 'clock' | 'accounts' | 'sealer' | 'platforms'>

/** The parameters with which a browser returns from a platform. */
export interface BrowserReturn {
  readonly state: string
  readonly code?: string | undefined
  readonly error?: string | undefined
  readonly description?: string | undefined
  /** Further codes, such as Meta's `error_reason`. */
  readonly codes?: readonly string[]
}

/** The content of the page for the person. */
export type Ending =
  /** The sign-in is unknown, has ended, or belongs to another browser. */
  | { readonly type: 'unknown' }
  | { readonly type: 'ended'; readonly connection: ShownEnding }
  /** The person has signed in, and is asked whether this profile is to get the account. */
  | {
      readonly type: 'confirming'
      readonly connection: ShownEnding
      readonly token: string
      readonly asked: ConnectionQuestion
    }
  | { readonly type: 'choosing'; readonly connection: ShownEnding; readonly token: string; readonly problem?: string }

export interface ShownEnding {
  readonly row: ConnectionRow
  /** The name of the platform for people. */
  readonly title: string
}

/** Who gets which account. */
export interface ConnectionQuestion {
  /** The accounts of the login, by their names. */
  readonly accounts: readonly string[]
  readonly profile: string
  readonly user: string
}

/** The answer of a person in the form of the page. */
export interface Answer {
  readonly confirmed?: 'yes' | 'no' | undefined
  readonly choice?: string | undefined
}

/** A person came back from the sign-in of the platform. The state can be used only once, whatever the result. */
export async function finishConnection(
  services: FinishServices,
  returned: BrowserReturn,
  browser: string,
): Promise<Ending> {
  const claimed = await claim(services, returned.state)
  if (claimed === undefined) return { type: 'unknown' }
  const { row, platform, verifier, login: way } = claimed
  const { title } = platform
  if (returned.code === undefined)
    return ended(title, await fail(services, row, explained(platform, way, declined(title, returned))))
  const login = await services.accounts.signIn.withCode(platform, row.environment, {
    code: returned.code,
    verifier,
    login: way,
  })
  if (login.type === 'failed') return ended(title, await fail(services, row, explained(platform, way, login)))
  return askFirst(services, row, title, login, browser)
}

const ended = (title: string, row: ConnectionRow): Ending => ({ type: 'ended', connection: { row, title } })

const started = z.object({ verifier: z.string(), login: z.string().optional() })

/** The sign-in with this state; only the first request gets it. */
async function claim({ database, clock, sealer, platforms }: FinishServices, state: string) {
  const hash = hashOneTime(state)
  return database.transaction(async (tx) => {
    const row = await findConnectionByState(tx, { hash, among: ['waiting'], now: clock.now() })
    const platform = row && knownPlatform(platforms, row)
    if (!row?.secret || !platform) return undefined
    const begun = started.parse(JSON.parse(sealer.open(row.secret, connectionBinding(row.id))))
    return { row: await changeConnection(tx, row.id, over), platform, ...begun }
  })
}

/** In characters: the text of a platform may be very long. */
const longestDescription = 300

type RefusedSignIn = Pick<SignInFailure, 'code' | 'message' | 'reason'>

function declined(title: string, { error, description, codes = [] }: BrowserReturn): RefusedSignIn {
  const all = [...(error === undefined ? [] : [error]), ...codes]
  const reason = { codes: all, message: description === undefined ? null : withQuotes(description) }
  if (all.length === 0 || all.some((one) => cancelCodes.includes(one)))
    return {
      code: 'access_denied',
      message: `The person did not grant access at ${title}, so nothing was connected.`,
      reason,
    }
  const said = firstCharacters(reason.message ?? all[0] ?? '', longestDescription)
  return { code: 'login_refused', message: `${title} refused the sign-in: “${said}”.`, reason }
}

/** LinkedIn escapes the quotation marks of its message (reactjs-social-login issue 178, 2024-07). */
const withQuotes = (text: string): string => text.replaceAll('&quot;', '"')

type Failure = NonNullable<ConnectionRow['error']>

/** The failure with the platform's own words, and with what to change. */
function explained(platform: Platform, login: string | undefined, { code, message, reason }: RefusedSignIn): Failure {
  const [platformCode] = reason?.codes ?? []
  return {
    code,
    message,
    platformCode: platformCode === undefined ? null : shortened(platformCode),
    platformMessage: reason?.message ? shortened(reason.message) : null,
    advice: adviceFor(platform, login, code, reason ?? { codes: [], message: null }),
  }
}

const shortened = (text: string): string => firstCharacters(withoutTokens(text), longestDescription)

const fail = ({ database }: FinishServices, row: ConnectionRow, error: Failure): Promise<ConnectionRow> =>
  database.transaction((tx) =>
    changeConnection(tx, row.id, {
      ...over,
      status: 'failed',
      error: { ...error, message: storable(withoutTokens(error.message)) },
    }),
  )

type Login = Extract<SignedIn, { type: 'in' }>

/**
 * Keeps the login until the person confirms it. Whoever began the connection may have sent the link to somebody else, whose
 * account would be connected to a stranger's profile: the platform's page names only the instance.
 */
async function askFirst(
  services: FinishServices,
  row: ConnectionRow,
  title: string,
  { credentials, identities }: Login,
  browser: string,
): Promise<Ending> {
  const token = newOneTime()
  const pending = { credentials, identities: [...identities], browser: hashOneTime(browser) }
  const confirming = await services.database.transaction((tx) =>
    changeConnection(tx, row.id, {
      status: 'confirming',
      state_hash: hashOneTime(token),
      secret: sealPending(services, row.id, pending),
    }),
  )
  return askedOf(services, { row: confirming, title }, token, pending)
}

async function askedOf(
  { database }: FinishServices,
  connection: ShownEnding,
  token: string,
  { identities }: PendingChoice,
): Promise<Ending> {
  const { user_id: userId, profile_id: profileId } = connection.row
  const [user, profile] = [await findUser(database.read, userId), await findProfile(database.read, userId, profileId)]
  const asked = {
    accounts: identities.map((one) => choiceOf(one).name),
    profile: profile?.name ?? profileId,
    user: user?.email ?? '',
  }
  return { type: 'confirming', connection, token, asked }
}

const open = ['confirming', 'choosing'] as const

/** The question or the choices for the browser of the sign-in. */
export async function openChoice(services: FinishServices, token: string, browser: string): Promise<Ending> {
  const row = await findConnectionByState(services.database.read, {
    hash: hashOneTime(token),
    among: open,
    now: services.clock.now(),
  })
  const pending = row && openPending(services, row)
  if (!row || !pending || pending.browser !== hashOneTime(browser)) return { type: 'unknown' }
  const connection = { row, title: knownPlatform(services.platforms, row)?.title ?? row.platform }
  return row.status === 'confirming'
    ? askedOf(services, connection, token, pending)
    : { type: 'choosing', connection, token }
}

/** Handles the answer of the browser of the sign-in. */
export async function choose(
  services: FinishServices,
  token: string,
  browser: string,
  { confirmed, choice }: Answer,
): Promise<Ending> {
  const shown = await openChoice(services, token, browser)
  if (shown.type === 'confirming') return confirm(services, shown, confirmed)
  if (shown.type !== 'choosing') return shown
  if (choice === undefined) return { ...shown, problem: 'Choose one of these.' }
  const { row, title } = shown.connection
  try {
    const connected = await services.database.transaction(async (tx) => {
      const current = await stillOpen(tx, services, token, 'choosing')
      return current && connectChoice(tx, services, current, choice)
    })
    return connected
      ? ended(title, connected)
      : { ...shown, problem: 'This choice does not exist. Choose one of these.' }
  } catch (error) {
    if (!(error instanceof PublicError)) throw error
    return { ...shown, connection: { row, title }, problem: error.message }
  }
}

const stillOpen = (tx: Transaction, { clock }: FinishServices, token: string, status: (typeof open)[number]) =>
  findConnectionByState(tx, { hash: hashOneTime(token), among: [status], now: clock.now() })

/** One account is connected; of several, the person or the caller chooses one. */
async function confirm(
  services: FinishServices,
  shown: Extract<Ending, { type: 'confirming' }>,
  confirmed: Answer['confirmed'],
): Promise<Ending> {
  const { connection, token } = shown
  const { row, title } = connection
  if (confirmed === undefined) return shown
  if (confirmed === 'no') return ended(title, await fail(services, row, refusedByPerson))
  try {
    const next = await services.database.transaction(async (tx) => {
      const current = await stillOpen(tx, services, token, 'confirming')
      const pending = current && openPending(services, current)
      const [only, ...others] = pending?.identities ?? []
      if (!current || !pending || !only) return null
      return others.length === 0
        ? connectIdentity(tx, services, current, { credentials: pending.credentials, identity: only })
        : changeConnection(tx, current.id, { status: 'choosing', choices: pending.identities.map(choiceOf) })
    })
    if (next === null) return { type: 'unknown' }
    return next.status === 'choosing'
      ? { type: 'choosing', connection: { row: next, title }, token }
      : ended(title, next)
  } catch (error) {
    if (!(error instanceof PublicError)) throw error
    return ended(title, await fail(services, row, { code: error.code, message: error.message }))
  }
}

const refusedByPerson: Failure = {
  code: 'access_denied',
  message: 'The person did not confirm that this profile gets the account, so nothing was connected.',
}
