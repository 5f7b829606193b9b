import type { Accounts } from '../../accounts/accounts.ts'
import type { Capabilities, PermissionsOf } from '../../accounts/permissions.ts'
import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import type { AccountRow } from '../../store/accounts/accounts.ts'
import { type ListedProfile, listProfilesWithAccounts } from '../../store/accounts/profiles.ts'
import type { Reader } from '../../store/engine/database.ts'
import { isoTime, isoTimeOrNull } from '../../system/clock.ts'
import { picturePath } from '../pictures/picture-path.ts'

type ShownProfile = Output<Operations['listProfiles']>['data']['profiles'][number]

/** The user's profiles as responses contain them. */
export async function showProfiles(
  db: Reader,
  { permissionsOf }: Pick<Accounts, 'permissionsOf'>,
  userId: number,
  defaultProfileId: string,
): Promise<ShownProfile[]> {
  const profiles = await listProfilesWithAccounts(db, userId)
  return profiles.map((profile) => showProfile(profile, defaultProfileId, permissionsOf))
}

const showProfile = (profile: ListedProfile, defaultProfileId: string, permissionsOf: PermissionsOf): ShownProfile => ({
  id: profile.id,
  name: profile.name,
  is_default: profile.id === defaultProfileId,
  connected_platforms: profile.accounts.map(({ platform }) => platform),
  platform_profiles: Object.fromEntries(
    profile.accounts.map((account) => [account.platform, showAccount(account, permissionsOf(account).capabilities)]),
  ),
  created_at: isoTime(profile.created_at),
  updated_at: isoTime(profile.updated_at),
})

const showAccount = (account: AccountRow, capabilities: Capabilities): ShownProfile['platform_profiles'][string] => ({
  account_id: account.remote_id,
  username: account.username,
  display_name: account.display_name,
  avatar_url: account.avatar_url,
  picture_url: picturePath(account),
  profile_url: account.profile_url,
  account_type: account.account_type,
  environment: account.environment,
  status: account.status,
  missing_permissions: account.missing_permissions,
  capabilities: { ...capabilities },
  connected_at: isoTime(account.connected_at),
  expires_at: isoTimeOrNull(account.expires_at),
  ...(account.board_id === null ? {} : { board_id: account.board_id }),
  ...(account.page_id === null ? {} : { page_id: account.page_id }),
})
