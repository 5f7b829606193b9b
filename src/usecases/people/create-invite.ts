import { changesOf } from '../../domain/audit.ts'
import { audit } from '../audit.ts'
import type { UseCase } from '../context.ts'
import { linkOf } from '../session/links.ts'
import { checkRank } from './check-rank.ts'
import { newInvite } from './new-invite.ts'
import { showInvite } from './show-people.ts'

export const createInvite: UseCase<'createInvite'> = ({ database, clock, publicUrl, caller, body, answer }) =>
  database.transaction(async (tx) => {
    checkRank(caller, body.role)
    const now = clock.now()
    const { invite, token } = await newInvite(tx, { userId: caller.userId, ...body, now })
    const target = { type: 'invite', id: String(invite.id), name: invite.email } as const
    await audit(tx, caller, 'invite.created', { now, target, change: changesOf({}, { role: body.role }) })
    const shown = showInvite(invite)
    return answer(
      tx,
      { status: 'ok', data: { ...shown, link: linkOf(publicUrl, 'invite', token) } },
      { status: 'ok', data: { ...shown, link: null } },
    )
  })
