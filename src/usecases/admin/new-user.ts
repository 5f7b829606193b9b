import { PublicError } from '../../contract/errors.ts'
import { type AuditTarget, changesOf } from '../../domain/audit.ts'
import type { PlanId } from '../../domain/plans.ts'
import { insertProfile } from '../../store/accounts/profiles.ts'
import type { Transaction } from '../../store/engine/database.ts'
import { findUserByEmail, insertUser, type UserRow } from '../../store/people/users.ts'
import { randomText } from '../../system/random.ts'
import { audit, type Doer } from '../audit.ts'

export const newProfileId = (): string => randomText(12)

/** Creates a user with a default profile. Emails are compared without upper and lower case. */
export async function newUser(
  tx: Transaction,
  { email, plan, by, now }: { email: string; plan: PlanId; by: Doer; now: number },
): Promise<UserRow> {
  const address = email.toLowerCase()
  if (await findUserByEmail(tx, address))
    throw new PublicError('name_taken', `A user with the email ${address} already exists.`)
  const profileId = newProfileId()
  const user = await insertUser(tx, { email: address, plan_id: plan, default_profile_id: profileId, created_at: now })
  await insertProfile(tx, { id: profileId, user_id: user.id, name: 'Default', now })
  const change = changesOf({}, { plan_id: plan })
  await audit(tx, { ...by, userId: user.id }, 'user.created', { now, target: userTarget(user), change })
  return user
}

export const userTarget = ({ id, email }: UserRow): AuditTarget => ({ type: 'user', id: String(id), name: email })
