import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Sealer } from '../crypto/seal.ts'
import type { JobError } from '../domain/job-error.ts'
import { second } from '../domain/time.ts'
import { OutboundFault } from '../outbound/fault.ts'
import { RefusedCall, Unreadable } from '../platforms/shared/call.ts'
import type { Renewal } from '../platforms/shared/connect.ts'
import type { Credentials, LoginContext } from '../platforms/shared/context.ts'
import type { Platform } from '../platforms/shared/platform.ts'
import { type AccountRow, findAccount } from '../store/accounts/accounts.ts'
import { endRenewal, isRenewing, markNeedsReconnect, storeRenewal, takeRenewal } from '../store/accounts/renewals.ts'
import type { Database } from '../store/engine/database.ts'
import { storeAnswer } from '../store/engine/until-stored.ts'
import { crashPoint } from '../system/crash-point.ts'
import type { Log } from '../system/log.ts'
import { between, type Moment, moment } from '../system/moment.ts'
import type { Contexts } from './contexts.ts'
import { openCredentials, sealCredentials, timesOf } from './credentials.ts'
import { loginNamed, loginOf } from './logins.ts'

export interface RenewServices extends Contexts {
  readonly database: Database
  readonly sealer: Sealer
  readonly log: Log
  readonly timeScale: number
}

export type RenewedLogin =
  | { readonly type: 'renewed'; readonly row: AccountRow; readonly credentials: Credentials }
  | { readonly type: 'reconnect'; readonly error: JobError; readonly message: string }
  | { readonly type: 'retry'; readonly message: string; readonly notBefore?: number }

/** How long a renewal may take at the platform, in milliseconds. */
const longestRenewal = 30 * second
/** How much longer the lease holds, to store the result; after that another process may try. */
const leaseReserve = 5 * second
/** Also when tests shorten all times. */
const shortestRenewal = 6 * second
const pause = 50 // milliseconds between looks at what another process is doing

/**
 * Replaces the credentials of this row by new ones. Only one process does it at a time, and the others wait for its result:
 * many platforms end the whole login when a refresh token is used twice. New credentials are stored before they are used.
 * If a process dies between the platform's response and storing it, the response is lost; if the old refresh token is
 * invalid by then, a person has to sign in again, and no program can avoid that. `isGood`: the access token is still valid
 * for a while.
 */
export async function renew(
  services: RenewServices,
  stale: AccountRow,
  platform: Platform,
  { isGood = false }: { readonly isGood?: boolean } = {},
): Promise<RenewedLogin> {
  const time = Math.max(shortestRenewal, longestRenewal / services.timeScale)
  const lease = time + leaseReserve
  // The process that renews now has one lease, and one that takes over after its death has another.
  const deadline = performance.now() + 2 * lease
  for (;;) {
    const asked = moment()
    const taken = await services.database.step((tx) => takeRenewal(tx, stale, lease))
    if (taken) return await renewNow(services, taken, platform, { asked, time, isGood })
    const now = await findAccount(services.database.read, stale.id)
    if (now === undefined) return disconnected
    if (now.status === 'needs_reconnect') return needsReconnect(now)
    if (now.credentials_version !== stale.credentials_version) return current(services, now)
    while (await isRenewing(services.database.read, stale.id)) {
      if (performance.now() > deadline) return { type: 'retry', message: 'Another process is renewing the login.' }
      await sleep(pause)
    }
  }
}

export const disconnected: RenewedLogin = {
  type: 'reconnect',
  error: 'account_disconnected',
  message: 'The account is no longer connected.',
}

export const needsReconnect = ({ reconnect_reason }: AccountRow): RenewedLogin => ({
  type: 'reconnect',
  error: 'reconnect_required',
  message: reconnect_reason ?? 'The account needs a new login.',
})

function current({ sealer }: RenewServices, row: AccountRow): RenewedLogin {
  const credentials = openCredentials(sealer, row)
  return credentials === null ? disconnected : { type: 'renewed', row, credentials }
}

async function renewNow(
  services: RenewServices,
  row: AccountRow,
  platform: Platform,
  { asked, time, isGood }: { readonly asked: Moment; readonly time: number; readonly isGood: boolean },
): Promise<RenewedLogin> {
  const { database, sealer, log } = services
  const old = openCredentials(sealer, row)
  if (old === null) return disconnected
  // If this fails, the lease of the renewal runs out.
  const end = () =>
    database
      .step((tx) => endRenewal(tx, row))
      .catch((err) => log.warn({ err, account: row.id }, 'the end of a renewal was not stored'))
  let renewal: Renewal
  try {
    crashPoint('accounts.renewing')
    const context = await services.live(platform, row.environment, {
      operation: 'renew',
      signal: AbortSignal.timeout(time),
      login: loginOf(old),
    })
    // If this process was asleep, its lease may be lost, and another process may have used the token.
    renewal = between(asked, moment()) < time ? await askPlatform(platform, { ...context, credentials: old }) : tooLate
    crashPoint('accounts.renewed')
  } catch (error) {
    await end()
    throw error
  }
  if (renewal.type === 'retry') {
    await end()
    log.warn({ account: row.id, platform: row.platform, reason: renewal.message }, 'the login could not be renewed')
    return renewal
  }
  if (renewal.type === 'refused' && !isGood) return refuse(services, row, renewal)

  const credentials = renewal.type === 'renewed' ? withOldParts(renewal.credentials, old) : toItsEnd(old)
  const sealed = { credentials: sealCredentials(sealer, row.id, credentials), ...timesOf(credentials) }
  // The old refresh token may be used up, so without this a person would have to sign in again.
  await storeAnswer(log, () => database.step((tx) => storeRenewal(tx, row, sealed)))
  crashPoint('accounts.stored')
  // If a person has signed in again in the meantime, that login counts.
  const now = await findAccount(database.read, row.id)
  return now === undefined ? disconnected : current(services, now)
}

const tooLate: Renewal = { type: 'retry', message: 'The renewal began too late.' }

/** Errors become results, because every process that waits for the renewal handles them alike. */
async function askPlatform(platform: Platform, context: LoginContext): Promise<Renewal> {
  const { live, title } = platform
  const { app } = loginNamed(platform, loginOf(context.credentials))
  if (app !== null && context.app === null)
    return { type: 'retry', message: `This instance no longer has a developer app for ${title}: set ${app}_CLIENT_ID.` }
  try {
    const renewal = await live.refresh(context)
    if (renewal.type === 'renewed' && renewal.credentials.accessToken === '')
      return { type: 'retry', message: 'The platform returned an empty access token.' }
    return renewal
  } catch (error) {
    if (error instanceof OutboundFault) return { type: 'retry', message: error.message }
    if (error instanceof RefusedCall) return renewalOf(error.outcome)
    if (error instanceof DOMException && error.name === 'TimeoutError')
      return { type: 'retry', message: 'The platform did not answer in time.' }
    if (error instanceof Unreadable || error instanceof z.ZodError)
      return { type: 'retry', message: 'The platform’s response could not be read.' }
    throw error
  }
}

/** The platform refused a call that a renewal makes besides the one for the token. */
function renewalOf(outcome: RefusedCall['outcome']): Renewal {
  if (outcome.type === 'reconnect') return { type: 'refused', error: outcome.error, message: outcome.message }
  const { message } = outcome
  return {
    type: 'retry',
    message,
    ...('notBefore' in outcome && outcome.notBefore !== undefined && { notBefore: outcome.notBefore }),
  }
}

/** If the response contains no refresh token, or an empty one, the old one stays. */
const withOldParts = (renewed: Credentials, old: Credentials): Credentials => ({
  ...renewed,
  refreshToken: renewed.refreshToken === null || renewed.refreshToken === '' ? old.refreshToken : renewed.refreshToken,
})

/** Credentials that are valid but can't be renewed are used until they expire; the settings show when that is. */
const toItsEnd = (old: Credentials): Credentials => ({ ...old, refreshToken: null, renewFrom: undefined })

async function refuse(
  services: RenewServices,
  row: AccountRow,
  { error, message }: Extract<Renewal, { type: 'refused' }>,
): Promise<RenewedLogin> {
  if (await markReconnect(services, row, message)) return { type: 'reconnect', error, message }
  const now = await findAccount(services.database.read, row.id)
  if (now === undefined) return disconnected
  return now.status === 'needs_reconnect' ? needsReconnect(now) : current(services, now)
}

/** Records in the log and in the settings that a person has to sign in again. */
export async function markReconnect(
  { database, log }: RenewServices,
  row: AccountRow,
  reason: string,
): Promise<boolean> {
  const marked = await database.step((tx) => markNeedsReconnect(tx, row, reason))
  if (marked) log.warn({ account: row.id, platform: row.platform, reason }, 'the account needs a new login')
  return marked
}
