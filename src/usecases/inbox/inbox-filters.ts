import type { Platform } from '../../platforms/shared/platform.ts'
import type { Reader } from '../../store/engine/database.ts'
import type { Caller } from '../context.ts'
import { platformNamed } from '../destinations.ts'
import { scopeOf } from '../profiles/own-profile.ts'

interface Query {
  readonly profile_id?: string | undefined
  readonly platform?: string | undefined
}

/** Whose comments of which platform are meant: without profiles, those of all the caller's. */
export const inboxFilters = async (
  db: Reader,
  platforms: readonly Platform[],
  caller: Caller,
  { profile_id, platform }: Query,
) => ({
  scope: await scopeOf(db, caller, profile_id ?? 'all'),
  platform: platform === undefined ? undefined : platformNamed(platforms, platform)?.name,
})
