import type { PlatformOperation } from '../accounts/contexts.ts'
import { whyUnreachable } from '../accounts/unreachable.ts'
import type { Outcome } from '../domain/outcome.ts'
import { RefusedCall } from '../platforms/shared/call.ts'
import type { AccountContext } from '../platforms/shared/context.ts'
import type { ReadResult } from '../platforms/shared/reads.ts'
import type { AccountRow } from '../store/accounts/accounts.ts'
import type { PublishServices } from './job-work.ts'

/** The outcome of a read from a platform, whatever went wrong. */
export type ReadOutcome<T> =
  | { readonly type: 'read'; readonly value: T }
  | Extract<Outcome, { readonly type: 'retry' | 'rejected' | 'reconnect' }>

/** Reads from a platform as a connected account. */
export async function ask<T>(
  { accounts }: Pick<PublishServices, 'accounts'>,
  account: Pick<AccountRow, 'id'>,
  { operation, signal }: { readonly operation: PlatformOperation; readonly signal: AbortSignal },
  question: (context: AccountContext) => Promise<ReadResult<T>>,
): Promise<ReadOutcome<T>> {
  try {
    return readOutcome(await accounts.callAs(account, { operation, signal, isAside: true }, question))
  } catch (error) {
    if (signal.aborted) throw error
    return error instanceof RefusedCall ? readOutcome(error.outcome) : unavailable(whyUnreachable(error))
  }
}

const readOutcome = <T>(read: ReadResult<T>): ReadOutcome<T> =>
  read.type === 'expired' || read.type === 'unknown' ? unavailable(read.message) : read

const unavailable = (message: string): ReadOutcome<never> => ({ type: 'retry', error: 'platform_unavailable', message })
