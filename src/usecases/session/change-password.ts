import { updatePerson } from '../../store/people.ts'
import { endSessions } from '../../store/sessions.ts'
import { audit } from '../audit.ts'
import type { UseCase } from '../context.ts'
import { startSession } from './start-session.ts'

export const changePassword: UseCase<'changePassword'> = async (call) => {
  const { database, clock, passwords, caller, sender, body } = call
  const password = await passwords.hash(body.password)
  return database.transaction(async (tx) => {
    const { personId, userId } = caller
    const now = clock.now()
    await updatePerson(tx, personId, { password })
    await endSessions(tx, personId)
    await audit(tx, caller, 'password.changed', { now })
    return startSession(tx, { personId, userId, sender, caller: null, now })
  })
}
