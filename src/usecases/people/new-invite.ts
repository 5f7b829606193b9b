import { PublicError } from '../../contract/errors.ts'
import { hashOneTime, newOneTime } from '../../crypto/one-time.ts'
import type { Role } from '../../domain/roles.ts'
import { inviteLasts } from '../../domain/sign-in-times.ts'
import type { Transaction } from '../../store/engine/database.ts'
import { type InviteRow, listInvites, replaceInvite } from '../../store/people/invites.ts'
import { listMembers } from '../../store/people/memberships.ts'

const maxInvites = 100

interface Wish {
  readonly userId: number
  readonly email: string
  readonly role: Role
  readonly now: number
}

/** Stores the hash of a new token. The token itself is not stored. */
export async function newInvite(
  tx: Transaction,
  { userId, email, role, now }: Wish,
): Promise<{ invite: InviteRow; token: string }> {
  if ((await listMembers(tx, userId)).some((member) => member.email === email))
    throw new PublicError('already_member', `${email} is a member already. PATCH /people/{id} changes the role.`)
  const open = (await listInvites(tx, userId, now)).length
  if (open >= maxInvites)
    throw new PublicError('limit_reached', `A user has at most ${maxInvites} open invites. Delete one of them.`, {
      details: [{ code: 'limit_reached', message: 'Too many invites.', limit: maxInvites, actual: open }],
    })
  const token = newOneTime()
  const row = { user_id: userId, email, role, hash: hashOneTime(token), expires_at: now + inviteLasts, created_at: now }
  return { invite: await replaceInvite(tx, row), token }
}
