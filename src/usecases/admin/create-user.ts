import type { UseCase } from '../context.ts'
import { newUser } from './new-user.ts'
import { showUser } from './show-admin.ts'

export const createUser: UseCase<'createUser'> = ({ database, clock, caller, body, answer }) =>
  database.transaction(async (tx) => {
    const user = await newUser(tx, { email: body.email, plan: body.plan_id, by: caller, now: clock.now() })
    return answer(tx, { status: 'ok', data: showUser(user) })
  })
