import { Temporal } from 'temporal-polyfill'

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const units: Readonly<Record<string, 'minutes' | 'hours' | 'days' | 'weeks'>> = {
  minute: 'minutes',
  hour: 'hours',
  day: 'days',
  week: 'weeks',
}

/** A complete time, as programs write it. */
export const hasZone = (text: string): boolean => /^\d{4}-\d\d-\d\dt.*(z|[+-]\d\d:?\d\d)$/i.test(text.trim())

/**
 * A time as people write it: `tomorrow 9:00`, `friday 18:30`, `in 2 hours`, `9:00`, `2026-12-01 9:00`, or a complete time
 * with a zone. Returns the local time in the zone, or the text itself if it has a zone of its own; null if it is none.
 */
export function readSpokenTime(text: string, zone: string, now: number): string | null {
  if (hasZone(text)) return text.trim()
  const words = text.trim().toLowerCase()
  if (/^\d{4}-\d\d-\d\dt\d\d:\d\d:\d\d(\.\d+)?$/.test(words))
    return orNull(() => local(Temporal.PlainDateTime.from(words)))
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone)
  const [, count, unit] = /^in (\d{1,4}) (minute|hour|day|week)s?$/.exec(words) ?? []
  if (count !== undefined && unit !== undefined)
    return local(today.add({ [units[unit] ?? 'hours']: Number(count) }).toPlainDateTime())
  const [, day = '', hour, minute = '00'] =
    /^(?:([a-z]+|\d{4}-\d\d-\d\d)[ t]+(?:at )?)?(\d{1,2})(?::(\d\d))?$/.exec(words) ?? []
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return null
  const time = Temporal.PlainTime.from({ hour: Number(hour), minute: Number(minute) })
  const date = dateOf(day, today, time)
  return date && local(date.toPlainDateTime(time))
}

function dateOf(day: string, today: Temporal.ZonedDateTime, time: Temporal.PlainTime): Temporal.PlainDate | null {
  const date = today.toPlainDate()
  const isOver = Temporal.PlainTime.compare(time, today.toPlainTime()) <= 0
  if (day === '') return date.add({ days: isOver ? 1 : 0 })
  if (day === 'today') return date
  if (day === 'tomorrow') return date.add({ days: 1 })
  const weekday = weekdays.findIndex((name) => day.length >= 3 && name.startsWith(day)) + 1
  if (weekday > 0) {
    const ahead = (weekday - date.dayOfWeek + 7) % 7
    return date.add({ days: ahead === 0 && isOver ? 7 : ahead })
  }
  return orNull(() => Temporal.PlainDate.from(day))
}

/** There is no such day or time. */
function orNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}

const local = (time: Temporal.PlainDateTime): string => time.toString({ smallestUnit: 'second' })
