import type { UseCase } from '../context.ts'
import { ownProfile } from './own-profile.ts'
import { readProfile } from './show-profiles.ts'

export const getProfile: UseCase<'getProfile'> = async (call) => {
  const { database, caller, params } = call
  const { id } = await ownProfile(database.read, caller, params.id)
  return { status: 'ok', data: await readProfile(database.read, call, id) }
}
