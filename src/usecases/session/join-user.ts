import { changesOf } from '../../domain/audit.ts'
import type { Transaction } from '../../store/engine/database.ts'
import { deleteInvite, findInviteByHash, type InviteRow } from '../../store/people/invites.ts'
import { findMember, insertMembership } from '../../store/people/memberships.ts'
import type { PersonRow } from '../../store/people/people.ts'
import { audit } from '../audit.ts'
import { invalidLink } from './refused.ts'

/** Uses an invite up. */
export async function takeInvite(tx: Transaction, hash: string, now: number): Promise<InviteRow> {
  const invite = await findInviteByHash(tx, hash, now)
  if (invite === undefined || !(await deleteInvite(tx, invite.user_id, invite.id))) throw invalidLink()
  return invite
}

/** Makes an invited person a member. */
export async function joinUser(
  tx: Transaction,
  { user_id, role, email: invited }: InviteRow,
  person: PersonRow,
  now: number,
): Promise<void> {
  const { id, email, name } = person
  if (await findMember(tx, user_id, id)) return
  await insertMembership(tx, { person_id: id, user_id, role, created_at: now })
  const target = { type: 'person', id: String(id), name: email } as const
  // Whoever has another address than the invited one could be mistaken for somebody else.
  const change = changesOf({ email: invited }, { email, role })
  await audit(tx, { userId: user_id, keyId: null, personId: id, name }, 'person.added', { now, target, change })
}
