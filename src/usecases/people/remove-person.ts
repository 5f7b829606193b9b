import { keepKeys } from '../../store/people/keys.ts'
import { deleteMembership } from '../../store/people/memberships.ts'
import { endGrants } from '../../store/people/oauth-grants.ts'
import { deletePerson } from '../../store/people/people.ts'
import { endSessions } from '../../store/people/sessions.ts'
import { keyTarget } from '../admin/make-key.ts'
import { audit } from '../audit.ts'
import type { UseCase } from '../context.ts'
import { changeable, keepOwner } from './check-rank.ts'

export const removePerson: UseCase<'removePerson'> = ({ database, clock, caller, params, query }) =>
  database.transaction(async (tx) => {
    const member = await changeable(tx, caller, params.id)
    if (member.role === 'owner') await keepOwner(tx, member)
    const { userId } = caller
    await endSessions(tx, member.id, { userId })
    await endGrants(tx, member.id, userId)
    const now = clock.now()
    const staying = query.keep_keys ? await keepKeys(tx, userId, member.id) : []
    for (const key of staying) await audit(tx, caller, 'key.kept', { now, target: keyTarget(key) })
    // A person who belongs to nobody could not sign in, and would keep the email address from others.
    if ((await deleteMembership(tx, { userId, personId: member.id })) === 0) await deletePerson(tx, member.id)
    const target = { type: 'person', id: String(member.id), name: member.email } as const
    await audit(tx, caller, 'person.removed', { now, target })
    return { status: 'ok', data: { id: member.id } }
  })
