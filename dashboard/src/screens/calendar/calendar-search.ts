import { type FilterSearch, filterSearch } from '../../data/post-filter.ts'

export const calendarViews = ['month', 'week', 'list'] as const

export type CalendarView = (typeof calendarViews)[number]

/** The parameters in the address of the calendar. */
export interface CalendarSearch extends FilterSearch {
  /** Without it: a month, and a list on phones. */
  readonly view?: CalendarView
  /** A day of what is shown; without it today. */
  readonly date?: string
  /** The post that is open beside it. */
  readonly post?: number
}

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && !Number.isNaN(Date.parse(`${value}T00:00Z`))

export function calendarSearch(search: Record<string, unknown>): CalendarSearch {
  const view = calendarViews.find((name) => name === search.view)
  return {
    ...filterSearch(search),
    ...(view && { view }),
    ...(isDay(search.date) && { date: search.date }),
    ...(Number.isSafeInteger(search.post) && { post: Number(search.post) }),
  }
}
