import type { Accounts } from '../../accounts/accounts.ts'
import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import { plans } from '../../domain/plans.ts'
import type { Reader } from '../../store/engine/database.ts'
import type { Caller } from '../context.ts'
import { showProfiles } from './show-profiles.ts'

/** The profiles of a user, which one is the default, and how many accounts the plan allows. */
export const showProfileList = async (
  db: Reader,
  accounts: Pick<Accounts, 'permissionsOf'>,
  { userId, defaultProfileId, plan }: Pick<Caller, 'userId' | 'defaultProfileId' | 'plan'>,
): Promise<Output<Operations['listProfiles']>> => ({
  status: 'ok',
  data: {
    profiles: await showProfiles(db, accounts, userId, defaultProfileId),
    default_profile_id: defaultProfileId,
    limits: { max_accounts_per_platform: plans[plan].accountsPerPlatform },
  },
})
