import { noRefusal, updatePerson } from '../../store/people/people.ts'
import { endSessions } from '../../store/people/sessions.ts'
import { audit } from '../audit.ts'
import type { UseCase } from '../context.ts'
import { choosePassword } from './choose-password.ts'
import { ownPerson } from './own-person.ts'
import { startSession } from './start-session.ts'

export const changePassword: UseCase<'changePassword'> = async (call) => {
  const { database, clock, caller, sender, body } = call
  const { email, name } = await ownPerson(database.read, caller)
  const by = `person ${caller.personId}`
  const password = await choosePassword(call, { ...body, by, email, name, userId: caller.userId })
  return database.transaction(async (tx) => {
    const { personId, userId } = caller
    const now = clock.now()
    await updatePerson(tx, personId, { password, ...noRefusal })
    await endSessions(tx, personId)
    await audit(tx, caller, 'password.changed', { now })
    return startSession(tx, { personId, userId, sender, caller: null, now })
  })
}
