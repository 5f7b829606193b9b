import type { CalendarView } from './calendar-search.ts'

/** The days that a view shows, and where its buttons lead. */
export interface Stretch {
  readonly first: string
  readonly last: string
  readonly before: string
  readonly after: string
}

/** In milliseconds. Days on a calendar have no zone, so all of them have 24 hours. */
const dayLasts = 24 * 60 * 60_000

const atDay = (date: string): Date => new Date(`${date}T00:00:00Z`)
const textOf = (time: number): string => new Date(time).toISOString().slice(0, 10)
const addDays = (date: string, days: number): string => textOf(atDay(date).getTime() + days * dayLasts)

/** The first of the month, or of one that is so many months away. */
const monthStart = (date: string, months = 0): string =>
  textOf(Date.UTC(atDay(date).getUTCFullYear(), atDay(date).getUTCMonth() + months, 1))

const weekStart = (date: string, firstDay: number): string =>
  addDays(date, -((atDay(date).getUTCDay() - firstDay + 7) % 7))

/** `firstDay`: 1 is Monday, 7 is Sunday. */
export function stretchOf(view: CalendarView, date: string, firstDay: number): Stretch {
  if (view === 'week') {
    const first = weekStart(date, firstDay)
    return { first, last: addDays(first, 6), before: addDays(date, -7), after: addDays(date, 7) }
  }
  const first = monthStart(date)
  const last = addDays(monthStart(date, 1), -1)
  const steps = { before: monthStart(date, -1), after: monthStart(date, 1) }
  if (view === 'list') return { first, last, ...steps }
  return { first: weekStart(first, firstDay), last: addDays(weekStart(last, firstDay), 6), ...steps }
}

/** “November 2026”, and “23 – 29 November 2026” for a week. */
export function titleOf(view: CalendarView, date: string, { first, last }: Stretch, locale: string): string {
  const form = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })
  if (view !== 'week') return form({ month: 'long', year: 'numeric' }).format(atDay(date))
  return form({ day: 'numeric', month: 'short', year: 'numeric' }).formatRange(atDay(first), atDay(last))
}
