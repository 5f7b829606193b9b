import { renameProfile as saveName } from '../../store/accounts/profiles.ts'
import type { UseCase } from '../context.ts'
import { checkName, ownProfile } from './own-profile.ts'
import { showProfiles } from './show-profiles.ts'

export const renameProfile: UseCase<'renameProfile'> = ({ database, accounts, clock, caller, params, body, answer }) =>
  database.transaction(async (tx) => {
    const { id } = await ownProfile(tx, caller, params.id)
    await checkName(tx, caller, body.name, id)
    await saveName(tx, id, body.name, clock.now())
    const profiles = await showProfiles(tx, accounts, caller.userId, caller.defaultProfileId)
    return answer(tx, { status: 'ok', data: { profile_id: id, profiles } })
  })
