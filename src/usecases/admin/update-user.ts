import { notFound } from '../../contract/errors.ts'
import { findUser } from '../../store/people/users.ts'
import type { UseCase } from '../context.ts'
import { changePlan } from './change-plan.ts'
import { showUser } from './show-admin.ts'

export const updateUser: UseCase<'updateUser'> = ({ database, clock, caller, params, body, answer }) =>
  database.transaction(async (tx) => {
    const user = await findUser(tx, params.id)
    if (!user) throw notFound('user')
    const changed = await changePlan(tx, user, body.plan_id, { by: caller, now: clock.now() })
    return answer(tx, { status: 'ok', data: showUser(changed) })
  })
