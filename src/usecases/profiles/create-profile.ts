import { PublicError } from '../../contract/errors.ts'
import { insertProfile } from '../../store/accounts/profiles.ts'
import { newProfileId } from '../admin/new-user.ts'
import { audit } from '../audit.ts'
import type { UseCase } from '../context.ts'
import { checkName } from './own-profile.ts'
import { showProfiles } from './show-profiles.ts'

const maxProfiles = 500

export const createProfile: UseCase<'createProfile'> = (call) => {
  const { database, clock, caller, body, answer } = call
  return database.transaction(async (tx) => {
    const existing = await checkName(tx, caller, body.name)
    if (existing.length >= maxProfiles)
      throw new PublicError(
        'limit_reached',
        `A user has at most ${maxProfiles} profiles. Delete one that you do not need.`,
        {
          details: [
            { code: 'limit_reached', message: 'Too many profiles.', limit: maxProfiles, actual: existing.length },
          ],
        },
      )
    const id = newProfileId()
    const now = clock.now()
    await insertProfile(tx, { id, user_id: caller.userId, name: body.name, now })
    await audit(tx, caller, 'profile.created', { now, target: { type: 'profile', id, name: body.name } })
    const profiles = await showProfiles(tx, call)
    return answer(tx, { status: 'ok', data: { profile_id: id, profiles } })
  })
}
