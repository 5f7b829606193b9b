import { Temporal } from 'temporal-polyfill'
import type { Finding, PostWarning } from '../../domain/content.ts'
import type { FindingCode } from '../../domain/finding-codes.ts'
import type { PostWarningCode } from '../../domain/warning-codes.ts'

/** A time that is less than this in the past means now: clocks differ, and a request takes time. */
const maxPast = 60_000
const maxYearsAhead = 2

/** Instead of a time: the next free slot of the profile. */
export const nextSlotWord = 'next_slot'

export interface RequestedSchedule {
  readonly scheduledAt: string | null | undefined
  readonly timezone: string | null | undefined
}

/** The meaning of a schedule, independent of the current time. */
export interface ReadSchedule {
  /** Milliseconds since 1970; null if there is no time, or if it is malformed. */
  readonly at: number | null
  /** As it was sent. */
  readonly timezone: string | null
  /** The post takes the next free slot of its profile. */
  readonly nextSlot: boolean
  /** Faults in the form of the request. */
  readonly findings: readonly Finding[]
  readonly warnings: readonly PostWarning[]
}

export interface ResolvedSchedule extends ReadSchedule {
  /** The kind of the findings: a fault in the form of the request (400), or a time that is not accepted (422). */
  readonly fault: 'malformed' | 'rejected' | null
}

/** When to publish a post: `at` is null for now. */
export function resolveSchedule({ now, ...requested }: RequestedSchedule & { readonly now: number }): ResolvedSchedule {
  const read = readSchedule(requested)
  if (read.findings.length > 0) return { ...read, fault: 'malformed' }
  if (read.at === null) return { ...read, fault: null }
  const finding = outOfRange(read.at, now)
  if (finding) return { ...read, at: null, findings: [finding], fault: 'rejected' }
  return { ...read, at: read.at > now ? read.at : null, fault: null }
}

function outOfRange(at: number, now: number): Finding | undefined {
  const time = new Date(at).toISOString()
  const found = (code: FindingCode, message: string): Finding => ({
    path: 'scheduled_at',
    code,
    message,
    resolved_at: time,
  })
  if (now - at > maxPast)
    return found(
      'schedule_in_past',
      `${time} is in the past. Choose a later time. To publish now, send no \`scheduled_at\`, or null in an edit.`,
    )
  const latest = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO('UTC').add({ years: maxYearsAhead })
  if (at > latest.epochMilliseconds)
    return found(
      'schedule_too_far',
      `${time} is more than ${maxYearsAhead} years in the future. Choose an earlier time.`,
    )
  return undefined
}

/** Reads a schedule without the current time, so that two requests can be compared. */
export function readSchedule({ scheduledAt, timezone }: RequestedSchedule): ReadSchedule {
  const zone = timezone ?? null
  const zoneFindings = zone === null || isZone(zone) ? [] : [unknownZone('scheduled_timezone', zone)]
  const result = (at: number | null, findings: readonly Finding[] = [], warnings: readonly PostWarning[] = []) => ({
    at: findings.length + zoneFindings.length > 0 ? null : at,
    timezone: zone,
    nextSlot: false,
    findings: [...findings, ...zoneFindings],
    warnings,
  })
  if (scheduledAt === null || scheduledAt === undefined)
    return zone === null ? result(null) : result(null, [fault('scheduled_at', 'required', zoneAlone)])
  if (scheduledAt === nextSlotWord)
    return {
      ...result(null, zone === null ? [] : [fault('scheduled_timezone', 'invalid_value', zoneOfSlots)]),
      nextSlot: true,
    }
  const time = readTime(scheduledAt)
  if (typeof time === 'string') return result(null, [fault('scheduled_at', 'invalid_format', time)])
  if (time.offset !== null) return result(time.local.toZonedDateTime('UTC').epochMilliseconds - time.offset)
  if (zone === null) return result(null, [fault('scheduled_timezone', 'required', timeAlone)])
  if (zoneFindings.length > 0) return result(null)
  return inZone(time.local, zone, result)
}

const zoneOfSlots = 'The slots of a profile have a time zone of their own. Leave `scheduled_timezone` out.'
const timeAlone =
  'Is required together with a local `scheduled_at`. Send the time zone, or end the time with `Z` or an offset.'
const zoneAlone =
  'Is required together with `scheduled_timezone`, because the post has no time to which the zone could belong. Send both, or neither.'

const fault = (path: string, code: FindingCode, message: string): Finding => ({ path, code, message })

type Result = (at: number, findings: readonly Finding[], warnings: readonly PostWarning[]) => ReadSchedule

/** The instant of a local time. A skipped time means the time after the gap; a repeated time means the first one. */
function inZone(local: Temporal.PlainDateTime, zone: string, result: Result): ReadSchedule {
  const first = local.toZonedDateTime(zone, { disambiguation: 'earlier' })
  const second = local.toZonedDateTime(zone, { disambiguation: 'later' })
  if (first.epochMilliseconds === second.epochMilliseconds) return result(first.epochMilliseconds, [], [])
  const warn = (code: PostWarningCode, message: string) => [
    { platform: null, code, severity: 'warning' as const, message },
  ]
  if (first.toPlainDateTime().equals(local)) {
    const message = `The clocks in ${zone} show ${local} twice. The first time is used: ${utc(first)}.`
    return result(first.epochMilliseconds, [], warn('schedule_time_ambiguous', message))
  }
  const moved = second.toPlainDateTime()
  const message = `The clocks in ${zone} skip ${local}. ${moved} is used instead, which is ${utc(second)}.`
  return result(second.epochMilliseconds, [], warn('schedule_time_skipped', message))
}

const utc = ({ epochMilliseconds }: Temporal.ZonedDateTime): string => new Date(epochMilliseconds).toISOString()

/** An offset is not a time zone, because it does not define when its clocks change. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

export const unknownZone = (path: string, zone: string): Finding => ({
  path,
  code: 'invalid_value',
  message: `${JSON.stringify(zone)} is not a time zone. Send an IANA name such as Europe/Warsaw, not an offset or an abbreviation.`,
})

interface Time {
  /** The time on the clocks of the zone. */
  readonly local: Temporal.PlainDateTime
  /** How far they are ahead of UTC, in milliseconds; null if the text contains no offset. */
  readonly offset: number | null
}

/** RFC 3339, section 5.6; without an offset also the form of a date-time field in a browser, which leaves seconds out. */
const rfc3339 =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?(?:(Z)|([+-])([01]\d|2[0-3]):([0-5]\d))?$/i

const form =
  'Must be a time such as 2026-11-03T09:00:00Z or 2026-11-03T09:00:00+01:00, 2026-11-03T09:00:00 with `scheduled_timezone`, or `next_slot`.'

/** Parses a time, or returns what is wrong with it. */
function readTime(text: string): Time | string {
  const match = rfc3339.exec(text)
  if (!match) return form
  const [, year, month, day, hour, minute, second, fraction = '', z, sign, hours, minutes] = match
  const minutesAhead = Number(hours ?? 0) * 60 + Number(minutes ?? 0)
  const offset = z === undefined && sign === undefined ? null : (sign === '-' ? -1 : 1) * minutesAhead * 60_000
  if (second === undefined && offset !== null) return form
  const leap = second === '60'
  const local = plainTime({
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: leap ? 59 : Number(second ?? 0),
    millisecond: Number(fraction.slice(0, 3).padEnd(3, '0')),
  })
  if (!local) return `${text} does not exist as a day or a time.`
  if (!leap) return { local, offset }
  const moved = { local: local.add({ seconds: 1 }), offset }
  return mayBeLeap(moved) ? moved : `${text} is not a leap second.`
}

/** Leap seconds come at the end of a month, UTC (RFC 3339, section 5.7); here each is the first second of the next. */
function mayBeLeap({ local, offset }: Time): boolean {
  if (offset === null) return false
  const { day, hour, minute, second } = local.subtract({ milliseconds: offset })
  return day === 1 && hour === 0 && minute === 0 && second === 0
}

function plainTime(fields: Temporal.DateTimeLikeObject): Temporal.PlainDateTime | undefined {
  try {
    return Temporal.PlainDateTime.from(fields, { overflow: 'reject' })
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
