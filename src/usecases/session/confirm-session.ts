import { findPerson } from '../../store/people/people.ts'
import { updateSession } from '../../store/people/sessions.ts'
import type { UseCase } from '../context.ts'
import { provePassword } from './prove-password.ts'
import { signInRefused } from './refused.ts'
import { passwordUntil } from './show-session.ts'

export const confirmSession: UseCase<'confirmSession'> = async (call) => {
  const { database, clock, caller, sender, body } = call
  const email = (await findPerson(database.read, caller.personId))?.email
  if (email === undefined) throw signInRefused()
  const { person } = await provePassword(call, { email, password: body.password, address: sender.address })
  return database.transaction(async (tx) => {
    if ((await findPerson(tx, person.id))?.password !== person.password) throw signInRefused()
    const now = clock.now()
    await updateSession(tx, caller.session.id, { proven_at: now })
    return { status: 'ok', data: { password_until: passwordUntil(now) } }
  })
}
