import { notFound, PublicError } from '../../contract/errors.ts'
import { isAtLeast, type Role } from '../../domain/roles.ts'
import type { Transaction } from '../../store/engine/database.ts'
import { findMember, listOwners, type Member } from '../../store/people/memberships.ts'
import type { Caller } from '../context.ts'

/** Nobody gives a role above their own, or changes a person who has one. A key that may administer ranks as an owner. */
export function checkRank({ role }: Pick<Caller, 'role'>, asked: Role): void {
  if (role === null || isAtLeast(role, asked)) return
  throw new PublicError(
    'insufficient_role',
    `Your role is “${role}”, so you can’t do this for the role “${asked}”. Ask somebody with that role.`,
    { details: [{ code: 'insufficient_role', message: 'The role is not enough.', required_role: asked, role }] },
  )
}

/** A person of the caller's user whom the caller may change. */
export async function changeable(tx: Transaction, caller: Caller, personId: number): Promise<Member> {
  const member = await findMember(tx, caller.userId, personId)
  if (!member) throw notFound('person')
  checkRank(caller, member.role)
  return member
}

/** Throws if the user would have nobody left who can do everything. */
export async function keepOwner(tx: Transaction, { id, user_id }: Member): Promise<void> {
  const owners = await listOwners(tx, user_id)
  if (owners.every((owner) => owner.id === id))
    throw new PublicError('last_owner', 'This is the last owner. Make another person the owner first.')
}
