import { endSessions } from '../../store/people/sessions.ts'
import { audit } from '../audit.ts'
import type { UseCase } from '../context.ts'
import { changeable } from './check-rank.ts'

export const endPersonSessions: UseCase<'endPersonSessions'> = ({ database, clock, caller, params }) =>
  database.transaction(async (tx) => {
    const member = await changeable(tx, caller, params.id)
    const ended = await endSessions(tx, member.id, { userId: caller.userId })
    const target = { type: 'person', id: String(member.id), name: member.email } as const
    if (ended > 0) await audit(tx, caller, 'session.ended', { now: clock.now(), target })
    return { status: 'ok', data: { ended } }
  })
