import { notFound } from '../../contract/errors.ts'
import { deleteInvite as removeInvite } from '../../store/people/invites.ts'
import { audit } from '../audit.ts'
import type { UseCase } from '../context.ts'

export const deleteInvite: UseCase<'deleteInvite'> = ({ database, clock, caller, params: { id } }) =>
  database.transaction(async (tx) => {
    const invite = await removeInvite(tx, caller.userId, id)
    if (!invite) throw notFound('invite')
    const target = { type: 'invite', id: String(id), name: invite.email } as const
    await audit(tx, caller, 'invite.deleted', { now: clock.now(), target })
    return { status: 'ok', data: { id } }
  })
