import type { Finding } from '../../domain/content.ts'
import type { FindingCode } from '../../domain/finding-codes.ts'
import { day } from '../../domain/time.ts'
import type { Reader } from '../../store/engine/database.ts'
import { findPlan, type PostingPlan, takenTimes } from '../../store/posts/slots.ts'
import { slotTimes } from './slot-times.ts'

/** How far ahead a free slot is searched, in parts, because the first part nearly always has one. */
const weeksAhead = 52
const partDays = 28
const parts = (weeksAhead * 7) / partDays

interface SlotQuery {
  readonly after: number
  readonly count: number
  /** The post that is looking: its own time is free for it. */
  readonly exceptPost?: number | null
  /** Times that will be taken before. */
  readonly promised?: readonly number[]
}

/** The first times of a plan that no post of the profile has. */
export async function freeSlots(
  db: Reader,
  profileId: string,
  plan: PostingPlan,
  { after, count, exceptPost = null, promised = [] }: SlotQuery,
): Promise<number[]> {
  const free: number[] = []
  for (let part = 0; part < parts && free.length < count; part++) {
    const from = after + part * partDays * day
    const times = slotTimes(plan, from, partDays)
    const to = from + partDays * day
    const taken = new Set([...promised, ...(await takenTimes(db, profileId, { from, to, exceptPost }))])
    free.push(...times.filter((time) => !taken.has(time)))
  }
  return free.slice(0, count)
}

export type NextSlot =
  | { readonly at: number; readonly timezone: string; readonly finding: null }
  | { readonly at: null; readonly timezone: null; readonly finding: Finding }

/** The slot that a post would take, or why there is none. In the transaction that stores the post, the post takes it. */
export async function nextSlot(db: Reader, profileId: string, wanted: Omit<SlotQuery, 'count'>): Promise<NextSlot> {
  const plan = await findPlan(db, profileId)
  const none = (code: FindingCode, message: string): NextSlot => ({
    at: null,
    timezone: null,
    finding: { path: 'scheduled_at', code, message },
  })
  if (!plan || plan.slots.length === 0)
    return none('no_slots', 'The profile has no posting times. Set them with PUT /profiles/{id}/slots, or send a time.')
  const [at] = await freeSlots(db, profileId, plan, { ...wanted, count: 1 })
  if (at === undefined)
    return none(
      'no_free_slot',
      `All slots of the profile are taken for the next ${weeksAhead} weeks. Add slots with PUT /profiles/{id}/slots, or send a time.`,
    )
  return { at, timezone: plan.timezone, finding: null }
}
