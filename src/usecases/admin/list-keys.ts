import { notFound } from '../../contract/errors.ts'
import { listKeys as findKeys } from '../../store/people/keys.ts'
import { findUser } from '../../store/people/users.ts'
import type { UseCase } from '../context.ts'
import { showKey } from './show-admin.ts'

export const listKeys: UseCase<'listKeys'> = async ({ database, params }) => {
  if (!(await findUser(database.read, params.id))) throw notFound('user')
  const keys = await findKeys(database.read, params.id)
  return { status: 'ok', data: { keys: keys.map(showKey) } }
}
