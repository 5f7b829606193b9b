import { noSecondFactor, updatePerson } from '../../store/people/people.ts'
import { audit } from '../audit.ts'
import type { UseCase } from '../context.ts'
import { ownPerson } from './own-person.ts'
import { provePassword } from './prove-password.ts'
import { factorConflict } from './second-factor-state.ts'
import { showMe } from './show-session.ts'
import { withCode } from './with-code.ts'

export const removeSecondFactor: UseCase<'removeSecondFactor'> = async (call) => {
  const { database, clock, caller, sender, body } = call
  const { email, totp_confirmed_at } = await ownPerson(database.read, caller)
  if (totp_confirmed_at === null) throw factorConflict('off', 'You have no second factor.')
  const { person } = await provePassword(call, { email, password: body.password, address: sender.address })
  return withCode(call, person, body.code, async (tx) => {
    const changed = await updatePerson(tx, person.id, noSecondFactor)
    await audit(tx, caller, 'second_factor.removed', { now: clock.now() })
    return { status: 'ok', data: showMe(changed) }
  })
}
