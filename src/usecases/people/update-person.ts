import { PublicError } from '../../contract/errors.ts'
import { changesOf } from '../../domain/audit.ts'
import { updateMembership } from '../../store/people/memberships.ts'
import { endGrants } from '../../store/people/oauth-grants.ts'
import { endSessions } from '../../store/people/sessions.ts'
import { audit } from '../audit.ts'
import type { UseCase } from '../context.ts'
import { changeable, checkRank, keepOwner } from './check-rank.ts'
import { showPerson } from './show-people.ts'

export const updatePerson: UseCase<'updatePerson'> = ({ database, clock, caller, params, body, answer }) =>
  database.transaction(async (tx) => {
    const member = await changeable(tx, caller, params.id)
    const { role = member.role, disabled = member.disabled_at !== null } = body
    checkRank(caller, role)
    if (member.role === 'owner' && (role !== 'owner' || disabled)) await keepOwner(tx, member)
    if (body.disabled === false && member.person_disabled_at !== null)
      throw new PublicError(
        'wrong_state',
        `Whoever runs this instance has disabled ${member.email}. They take it back with “polypost people enable ${member.email}”.`,
      )
    const now = clock.now()
    const disabled_at = disabled ? (member.disabled_at ?? now) : null
    if (role !== member.role || disabled_at !== member.disabled_at) {
      const { userId } = caller
      await updateMembership(tx, { userId, personId: member.id }, { role, disabled_at })
      await endSessions(tx, member.id, { userId })
      if (disabled) await endGrants(tx, member.id, userId)
      const target = { type: 'person', id: String(member.id), name: member.email } as const
      const before = { role: member.role, disabled: member.disabled_at !== null }
      const change = changesOf(before, { role, disabled })
      await audit(tx, caller, 'person.changed', { now, target, change })
    }
    return answer(tx, { status: 'ok', data: showPerson({ ...member, role, disabled_at }) })
  })
