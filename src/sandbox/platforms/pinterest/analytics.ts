import { z } from 'zod'
import { day } from '../../../domain/time.ts'
import type { SimulatedReply } from '../../shared/simulator.ts'
import type { Call } from './gate.ts'
import { ownPin } from './pins.ts'
import { ok } from './problems.ts'
import type { Numbers, Pin } from './store.ts'

const common = ['IMPRESSION', 'OUTBOUND_CLICK', 'PIN_CLICK', 'SAVE', 'SAVE_RATE', 'TOTAL_COMMENTS', 'TOTAL_REACTIONS']
const ofImages = [...common, 'USER_FOLLOW', 'PROFILE_VISIT']
const ofVideos = [
  ...[...common, 'VIDEO_MRC_VIEW', 'VIDEO_10S_VIEW', 'QUARTILE_95_PERCENT_VIEW', 'VIDEO_V50_WATCH_TIME'],
  ...['VIDEO_START', 'VIDEO_AVG_WATCH_TIME'],
]

/** These count since the creation of the Pin, and are separate from the others. */
const sinceEver = ['TOTAL_COMMENTS', 'TOTAL_REACTIONS']

const querySchema = z.object({
  start_date: z.iso.date(),
  end_date: z.iso.date(),
  metric_types: z.string().transform((text) => text.split(',')),
  app_types: z.enum(['ALL', 'MOBILE', 'TABLET', 'WEB']).default('ALL'),
  split_field: z.enum(['NO_SPLIT', 'APP_TYPE']).default('NO_SPLIT'),
})

const longest = 90 * day

/** These endpoints return the status as the error code (OpenAPI 5.23.0). */
const wrong = (status: number, message: string): SimulatedReply => ({ status, body: { code: status, message } })

/** GET /v5/pins/:id/analytics */
export function pinAnalytics(call: Call): SimulatedReply {
  const pin = ownPin(call)
  const read = querySchema.safeParse(Object.fromEntries(call.request.query))
  if (!pin) return wrong(404, 'Pin not found.')
  if (!read.success || !isValid(read.data, pin, call.world.now()))
    return wrong(400, 'Invalid pins analytics parameters.')
  const { metric_types: names, end_date: date } = read.data
  const counted = Object.fromEntries(names.map((name) => [name, countOf(name, pin.numbers)]))
  const only = (all: readonly string[]) => Object.fromEntries(all.map((name) => [name, counted[name] ?? 0]))
  const inWindow = only(names.filter((name) => !sinceEver.includes(name)))
  return ok({
    all: {
      daily_metrics: [{ date, data_status: 'READY', metrics: inWindow }],
      summary_metrics: inWindow,
      lifetime_metrics: only(names.filter((name) => sinceEver.includes(name))),
    },
  })
}

/** Image Pins and video Pins have different metrics. */
function isValid(
  { start_date, end_date, metric_types }: z.output<typeof querySchema>,
  { media }: Pin,
  now: number,
): boolean {
  const [start, end] = [Date.parse(start_date), Date.parse(end_date)]
  const known = media === 'video' ? ofVideos : ofImages
  return start <= end && end <= now && start >= now - longest && metric_types.every((name) => known.includes(name))
}

function countOf(name: string, numbers: Numbers): number {
  switch (name) {
    case 'IMPRESSION':
      return numbers.impression
    case 'PIN_CLICK':
      return numbers.pin_click
    case 'OUTBOUND_CLICK':
      return numbers.outbound_click
    case 'SAVE':
      return numbers.save
    case 'TOTAL_COMMENTS':
      return numbers.comment
    case 'TOTAL_REACTIONS':
      return numbers.reaction
    case 'VIDEO_MRC_VIEW':
      return numbers.video_view
    default:
      return 0
  }
}
