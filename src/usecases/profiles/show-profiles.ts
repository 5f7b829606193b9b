import type { Capabilities } from '../../accounts/permissions.ts'
import { notFound } from '../../contract/errors.ts'
import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import { colorOf } from '../../domain/profile-color.ts'
import type { AccountRow } from '../../store/accounts/accounts.ts'
import {
  findListedProfile,
  type ListedProfile,
  listProfilesWithAccounts,
  type ProfilePicture,
} from '../../store/accounts/profiles.ts'
import type { Reader } from '../../store/engine/database.ts'
import { isoTime, isoTimeOrNull } from '../../system/clock.ts'
import type { Caller, Services } from '../context.ts'
import { picturePath } from '../pictures/picture-path.ts'

type ShownProfile = Output<Operations['listProfiles']>['data']['profiles'][number]

/** What a profile is shown with. */
export type ProfileServices = Pick<Services, 'accounts' | 'media' | 'platforms'> & {
  readonly caller: Pick<Caller, 'userId' | 'plan' | 'defaultProfileId'>
}

/** The user's profiles as responses contain them. */
export async function showProfiles(db: Reader, services: ProfileServices): Promise<ShownProfile[]> {
  const profiles = await listProfilesWithAccounts(db, services.caller.userId)
  return profiles.map((profile) => showProfile(services, profile))
}

/** One of them. */
export async function readProfile(db: Reader, services: ProfileServices, id: string): Promise<ShownProfile> {
  const profile = await findListedProfile(db, services.caller.userId, id)
  if (!profile) throw notFound('profile')
  return showProfile(services, profile)
}

const showProfile = (services: ProfileServices, profile: ListedProfile): ShownProfile => ({
  id: profile.id,
  name: profile.name,
  is_default: profile.id === services.caller.defaultProfileId,
  picture: chosenUrl(services, profile),
  picture_url: pictureUrl(services, profile),
  color: profile.color ?? colorOf(profile.id),
  connected_platforms: profile.accounts.map(({ platform }) => platform),
  platform_profiles: Object.fromEntries(
    profile.accounts.map((account) => [
      account.platform,
      showAccount(account, services.accounts.permissionsOf(account).capabilities),
    ]),
  ),
  created_at: isoTime(profile.created_at),
  updated_at: isoTime(profile.updated_at),
})

const chosenUrl = ({ media }: Pick<Services, 'media'>, { picture_key, picture_file }: ProfilePicture): string | null =>
  picture_key === null || picture_file === null ? null : media.publicUrl(picture_key, picture_file)

/** The picture that was chosen, or else that of the first account that has one, in the order of the platforms. */
export function pictureUrl(
  services: Pick<Services, 'media' | 'platforms'>,
  profile: ProfilePicture & { readonly accounts: readonly AccountRow[] },
): string | null {
  const { small_key, small_file } = profile
  if (small_key !== null && small_file !== null) return services.media.publicUrl(small_key, small_file)
  const order = services.platforms.map(({ name }) => name)
  const accounts = profile.accounts.toSorted(
    (one, other) => order.indexOf(one.platform) - order.indexOf(other.platform),
  )
  return chosenUrl(services, profile) ?? accounts.map(picturePath).find((path) => path !== null) ?? null
}

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
