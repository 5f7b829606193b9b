import { listKeys } from '../../store/people/keys.ts'
import { showKey } from '../admin/show-admin.ts'
import type { UseCase } from '../context.ts'

export const listOwnKeys: UseCase<'listOwnKeys'> = async ({ database, caller }) => {
  const keys = await listKeys(database.read, caller.userId)
  return { status: 'ok', data: { keys: keys.map(showKey) } }
}
