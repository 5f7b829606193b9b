import type { Accounts } from '../../accounts/accounts.ts'
import { PublicError } from '../../contract/errors.ts'
import { storable } from '../../domain/foreign-text.ts'
import { type PlanId, plans } from '../../domain/plans.ts'
import type { Identity } from '../../platforms/shared/connect.ts'
import type { Credentials } from '../../platforms/shared/context.ts'
import { type Environment, listAccounts } from '../../store/accounts/accounts.ts'
import type { Transaction } from '../../store/engine/database.ts'
import { type Actor, audit, nobodyKnown } from '../audit.ts'
import type { Caller } from '../context.ts'

/** An account that is about to be connected in a profile. */
export interface NewAccount {
  readonly userId: number
  /** Null: whoever signed in at the platform. */
  readonly by: Caller | null
  readonly plan: PlanId
  readonly profileId: string
  readonly platform: string
  readonly environment: Environment
  readonly identity: Identity
  /** Credentials of the login, if the identity has none of its own. */
  readonly credentials: Credentials
  readonly now: number
}

/** Connects an account, if the plan allows one more. */
export async function keepAccount(tx: Transaction, accounts: Accounts, account: NewAccount): Promise<void> {
  await checkLimit(tx, account)
  const { profileId, platform, environment, identity, now } = account
  const username = identity.username && storable(identity.username)
  await auditAccount(tx, account.by ?? nobodyKnown(account.userId), 'account.connected', {
    platform,
    username,
    now,
  })
  await accounts.connect(
    tx,
    {
      profile_id: profileId,
      platform,
      environment,
      remote_id: identity.remoteId,
      username,
      display_name: identity.displayName,
      avatar_url: identity.avatarUrl,
      profile_url: identity.profileUrl,
      account_type: identity.accountType,
      missing_permissions: [...identity.missingPermissions],
      board_id: identity.boardId ?? null,
      page_id: identity.pageId ?? null,
      eligible: identity.eligible ? 1 : 0,
      data_access_ends_at: identity.dataAccessEndsAt ?? null,
      connected_at: now,
    },
    identity.credentials ?? account.credentials,
  )
}

export const auditAccount = (
  tx: Transaction,
  actor: Actor,
  action: 'account.connected' | 'account.disconnected',
  { platform, username, now }: { platform: string; username: string | null; now: number },
): Promise<void> => audit(tx, actor, action, { now, target: { type: 'account', id: platform, name: username } })

/**
 * An account in several profiles counts once. An account that already counts can always be connected again, even if the
 * plan now allows fewer accounts.
 */
async function checkLimit(
  tx: Transaction,
  { userId, plan, profileId, platform, ...account }: NewAccount,
): Promise<void> {
  const keyOf = (account: { environment: Environment; remote_id: string }) =>
    `${account.environment} ${account.remote_id}`
  const own = keyOf({ environment: account.environment, remote_id: account.identity.remoteId })
  const connected = (await listAccounts(tx, userId)).filter((account) => account.platform === platform)
  if (connected.some((account) => keyOf(account) === own)) return
  const staying = connected.filter((account) => account.profile_id !== profileId)
  const limit = plans[plan].accountsPerPlatform
  const actual = new Set(staying.map(keyOf)).size + 1
  if (actual <= limit) return
  const message = `The plan ${plans[plan].name} allows ${limit} connected ${limit === 1 ? 'account' : 'accounts'} per platform, and this one would exceed it. Disconnect an account, or change the plan.`
  throw new PublicError('account_limit_reached', message, {
    details: [{ path: 'platform', platform, code: 'account_limit_reached', message, limit, actual }],
  })
}
