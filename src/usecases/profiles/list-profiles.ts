import { plans } from '../../domain/plans.ts'
import type { UseCase } from '../context.ts'
import { showProfiles } from './show-profiles.ts'

export const listProfiles: UseCase<'listProfiles'> = async ({ database, accounts, caller }) => ({
  status: 'ok',
  data: {
    profiles: await showProfiles(database.read, accounts, caller.userId, caller.defaultProfileId),
    default_profile_id: caller.defaultProfileId,
    limits: { max_accounts_per_platform: plans[caller.plan].accountsPerPlatform },
  },
})
