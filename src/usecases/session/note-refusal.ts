import { listMemberships } from '../../store/people/memberships.ts'
import { type PersonRow, updatePerson } from '../../store/people/people.ts'
import { audit } from '../audit.ts'
import type { Services } from '../context.ts'

/** Somebody tried to sign in as the person: with a wrong password, or with a wrong code after the right one. */
export const noteRefusal = (
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  { id, name }: Pick<PersonRow, 'id' | 'name'>,
  { address, knowsPassword }: { readonly address: string; readonly knowsPassword: boolean },
): Promise<void> =>
  database.transaction(async (tx) => {
    const now = clock.now()
    if (knowsPassword) await updatePerson(tx, id, { code_refused_at: now, code_refused_from: address })
    const [first] = await listMemberships(tx, id)
    const actor = { userId: first?.user_id ?? 0, keyId: null, personId: id, name }
    if (first) await audit(tx, actor, 'session.refused', { now, address })
  })
