import { findPlan } from '../../store/posts/slots.ts'
import { isoTime } from '../../system/clock.ts'
import type { UseCase } from '../context.ts'
import { ownProfile } from '../profiles/own-profile.ts'
import { freeSlots } from './free-slots.ts'
import { localTime } from './slot-times.ts'

export const listNextSlots: UseCase<'listNextSlots'> = async ({ database, clock, caller, params, query }) => {
  const { id } = await ownProfile(database.read, caller, params.id)
  const plan = await findPlan(database.read, id)
  if (!plan) return { status: 'ok', data: { profile_id: id, timezone: null, slots: [] } }
  const free = await freeSlots(database.read, id, plan, { after: clock.now(), count: query.count })
  return {
    status: 'ok',
    data: {
      profile_id: id,
      timezone: plan.timezone,
      slots: free.map((time) => ({ scheduled_at: isoTime(time), local_time: localTime(time, plan.timezone) })),
    },
  }
}
