import type { UseCase } from '../context.ts'
import { showProfileList } from './show-profile-list.ts'

export const listProfiles: UseCase<'listProfiles'> = (call) => showProfileList(call.database.read, call)
