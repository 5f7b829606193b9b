import { notFound } from '../../contract/errors.ts'
import { setPlan } from '../../store/users.ts'
import { watchPosts } from '../../store/watched-posts.ts'
import type { UseCase } from '../context.ts'
import { showUser } from './show-admin.ts'

export const updateUser: UseCase<'updateUser'> = ({ database, params, body, answer }) =>
  database.transaction(async (tx) => {
    const user = await setPlan(tx, params.id, body.plan_id)
    if (!user) throw notFound('user')
    await watchPosts(tx, { userId: user.id })
    return answer(tx, { status: 'ok', data: showUser(user) })
  })
