import type { Polypost } from '@polypost/sdk'
import { Temporal } from 'temporal-polyfill'
import { isoTime, systemClock } from '../../system/clock.ts'
import { WrongUse } from '../fault.ts'
import { hasZone, readSpokenTime } from './spoken-time.ts'

const forms = '“tomorrow 9:00”, “friday 18:30”, “in 2 hours” or 2026-12-01T09:00:00Z'

/** For the help of every option that takes a time to publish. */
export const timeWords = `when: ${forms}, or next_slot. Without a zone it is a time of the profile’s slots, else of this machine`

export interface GivenTime {
  /** For the API. */
  readonly fields: { readonly scheduled_at: string; readonly scheduled_timezone?: string }
  /** In which zone people read it. */
  readonly zone: string
}

/**
 * A time that was given to a command. One without a zone is in the zone that was named, else in that of the profile’s
 * slots, else in that of this machine.
 */
export async function readGivenTime(
  text: string,
  { named, slotZone }: { readonly named: string | undefined; readonly slotZone: () => Promise<string> },
): Promise<GivenTime> {
  if (text === 'next_slot') return { fields: { scheduled_at: text }, zone: await slotZone() }
  const zone = named ?? (hasZone(text) ? machineZone() : await slotZone())
  const time = readSpokenTime(text, requireZone(zone), systemClock.now())
  if (time === null) throw new WrongUse(`“${text}” is not a time. Write ${forms}.`)
  return { fields: { scheduled_at: time, ...(hasZone(time) ? {} : { scheduled_timezone: zone }) }, zone }
}

/** The moment that was meant; null for one that only the instance knows. */
export function momentOf({ fields }: GivenTime): string | null {
  const { scheduled_at: at, scheduled_timezone: zone } = fields
  if (at === 'next_slot') return null
  const time = zone === undefined ? Temporal.Instant.from(at) : Temporal.PlainDateTime.from(at).toZonedDateTime(zone)
  return isoTime(time.epochMilliseconds)
}

/** A moment and its zone, as people read them. */
export function sayMoment(moment: string, zone: string): string {
  const at = Temporal.Instant.from(moment).toZonedDateTimeISO(zone)
  const day = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][at.dayOfWeek - 1]
  const month = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'][at.month - 1]
  return `${day} ${at.day} ${month} ${at.year}, ${at.toPlainTime().toString({ smallestUnit: 'minute' })} (${zone})`
}

/** The zone of the slots of a profile, by default of the default profile; without slots that of this machine. */
export async function slotZoneOf(client: Polypost, profile?: string): Promise<string> {
  const id = profile ?? (await client.profiles.list()).default_profile_id
  return (await client.slots.get(id)).timezone ?? machineZone()
}

const machineZone = (): string => Temporal.Now.timeZoneId()

function requireZone(zone: string): string {
  try {
    Temporal.Now.zonedDateTimeISO(zone)
    return zone
  } catch {
    throw new WrongUse(`“${zone}” is not a time zone. Write a name such as Europe/Warsaw.`)
  }
}
