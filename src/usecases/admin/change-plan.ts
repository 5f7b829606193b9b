import { changesOf } from '../../domain/audit.ts'
import type { PlanId } from '../../domain/plans.ts'
import { watchPosts } from '../../store/comments/watched-posts.ts'
import type { Transaction } from '../../store/engine/database.ts'
import { setPlan, type UserRow } from '../../store/people/users.ts'
import { audit, type Doer } from '../audit.ts'
import { userTarget } from './new-user.ts'

/** A lower plan applies at once, and deletes nothing. */
export async function changePlan(
  tx: Transaction,
  user: UserRow,
  planId: PlanId,
  { by, now }: { readonly by: Doer; readonly now: number },
): Promise<UserRow> {
  const changed = await setPlan(tx, user.id, planId)
  await watchPosts(tx, { userId: user.id })
  const change = changesOf({ plan_id: user.plan_id }, { plan_id: planId })
  if (change.length > 0)
    await audit(tx, { ...by, userId: user.id }, 'user.changed', { now, target: userTarget(user), change })
  return changed
}
