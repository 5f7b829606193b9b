/** The time on the clocks of a zone: `2026-11-24T09:00`, as the fields of a browser write it. */
export type LocalTime = string

const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone)
  if (known) return known
  const digits = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
  // Swedish writes dates as the fields of browsers do.
  const made = new Intl.DateTimeFormat('sv', { timeZone: zone, ...digits })
  formats.set(zone, made)
  return made
}

/** The time on the clocks of the zone at this moment. */
export const localOf = (time: number, zone: string): LocalTime => formatOf(zone).format(time).replace(' ', 'T')

const asUtc = (local: LocalTime): number => Date.parse(`${local}:00Z`)

/** How far the clocks of the zone are ahead of UTC, in milliseconds. */
const aheadAt = (time: number, zone: string): number => asUtc(localOf(time, zone)) - Math.floor(time / 60_000) * 60_000

const day = 24 * 60 * 60_000

/** The meaning of a time on the clocks of a zone. Each `at` is in milliseconds since 1970. */
export type Reading =
  | { readonly kind: 'once'; readonly at: number }
  /** The clocks are set back, and show it twice. */
  | { readonly kind: 'twice'; readonly first: number; readonly second: number }
  /** The clocks are set forward, and never show it: what the clocks before and after the change make of it. */
  | { readonly kind: 'never'; readonly first: number; readonly second: number }

export function readLocal(local: LocalTime, zone: string): Reading {
  const utc = asUtc(local)
  const [earlier, later] = [aheadAt(utc - day, zone), aheadAt(utc + day, zone)]
  const [first = utc, second = first] = [...new Set([utc - earlier, utc - later])].sort((one, other) => one - other)
  const shown = [first, second].filter((time) => localOf(time, zone) === local)
  if (first === second) return { kind: 'once', at: first }
  if (shown.length === 2) return { kind: 'twice', first, second }
  const [at] = shown
  return at === undefined ? { kind: 'never', first, second } : { kind: 'once', at }
}
