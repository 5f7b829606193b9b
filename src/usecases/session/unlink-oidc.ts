import { PublicError } from '../../contract/errors.ts'
import { noOidc, updatePerson } from '../../store/people/people.ts'
import { audit } from '../audit.ts'
import type { UseCase } from '../context.ts'
import { ownPerson } from './own-person.ts'
import { showMe } from './show-session.ts'

export const unlinkOidc: UseCase<'unlinkOidc'> = ({ database, clock, caller, oidc }) =>
  database.transaction(async (tx) => {
    const { oidc_subject, password } = await ownPerson(tx, caller)
    if (oidc_subject === null) throw conflict('not_linked', 'Your account is not linked with single sign-on.')
    if (password === null || oidc?.only)
      throw conflict(
        'only_way',
        oidc?.only
          ? 'Passwords do not sign in here, so you could not sign in any more.'
          : 'You have no password, so you could not sign in any more. Set one with POST /me/password first.',
      )
    const changed = await updatePerson(tx, caller.personId, noOidc)
    await audit(tx, caller, 'oidc.unlinked', { now: clock.now() })
    return { status: 'ok', data: showMe(changed) }
  })

const conflict = (status: 'not_linked' | 'only_way', message: string): PublicError =>
  new PublicError('wrong_state', message, { details: [{ code: 'wrong_state', message, status }] })
