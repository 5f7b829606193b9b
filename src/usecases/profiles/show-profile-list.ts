import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import { plans } from '../../domain/plans.ts'
import type { Reader } from '../../store/engine/database.ts'
import { type ProfileServices, showProfiles } from './show-profiles.ts'

/** The profiles of a user, which one is the default, and how many accounts the plan allows. */
export async function showProfileList(
  db: Reader,
  services: ProfileServices,
): Promise<Output<Operations['listProfiles']>> {
  const { defaultProfileId, plan } = services.caller
  return {
    status: 'ok',
    data: {
      profiles: await showProfiles(db, services),
      default_profile_id: defaultProfileId,
      limits: { max_accounts_per_platform: plans[plan].accountsPerPlatform },
    },
  }
}
