import { endSession } from '../../store/people/sessions.ts'
import { audit } from '../audit.ts'
import { type UseCase, WithCookie } from '../context.ts'

export const signOut: UseCase<'signOut'> = async ({ database, clock, caller }) => {
  if (caller !== null)
    await database.transaction(async (tx) => {
      if (await endSession(tx, caller.personId, caller.session.id))
        await audit(tx, caller, 'session.ended', { now: clock.now() })
    })
  return new WithCookie({ status: 'ok', data: { signed_out: caller !== null } }, null)
}
