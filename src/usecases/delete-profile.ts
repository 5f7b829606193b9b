import { notFound, PublicError } from '../contract/errors.ts'
import { deleteProfile as removeProfile } from '../store/profiles.ts'
import { findUser } from '../store/users.ts'
import type { UseCase } from './context.ts'
import { ownProfile } from './own-profile.ts'

export const deleteProfile: UseCase<'deleteProfile'> = ({ database, clock, caller, params }) =>
  database.transaction(async (tx) => {
    const { id } = await ownProfile(tx, caller, params.id)
    const user = await findUser(tx, caller.userId)
    if (!user) throw notFound('profile')
    if (user.default_profile_id === id)
      throw new PublicError(
        'default_profile',
        'The default profile can’t be deleted. Make another one the default first, with POST /profiles/{id}/default.',
      )
    await removeProfile(tx, id, clock.now())
    return { status: 'ok', data: { id, deleted: true } }
  })
