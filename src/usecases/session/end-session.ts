import { notFound } from '../../contract/errors.ts'
import { endSession as removeSession } from '../../store/people/sessions.ts'
import { audit } from '../audit.ts'
import type { UseCase } from '../context.ts'

export const endSession: UseCase<'endSession'> = ({ database, clock, caller, params: { id } }) =>
  database.transaction(async (tx) => {
    if (!(await removeSession(tx, caller.personId, id))) throw notFound('session')
    const target = { type: 'session', id: String(id), name: null } as const
    await audit(tx, caller, 'session.ended', { now: clock.now(), target })
    return { status: 'ok', data: { id } }
  })
