import { setDefaultProfileId } from '../../store/users.ts'
import type { UseCase } from '../context.ts'
import { listProfiles } from './list-profiles.ts'
import { lockOwnProfile } from './own-profile.ts'

export const setDefaultProfile: UseCase<'setDefaultProfile'> = async ({ params, ...call }) => {
  const { database, caller } = call
  await database.transaction(async (tx) => {
    const { id } = await lockOwnProfile(tx, caller, params.id)
    await setDefaultProfileId(tx, caller.userId, id)
  })
  return listProfiles({ ...call, params: undefined, caller: { ...caller, defaultProfileId: params.id } })
}
