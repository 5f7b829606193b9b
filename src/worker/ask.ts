import { whyUnreachable } from '../accounts/unreachable.ts'
import type { Outcome } from '../domain/outcome.ts'
import { Refused } from '../platforms/shared/call.ts'
import type { AccountContext } from '../platforms/shared/context.ts'
import type { Read } from '../platforms/shared/reads.ts'
import type { AccountRow } from '../store/accounts.ts'
import type { PublishServices } from './turn.ts'

/** What came of a question to a platform, whatever went wrong on the way. */
export type Told<T> =
  | { readonly type: 'read'; readonly value: T }
  | Extract<Outcome, { readonly type: 'retry' | 'rejected' | 'reconnect' }>

/** Asks a platform, as a connected account, for what changes nothing there. */
export async function ask<T>(
  { accounts }: Pick<PublishServices, 'accounts'>,
  account: Pick<AccountRow, 'id'>,
  signal: AbortSignal,
  question: (context: AccountContext) => Promise<Read<T>>,
): Promise<Told<T>> {
  try {
    return told(await accounts.speak(account, { signal, isAside: true }, question))
  } catch (error) {
    if (signal.aborted) throw error
    return error instanceof Refused ? told(error.outcome) : silent(whyUnreachable(error))
  }
}

const told = <T>(said: Read<T>): Told<T> =>
  said.type === 'expired' || said.type === 'unknown' ? silent(said.message) : said

const silent = (message: string): Told<never> => ({ type: 'retry', error: 'platform_unavailable', message })
