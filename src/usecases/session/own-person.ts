import { notFound } from '../../contract/errors.ts'
import type { Reader } from '../../store/engine/database.ts'
import { findPerson, type PersonRow } from '../../store/people/people.ts'
import type { PersonCaller } from '../context.ts'

/** The person who is signed in. Somebody else may have removed the person a moment ago. */
export async function ownPerson(db: Reader, { personId }: PersonCaller): Promise<PersonRow> {
  const person = await findPerson(db, personId)
  if (!person) throw notFound('person')
  return person
}
