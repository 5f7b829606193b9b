import type { UseCase } from '../context.ts'
import { showProfileList } from './show-profile-list.ts'

export const listProfiles: UseCase<'listProfiles'> = ({ database, accounts, caller }) =>
  showProfileList(database.read, accounts, caller)
