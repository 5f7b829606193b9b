import { second } from '../domain/time.ts'
import { RefusedCall } from '../platforms/shared/call.ts'
import type { LoginContext } from '../platforms/shared/context.ts'
import type { Live } from '../platforms/shared/live.ts'
import type { Platform } from '../platforms/shared/platform.ts'
import { type AccountRow, setEligible } from '../store/accounts/accounts.ts'
import type { Database } from '../store/engine/database.ts'
import type { CallAs } from './call-as.ts'
import { knownPlatform } from './known-platform.ts'
import { whyUnreachable } from './unreachable.ts'

/** Whether a platform allows an account more than its standard limits. */
export type Eligibility =
  | { readonly type: 'known'; readonly eligible: boolean }
  | { readonly type: 'reconnect' }
  /** The platform can't be asked now. */
  | { readonly type: 'unknown'; readonly message: string }

/** The caller waits for it. In milliseconds. */
const longestAsk = 20 * second

/** Asks the platform, and stores its answer. */
export async function askEligible(
  {
    database,
    accounts,
    platforms,
  }: {
    database: Database
    accounts: { readonly callAs: CallAs }
    platforms: readonly Platform[]
  },
  account: AccountRow,
): Promise<Eligibility> {
  const live = knownPlatform(platforms, account)?.live
  if (!live) return { type: 'unknown', message: 'A newer version of Polypost has connected the account.' }
  const said = await accounts
    .callAs(account, { operation: 'account', signal: AbortSignal.timeout(longestAsk) }, (context) =>
      identitiesOf(live, context),
    )
    .catch((error: unknown) => ({ type: 'unknown' as const, message: whyUnreachable(error) }))
  if (said.type === 'reconnect') return { type: 'reconnect' }
  if (said.type !== 'identities') return { type: 'unknown', message: said.message }
  const identity = said.identities.find((one) => one.remoteId === account.remote_id)
  if (!identity) return { type: 'unknown', message: 'The platform no longer lists the account.' }
  if (identity.eligible !== (account.eligible === 1))
    await database.step((tx) => setEligible(tx, account.id, identity.eligible))
  return { type: 'known', eligible: identity.eligible }
}

/** A refusal is returned as an outcome, so that an expired access token is renewed. */
async function identitiesOf(live: Live, context: LoginContext) {
  try {
    return { type: 'identities' as const, identities: await live.discover(context) }
  } catch (error) {
    if (error instanceof RefusedCall) return error.outcome
    throw error
  }
}
