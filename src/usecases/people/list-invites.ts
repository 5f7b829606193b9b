import { listInvites as findInvites } from '../../store/people/invites.ts'
import type { UseCase } from '../context.ts'
import { showInvite } from './show-people.ts'

export const listInvites: UseCase<'listInvites'> = async ({ database, clock, caller }) => {
  const invites = await findInvites(database.read, caller.userId, clock.now())
  return { status: 'ok', data: { invites: invites.map(showInvite) } }
}
