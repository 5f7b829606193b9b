import { findPlan } from '../../store/posts/slots.ts'
import type { UseCase } from '../context.ts'
import { ownProfile } from '../profiles/own-profile.ts'
import { showPlan } from './show-plan.ts'

export const getSlots: UseCase<'getSlots'> = async ({ database, caller, params }) => {
  const { id } = await ownProfile(database.read, caller, params.id)
  return { status: 'ok', data: showPlan(id, await findPlan(database.read, id)) }
}
