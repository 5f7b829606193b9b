import { notFound, PublicError } from '../../contract/errors.ts'
import { lockProfileAlone, deleteProfile as removeProfile } from '../../store/accounts/profiles.ts'
import { findUser } from '../../store/people/users.ts'
import { hasUnendedPosts } from '../../store/posts/posts.ts'
import { audit } from '../audit.ts'
import { revokeUnused } from '../connections/revoke-unused.ts'
import type { UseCase } from '../context.ts'

export const deleteProfile: UseCase<'deleteProfile'> = async ({ params, ...call }) => {
  const { database, clock, caller } = call
  const { id } = params
  const removed = await database.ofUser(caller.userId, async (tx) => {
    const profile = await lockProfileAlone(tx, caller.userId, id)
    const user = await findUser(tx, caller.userId)
    if (!profile || !user) throw notFound('profile')
    if (user.default_profile_id === id)
      throw new PublicError(
        'default_profile',
        'The default profile cannot be deleted. First make another profile the default, with POST /profiles/{id}/default.',
      )
    if (await hasUnendedPosts(tx, id))
      throw new PublicError(
        'profile_in_use',
        'The profile has jobs that have not ended. Wait for them, cancel them, or move their posts to another profile.',
      )
    const now = clock.now()
    await audit(tx, caller, 'profile.deleted', { now, target: { type: 'profile', id, name: profile.name } })
    return removeProfile(tx, id, now)
  })
  await revokeUnused(call, removed)
  return { status: 'ok', data: { id, deleted: true } }
}
