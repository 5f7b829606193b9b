import { hashOneTime } from '../../crypto/one-time.ts'
import { newRecoveryCode } from '../../crypto/totp.ts'
import { updatePerson } from '../../store/people/people.ts'
import { endSessions } from '../../store/people/sessions.ts'
import { audit } from '../audit.ts'
import type { UseCase } from '../context.ts'
import { ownPerson } from './own-person.ts'
import { factorConflict } from './second-factor-state.ts'
import { plainCode, stepOf, wrongCode } from './with-code.ts'

const codesMade = 10

export const confirmSecondFactor: UseCase<'confirmSecondFactor'> = (call) =>
  call.database.transaction(async (tx) => {
    const person = await ownPerson(tx, call.caller)
    if (person.totp_confirmed_at !== null) throw factorConflict('on', 'Your second factor is on already.')
    if (person.totp_secret === null)
      throw factorConflict('off', 'There is no secret to confirm. Begin with POST /me/second-factor.')
    const step = stepOf(call, person, call.body.code)
    if (step === null) throw wrongCode()
    const now = call.clock.now()
    const codes = Array.from({ length: codesMade }, newRecoveryCode)
    await updatePerson(tx, person.id, {
      totp_step: step,
      totp_confirmed_at: now,
      recovery_codes: codes.map((code) => hashOneTime(plainCode(code))).join(' '),
    })
    // Whoever signed in with the password alone signs in again, with a code.
    await endSessions(tx, person.id, { except: call.caller.session.id })
    await audit(tx, call.caller, 'second_factor.added', { now })
    return { status: 'ok', data: { recovery_codes: codes } }
  })
