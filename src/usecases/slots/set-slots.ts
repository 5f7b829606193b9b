import { weekdays } from '../../domain/weekdays.ts'
import { replacePlan, type WeekTime } from '../../store/posts/slots.ts'
import type { UseCase } from '../context.ts'
import { isZone, unknownZone } from '../posts/resolve-schedule.ts'
import { lockOwnProfile } from '../profiles/own-profile.ts'
import { malformed } from '../refuse.ts'
import { showPlan } from './show-plan.ts'

export const setSlots: UseCase<'setSlots'> = async ({ database, clock, caller, params, body }) => {
  const { timezone } = body
  if (!isZone(timezone)) throw malformed([unknownZone('timezone', timezone)])
  const plan = { timezone, slots: inOrder(body.slots) }
  return database.transaction(async (tx) => {
    const { id } = await lockOwnProfile(tx, caller, params.id)
    await replacePlan(tx, id, plan, clock.now())
    return { status: 'ok' as const, data: showPlan(id, plan) }
  })
}

/** Each slot once, in the order of the week. */
function inOrder(slots: readonly { weekday: (typeof weekdays)[number]; time: string }[]): WeekTime[] {
  const numbered = slots.map(({ weekday, time }) => ({ weekday: weekdays.indexOf(weekday) + 1, time }))
  const once = new Map(numbered.map((slot) => [`${slot.weekday} ${slot.time}`, slot]))
  return [...once].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, slot]) => slot)
}
