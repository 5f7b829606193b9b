import { PublicError } from '../../contract/errors.ts'
import { changesOf } from '../../domain/audit.ts'
import { passwordCounts } from '../../domain/sign-in-times.ts'
import { listMemberships } from '../../store/people/memberships.ts'
import { findPersonByEmail, updatePerson } from '../../store/people/people.ts'
import { readPreferences } from '../../store/people/preferences.ts'
import { audit } from '../audit.ts'
import type { UseCase } from '../context.ts'
import { isZone, unknownZone } from '../posts/resolve-schedule.ts'
import { malformed, passwordNeeded } from '../refuse.ts'
import { ownPerson } from './own-person.ts'
import { showMe } from './show-session.ts'

export const updateMe: UseCase<'updateMe'> = async ({ database, clock, caller, body }) => {
  const identifies = (body.name ?? body.email) !== undefined
  if (identifies && caller.session.provenAt <= clock.now() - passwordCounts) throw passwordNeeded()
  const { preferences: changes = {} } = body
  if (typeof changes.zone === 'string' && !isZone(changes.zone))
    throw malformed([unknownZone('preferences.zone', changes.zone)])
  return database.transaction(async (tx) => {
    const person = await ownPerson(tx, caller)
    const { name = person.name, email = person.email } = body
    const preferences = body.preferences
      ? JSON.stringify({ ...readPreferences(person), ...changes })
      : person.preferences
    if (email !== person.email && (await findPersonByEmail(tx, email)))
      throw new PublicError('name_taken', `Somebody else signs in with ${email}. Use another email address.`)
    const changed = await updatePerson(tx, person.id, { name, email, preferences })
    if (!identifies) return { status: 'ok', data: showMe(changed) }
    const target = { type: 'person', id: String(person.id), name: email } as const
    const change = changesOf({ email: person.email }, { email })
    // The owners of all users of the person know whose the address is.
    for (const { user_id: userId } of await listMemberships(tx, person.id))
      await audit(tx, { ...caller, userId }, 'person.changed', { now: clock.now(), target, change })
    return { status: 'ok', data: showMe(changed) }
  })
}
