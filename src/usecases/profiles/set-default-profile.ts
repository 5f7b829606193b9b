import { setDefaultProfileId } from '../../store/people/users.ts'
import type { UseCase } from '../context.ts'
import { lockOwnProfile } from './own-profile.ts'
import { showProfileList } from './show-profile-list.ts'

export const setDefaultProfile: UseCase<'setDefaultProfile'> = ({ params, ...call }) => {
  const { database, caller, answer } = call
  return database.transaction(async (tx) => {
    const { id } = await lockOwnProfile(tx, caller, params.id)
    await setDefaultProfileId(tx, caller.userId, id)
    return answer(tx, await showProfileList(tx, { ...call, caller: { ...caller, defaultProfileId: id } }))
  })
}
