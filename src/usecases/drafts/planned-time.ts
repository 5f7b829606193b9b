import { Temporal } from 'temporal-polyfill'
import type { FindingCode } from '../../domain/finding-codes.ts'
import type { DraftContent } from '../../store/posts/drafts.ts'
import { isZone, unknownZone } from '../posts/resolve-schedule.ts'
import { malformed } from '../refuse.ts'

type PlannedTime = Pick<DraftContent, 'planned_at' | 'planned_timezone'>

interface Changes {
  readonly planned_at?: string | null | undefined
  readonly planned_timezone?: string | null | undefined
}

/** When a draft is wanted. It may be over: a plan is only a wish. */
export function plannedTime(saved: PlannedTime, { planned_at, planned_timezone }: Changes): PlannedTime {
  const zone = planned_timezone ?? null
  if (zone !== null && !isZone(zone)) throw malformed([unknownZone('planned_timezone', zone)])
  if (planned_at === undefined && zone === null) return pick(saved)
  if (planned_at === undefined || planned_at === null) {
    if (zone === null) return { planned_at: null, planned_timezone: null }
    throw fault('planned_at', 'required', 'Is required together with `planned_timezone`. Send both, or neither.')
  }
  const at = instantOf(planned_at, zone)
  if (at !== null) return { planned_at: at, planned_timezone: zone }
  throw fault(
    'planned_timezone',
    'required',
    'Is required together with a local `planned_at`. Send the time zone, or end the time with `Z` or an offset.',
  )
}

const pick = ({ planned_at, planned_timezone }: PlannedTime): PlannedTime => ({ planned_at, planned_timezone })

/** A skipped time means the time after the gap; a repeated time means the first one. Null: a local time without a zone. */
function instantOf(text: string, zone: string | null): number | null {
  if (/(Z|[+-]\d{2}:\d{2})$/i.test(text)) return Date.parse(text)
  return zone === null ? null : Temporal.PlainDateTime.from(text).toZonedDateTime(zone).epochMilliseconds
}

const fault = (path: string, code: FindingCode, message: string) => malformed([{ path, code, message }])
