import type { UseCase } from '../context.ts'
import { ownProfile } from '../profiles/own-profile.ts'
import { showSettings } from './show-settings.ts'

export const getSettings: UseCase<'getSettings'> = async (call) => {
  const { database, caller, query } = call
  const profile = await ownProfile(database.read, caller, query.profile_id)
  return { status: 'ok', data: await showSettings(database.read, call, caller, profile) }
}
