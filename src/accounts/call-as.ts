import type { JobError } from '../domain/job-error.ts'
import type { Outcome } from '../domain/outcome.ts'
import { second } from '../domain/time.ts'
import { RefusedCall } from '../platforms/shared/call.ts'
import type { AccountContext, Credentials } from '../platforms/shared/context.ts'
import type { Platform } from '../platforms/shared/platform.ts'
import { type AccountRow, findAccount } from '../store/accounts/accounts.ts'
import type { Clock } from '../system/clock.ts'
import type { Metrics } from '../system/metrics.ts'
import { type PlatformOperation, SandboxOff } from './contexts.ts'
import { openCredentials } from './credentials.ts'
import { knownPlatform, tellUnknown, unknownAgain } from './known-platform.ts'
import { loginOf } from './logins.ts'
import { disconnected, markReconnect, needsReconnect, type RenewedLogin, type RenewServices, renew } from './renew.ts'

export interface CallAsServices extends RenewServices {
  readonly clock: Clock
  readonly metrics: Pick<Metrics, 'count'>
  readonly platforms: readonly Platform[]
}

/** Why no call could be made as an account. */
export type CannotCall =
  | { readonly type: 'reconnect'; readonly error: JobError; readonly message: string }
  | {
      readonly type: 'retry'
      readonly error: JobError
      readonly message: string
      readonly notBefore?: number
      /** No call can be made as the account until then. */
      readonly wholeAccount?: true
    }

/** The outcome of a call, as far as it matters here: `expired` means that the platform refused the access token. */
type CallResult = { readonly type: string } | { readonly type: 'expired'; readonly message: string }

export interface CallAsOptions {
  /** The purpose of the calls. */
  readonly operation: PlatformOperation
  /** Ends the platform calls of `run`. A renewal goes on, since its result must not be lost. */
  readonly signal?: AbortSignal
  /** It is not a post: a permission that is missing for it is reported to the caller, and posts go on. */
  readonly isAside?: true
  /** The account as it was read a moment ago. Without it, it is read now. */
  readonly known?: AccountRow | null
}

export type CallAs = <R extends CallResult>(
  account: Pick<AccountRow, 'id'>,
  options: CallAsOptions,
  run: (context: AccountContext) => Promise<R>,
) => Promise<Exclude<R, { readonly type: 'expired' }> | CannotCall>

/** An access token that ends within this time is renewed before it is used. */
const soon = 60 * second

/** Calls a platform as a connected account, with a valid access token. */
export function createCallAs(services: CallAsServices): CallAs {
  return async (account, options, run) => {
    const row = options.known ?? (await findAccount(services.database.read, account.id))
    if (row === undefined) return cannotCall(disconnected)
    if (row.status === 'needs_reconnect') return cannotCall(needsReconnect(row))
    const platform = knownPlatform(services.platforms, row)
    if (platform === null) return needsNewerVersion(services, row)
    const credentials = openCredentials(services.sealer, row)
    if (credentials === null) return cannotCall(needsReconnect(row))
    try {
      return await callWith(services, platform, row, credentials, options, run)
    } catch (error) {
      if (error instanceof SandboxOff) return { type: 'retry', error: 'platform_unavailable', message: error.message }
      throw error
    }
  }
}

const needsNewerVersion = ({ log, clock }: CallAsServices, row: AccountRow): CannotCall => ({
  type: 'retry',
  error: 'platform_unavailable',
  message: tellUnknown(log, row),
  notBefore: clock.now() + unknownAgain,
  wholeAccount: true,
})

async function callWith<R extends CallResult>(
  services: CallAsServices,
  platform: Platform,
  row: AccountRow,
  credentials: Credentials,
  { operation, signal, isAside }: CallAsOptions,
  run: (context: AccountContext) => Promise<R>,
): Promise<Exclude<R, { readonly type: 'expired' }> | CannotCall> {
  const perform = async (as: Extract<RenewedLogin, { type: 'renewed' }>) => {
    const context = await services.live(platform, as.row.environment, {
      operation,
      signal,
      login: loginOf(as.credentials),
    })
    return run({
      ...context,
      credentials: as.credentials,
      account: {
        remoteId: as.row.remote_id,
        username: as.row.username,
        eligible: as.row.eligible === 1,
        boardId: as.row.board_id,
        pageId: as.row.page_id,
      },
    })
      .then(countLimits, (error: unknown) => {
        if (error instanceof RefusedCall) countLimits(error.outcome)
        throw error
      })
      .catch(refusedLogin)
  }
  const countLimits = <O extends CallResult>(outcome: O): O => {
    if ('error' in outcome && (outcome.error === 'rate_limited' || outcome.error === 'quota_exhausted'))
      services.metrics.count.platformLimited(platform.name)
    return outcome
  }

  let as: RenewedLogin = { type: 'renewed', row, credentials }
  const { expiresAt } = credentials
  if (isDue(credentials, services.clock.now())) {
    const left = expiresAt === null ? Number.POSITIVE_INFINITY : expiresAt - services.clock.now()
    const better = await renew(services, row, platform, { isGood: left > soon })
    const stillGood = better.type === 'retry' && left > 0
    if (!stillGood) as = better
  }
  if (as.type !== 'renewed') return cannotCall(as)

  let outcome: R | RefusedLogin = await perform(as)
  if (outcome.type === 'expired') {
    as = await renew(services, as.row, platform)
    if (as.type !== 'renewed') return cannotCall(as)
    outcome = await perform(as)
  }
  if (outcome.type === 'expired') {
    const message = 'The platform refuses the login although it was renewed a moment ago. Connect the account again.'
    await markReconnect(services, as.row, message)
    return { type: 'reconnect', error: 'token_expired', message }
  }
  if (isReconnect(outcome) && !(isAside && isPermission(outcome)))
    await markReconnect(services, as.row, outcome.message)
  // `expired` was handled above; TypeScript does not narrow a type parameter by its field.
  return outcome as Exclude<R, { readonly type: 'expired' }>
}

const isDue = ({ expiresAt, renewFrom }: Credentials, now: number): boolean =>
  (expiresAt !== null && expiresAt - now <= soon) || (renewFrom !== undefined && renewFrom <= now)

type RefusedLogin = Extract<Outcome, { readonly type: 'expired' | 'reconnect' }>

/** A refusal of the login counts the same whether it is thrown or returned. The caller handles other errors. */
function refusedLogin(error: unknown): RefusedLogin {
  if (error instanceof RefusedCall && (error.outcome.type === 'expired' || error.outcome.type === 'reconnect'))
    return error.outcome
  throw error
}

const isReconnect = (outcome: CallResult): outcome is { readonly type: 'reconnect'; readonly message: string } =>
  outcome.type === 'reconnect' && 'message' in outcome

const isPermission = (outcome: CallResult): boolean => 'error' in outcome && outcome.error === 'permission_missing'

function cannotCall(why: Exclude<RenewedLogin, { type: 'renewed' }> | RenewedLogin): CannotCall {
  if (why.type === 'renewed') throw new Error('The login is renewed, so the account can be used.')
  return why.type === 'retry' ? { ...why, error: 'platform_unavailable', wholeAccount: true } : why
}
