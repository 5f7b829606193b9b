import { PublicError } from '../../contract/errors.ts'
import type { Transaction } from '../../store/engine/database.ts'
import { insertMembership, isSetupOpen } from '../../store/people/memberships.ts'
import { findPersonByEmail, insertPerson, type PersonRow } from '../../store/people/people.ts'
import { forgetSetupLinks } from '../../store/people/sign-in-links.ts'
import { findOwner } from '../../store/people/users.ts'
import { audit } from '../audit.ts'

interface Owner {
  readonly email: string
  readonly name: string
  /** Hashed. */
  readonly password: string
  readonly now: number
}

/** Makes the first owner of the first user; null if there is one already. */
export async function makeOwner(tx: Transaction, { email, name, password, now }: Owner): Promise<PersonRow | null> {
  if (!(await isSetupOpen(tx))) return null
  if (await findPersonByEmail(tx, email))
    throw new PublicError(
      'name_taken',
      `Somebody with the email address ${email} was invited already. Use another one.`,
    )
  const person = await insertPerson(tx, { email, name, password, created_at: now })
  const user = await findOwner(tx)
  await insertMembership(tx, { person_id: person.id, user_id: user.id, role: 'owner', created_at: now })
  await forgetSetupLinks(tx)
  const actor = { userId: user.id, keyId: null, personId: person.id, name }
  await audit(tx, actor, 'person.added', { now, target: { type: 'person', id: String(person.id), name: email } })
  return person
}
