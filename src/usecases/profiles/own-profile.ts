import { notFound, PublicError } from '../../contract/errors.ts'
import { findProfile, foldName, listProfiles, lockProfile, type ProfileRow } from '../../store/accounts/profiles.ts'
import type { Reader, Transaction } from '../../store/engine/database.ts'
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

/** The ID of the caller's profile for a list; null for all profiles. */
export const profileOrAll = async (db: Reader, caller: Caller, id: string | undefined): Promise<string | null> =>
  id === 'all' ? null : (await ownProfile(db, caller, id)).id

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
