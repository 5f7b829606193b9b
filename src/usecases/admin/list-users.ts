import { pageSize } from '../../contract/common.ts'
import { listUsers as findUsers } from '../../store/users.ts'
import type { UseCase } from '../context.ts'
import { showUser } from './show-admin.ts'

export const listUsers: UseCase<'listUsers'> = async ({ database, query }) => {
  const { page } = query
  const per_page = pageSize(query)
  const { rows, total } = await findUsers(database.read, { offset: (page - 1) * per_page, limit: per_page })
  return { status: 'ok', data: { users: rows.map(showUser), meta: { page, per_page, total } } }
}
