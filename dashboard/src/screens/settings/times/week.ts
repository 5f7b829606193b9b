import type { Slot } from '@polypost/sdk'

export type Weekday = Slot['weekday']

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** Of the API, for a profile. */
export const mostSlots = 100

/** The days as weeks begin where the person is. `firstDay`: 1 is Monday, 7 is Sunday. */
export const weekFrom = (firstDay: number): readonly Weekday[] => [
  ...weekdays.slice(firstDay - 1),
  ...weekdays.slice(0, firstDay - 1),
]

/** The name of a day: “Monday”, or “Mon”. */
export const dayName = (day: Weekday, locale: string, weekday: 'long' | 'short'): string =>
  // The first of January 2024 was a Monday.
  new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }).format(Date.UTC(2024, 0, 1 + weekdays.indexOf(day)))

const keyOf = ({ weekday, time }: Slot): string => `${weekdays.indexOf(weekday)} ${time}`

/** Each slot once, in the order in which the service keeps them. */
export const inOrder = (slots: readonly Slot[]): Slot[] =>
  [...new Map(slots.map((slot) => [keyOf(slot), slot]))]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, slot]) => slot)

export const without = (slots: readonly Slot[], gone: Slot): Slot[] =>
  slots.filter((slot) => keyOf(slot) !== keyOf(gone))
