import type { Platform } from '../../platforms/shared/platform.ts'
import type { Reader } from '../../store/engine/database.ts'
import type { Caller } from '../context.ts'
import { platformNamed } from '../destinations.ts'
import { ownProfile } from '../profiles/own-profile.ts'

interface Query {
  readonly profile_id?: string | undefined
  readonly platform?: string | undefined
}

/** Whose comments of which platform are meant: those of all the caller's profiles, or of one of them. */
export const inboxFilters = async (
  db: Reader,
  platforms: readonly Platform[],
  caller: Caller,
  { profile_id, platform }: Query,
) => ({
  userId: caller.userId,
  profileId: profile_id === undefined ? undefined : (await ownProfile(db, caller, profile_id)).id,
  platform: platform === undefined ? undefined : platformNamed(platforms, platform)?.name,
})
