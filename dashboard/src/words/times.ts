import { useMemo } from 'react'
import { useZone } from '../data/zone.tsx'
import { useLanguage } from './language.tsx'
import { localOf } from './zoned.ts'

/** Times of the API are text in UTC. */
type Time = string | number | Date

export interface Times {
  readonly zone: string
  /** “Tue 24 Nov”, with the year if it is another one. */
  readonly day: (time: Time) => string
  /** “09:00” */
  readonly clock: (time: Time) => string
  /** “09:00:04” */
  readonly clockSeconds: (time: Time) => string
  /** “Tue 24 Nov, 09:00” */
  readonly time: (time: Time) => string
  /** “Tue 24 Nov 2026, 09:00 Warsaw (UTC+1)”: where a time is set. */
  readonly full: (time: Time) => string
  /** “in 2 days” on the calendar, “5 minutes ago”, “now”; null if it is more than a week away. */
  readonly relative: (time: Time, now?: number) => string | null
  /** “Warsaw, UTC+1” */
  readonly zoneName: (time?: Time) => string
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export const timesIn = (locale: string, zone: string): Times => {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat(locale, { timeZone: zone, ...options })
    return (time: Time) => formatter.format(new Date(time))
  }
  const yearOf = format({ year: 'numeric' })
  const date = { weekday: 'short', day: 'numeric', month: 'short' } as const
  const near = format(date)
  const far = format({ ...date, year: 'numeric' })
  const clock = format({ hour: '2-digit', minute: '2-digit' })
  const offset = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' })
  const offsetOf = (time: Time) =>
    offset
      .formatToParts(new Date(time))
      .find(({ type }) => type === 'timeZoneName')
      ?.value.replace('GMT', 'UTC') ?? 'UTC'
  const city = zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone
  const between = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  // British English writes “Tue, 24 Nov”; without the comma it reads as one thing.
  const plain = (text: string) => text.replace(/^(\p{L}+\.?),/u, '$1')
  const dayText = (time: Time) => plain((yearOf(time) === yearOf(Date.now()) ? near : far)(time))
  /** As a moment in UTC: the days of a zone have 23 to 25 hours. */
  const dateOf = (time: Time) => Date.parse(localOf(new Date(time).getTime(), zone).slice(0, 10))
  const isUtc = zone === 'UTC' || zone === 'Etc/UTC'
  return {
    zone,
    day: dayText,
    clock,
    clockSeconds: format({ hour: '2-digit', minute: '2-digit', second: '2-digit' }),
    time: (time) => `${dayText(time)}, ${clock(time)}`,
    full: (time) => `${plain(far(time))}, ${clock(time)} ${isUtc ? 'UTC' : `${city} (${offsetOf(time)})`}`,
    relative: (time, now = Date.now()) => {
      const away = new Date(time).getTime() - now
      const size = Math.abs(away)
      if (size > 7 * day) return null
      if (size >= day) return between.format((dateOf(time) - dateOf(now)) / day, 'day')
      if (size >= hour) return between.format(Math.trunc(away / hour), 'hour')
      if (size >= minute) return between.format(Math.trunc(away / minute), 'minute')
      return between.format(0, 'second')
    },
    zoneName: (time = Date.now()) => (isUtc ? 'UTC' : `${city}, ${offsetOf(time)}`),
  }
}

/** Times as people read them, in the zone of the profile in view. */
export function useTimes(): Times {
  const { locale } = useLanguage()
  const { zone } = useZone()
  return useMemo(() => timesIn(locale, zone), [locale, zone])
}
