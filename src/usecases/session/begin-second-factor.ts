import { newTotpSecret, totpUrl } from '../../crypto/totp.ts'
import { totpBinding } from '../../store/engine/sealed.ts'
import { updatePerson } from '../../store/people/people.ts'
import type { UseCase } from '../context.ts'
import { ownPerson } from './own-person.ts'
import { factorConflict } from './second-factor-state.ts'

export const beginSecondFactor: UseCase<'beginSecondFactor'> = ({ database, sealer, caller }) =>
  database.transaction(async (tx) => {
    const { id, email, totp_confirmed_at } = await ownPerson(tx, caller)
    if (totp_confirmed_at !== null)
      throw factorConflict('on', 'You have a second factor already. To use another app, remove it first.')
    const secret = newTotpSecret()
    await updatePerson(tx, id, { totp_secret: sealer.seal(secret, totpBinding(id)), totp_step: null })
    return { status: 'ok', data: { secret, url: totpUrl(secret, email) } }
  })
