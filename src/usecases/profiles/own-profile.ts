import { notFound, PublicError } from '../../contract/errors.ts'
import {
  countProfiles,
  findProfile,
  foldName,
  listProfiles,
  lockProfile,
  type ProfileRow,
} from '../../store/accounts/profiles.ts'
import type { Reader, Transaction } from '../../store/engine/database.ts'
import type { ProfileScope } from '../../store/scope.ts'
import type { Caller } from '../context.ts'

/** The caller's profile with this ID, or the default one if the request has no ID. */
export async function ownProfile(db: Reader, caller: Caller, id: string | undefined): Promise<ProfileRow> {
  const profile = await findProfile(db, caller.userId, id ?? caller.defaultProfileId)
  if (!profile) throw notFound('profile')
  return profile
}

/** The same, and nobody deletes it until the transaction ends. */
export async function lockOwnProfile(tx: Transaction, caller: Caller, id: string | undefined): Promise<ProfileRow> {
  const profile = await lockProfile(tx, caller.userId, id ?? caller.defaultProfileId)
  if (!profile) throw notFound('profile')
  return profile
}

/** The caller's profiles that a list spans: `all`, or IDs separated by commas, each of which must exist. */
export async function scopeOf(db: Reader, caller: Caller, given: string | undefined): Promise<ProfileScope> {
  const { userId, defaultProfileId } = caller
  if (given === 'all') return { userId, profileIds: null }
  const profileIds = [...new Set((given ?? defaultProfileId).split(','))].sort()
  if ((await countProfiles(db, userId, profileIds)) < profileIds.length) throw notFound('profile')
  return { userId, profileIds }
}

/** The IDs of the profiles, also if they are all. */
export const listScope = async (db: Reader, { userId, profileIds }: ProfileScope): Promise<readonly string[]> =>
  profileIds ?? (await listProfiles(db, { userId })).map(({ id }) => id)

/** Refuses a name that another profile of the user has. */
export async function checkName(
  db: Reader,
  caller: Caller,
  name: string,
  ownId?: string,
): Promise<readonly ProfileRow[]> {
  const profiles = await listProfiles(db, { userId: caller.userId })
  const taken = profiles.find((profile) => profile.id !== ownId && profile.folded_name === foldName(name))
  if (taken)
    throw new PublicError('name_taken', `Another profile is already named “${taken.name}”. Choose a different name.`)
  return profiles
}
