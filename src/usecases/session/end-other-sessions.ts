import { endSessions } from '../../store/people/sessions.ts'
import { audit } from '../audit.ts'
import type { UseCase } from '../context.ts'

export const endOtherSessions: UseCase<'endOtherSessions'> = ({ database, clock, caller }) =>
  database.transaction(async (tx) => {
    const ended = await endSessions(tx, caller.personId, { except: caller.session.id })
    if (ended > 0) await audit(tx, caller, 'session.ended', { now: clock.now() })
    return { status: 'ok', data: { ended } }
  })
