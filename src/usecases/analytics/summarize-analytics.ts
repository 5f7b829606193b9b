import { Temporal } from 'temporal-polyfill'
import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import { addUp, type MetricSums } from '../../domain/metric-sums.ts'
import { day } from '../../domain/time.ts'
import { weekdays } from '../../domain/weekdays.ts'
import { type SummedPart, sumMetrics } from '../../store/analytics/metric-sums.ts'
import { isoTimeOrNull } from '../../system/clock.ts'
import type { UseCase } from '../context.ts'
import { isZone, unknownZone } from '../posts/resolve-schedule.ts'
import { scopeOf } from '../profiles/own-profile.ts'
import { malformed } from '../refuse.ts'
import { zoneStretches } from './zone-stretches.ts'

type Summary = Output<Operations['summarizeAnalytics']>['data']

export const summarizeAnalytics: UseCase<'summarizeAnalytics'> = async ({ database, caller, query }) => {
  const { timezone = 'UTC' } = query
  if (!isZone(timezone)) throw malformed([unknownZone('timezone', timezone)])
  const scope = await scopeOf(database.read, caller, query.profile_id)
  const [first, last] = [Temporal.PlainDate.from(query.from), Temporal.PlainDate.from(query.to)]
  const count = first.until(last).days + 1
  const before = first.subtract({ days: count })
  const startOf = (date: Temporal.PlainDate) => date.toZonedDateTime(timezone).epochMilliseconds
  const range = { from: startOf(before), to: startOf(last.add({ days: 1 })), since: startOf(first) }
  const clocks = zoneStretches(timezone, range.from, range.to)
  const parts = await sumMetrics(database.readLong, { scope, clocks, ...range })
  const chosen = stretchOf(parts, first, count)
  return {
    status: 'ok',
    data: {
      profile_id: scope.profileIds?.length === 1 ? (scope.profileIds[0] ?? null) : null,
      timezone,
      captured_at: isoTimeOrNull(addUp(chosen.sums).capturedAt),
      ...chosen.shown,
      before: stretchOf(parts, before, count).shown,
      ...groupsOf(parts),
    },
  }
}

/** The days of a stretch, with those on which nothing was published. */
function stretchOf(parts: readonly SummedPart[], first: Temporal.PlainDate, count: number) {
  const ofDays = new Map(parts.flatMap((one) => (one.part === 'day' ? [[one.number, one] as const] : [])))
  const dates = Array.from({ length: count }, (_, index) => first.add({ days: index }))
  const sums = dates.map((date) => ofDays.get(Date.parse(date.toString()) / day) ?? addUp([]))
  const days = dates.map((date, index) => ({ date: date.toString(), ...showSums(sums[index] ?? addUp([])) }))
  const [from = '', to = from] = [days[0]?.date, days.at(-1)?.date]
  return { sums, shown: { from, to, total: showSums(addUp(sums)), days } }
}

function groupsOf(parts: readonly SummedPart[]): Pick<Summary, 'platforms' | 'weekdays' | 'hours' | 'labels'> {
  const ofHours = parts.flatMap((one) => (one.part === 'hour' ? [one] : []))
  const summed = (wanted: (hourOfWeek: number) => boolean) => {
    const found = ofHours.filter(({ number }) => wanted(number))
    return found.length === 0 ? null : showSums(addUp(found))
  }
  return {
    platforms: parts
      .flatMap((one) => (one.part === 'platform' ? [{ platform: one.name, ...showSums(one) }] : []))
      .sort((one, other) => (one.platform < other.platform ? -1 : 1)),
    weekdays: weekdays.flatMap((weekday, index) => {
      const sums = summed((number) => Math.floor(number / 24) === index)
      return sums ? [{ weekday, ...sums }] : []
    }),
    hours: Array.from({ length: 24 }, (_, hour) => hour).flatMap((hour) => {
      const sums = summed((number) => number % 24 === hour)
      return sums ? [{ hour, ...sums }] : []
    }),
    labels: parts
      .flatMap((one) => (one.part === 'label' ? [{ id: one.number, name: one.name, ...showSums(one) }] : []))
      .sort((one, other) => one.id - other.id),
  }
}

const showSums = ({ sums, told, posts, publications, measured, rated }: MetricSums): Summary['total'] => ({
  posts,
  publications,
  measured_publications: measured,
  ...sums,
  engagement_rate: rated.base === 0 ? null : rated.engagement / rated.base,
  told: { ...told, engagement_rate: rated.publications },
})
