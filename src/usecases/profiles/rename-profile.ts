import { updateProfile } from '../../store/accounts/profiles.ts'
import type { UseCase } from '../context.ts'
import { checkName, ownProfile } from './own-profile.ts'
import { showProfiles } from './show-profiles.ts'

export const renameProfile: UseCase<'renameProfile'> = (call) => {
  const { database, clock, caller, params, body, answer } = call
  return database.transaction(async (tx) => {
    const { id } = await ownProfile(tx, caller, params.id)
    await checkName(tx, caller, body.name, id)
    await updateProfile(tx, id, { name: body.name, now: clock.now() })
    const profiles = await showProfiles(tx, call)
    return answer(tx, { status: 'ok', data: { profile_id: id, profiles } })
  })
}
