import { z } from 'zod'
import { GiB } from '../../domain/bytes.ts'
import type { PlanId } from '../../domain/plans.ts'
import type { UserLimits } from '../../domain/user-limits.ts'
import { defaulting, optional } from './setting.ts'

/** The most that users of each plan can do. */
export interface PlanLimits {
  readonly rateLimits: Readonly<Record<PlanId, number>>
  /** Null: no plan has a limit. 0: this plan has no limit. */
  readonly postingAllowances: Readonly<Record<PlanId, number>> | null
  /** The same. */
  readonly modelTokens: Readonly<Record<PlanId, number>> | null
  readonly userLimits: UserLimits
}

const fourNumbers = z
  .string()
  .regex(/^\d{1,9}(,\d{1,9}){3}$/, 'must be four whole numbers separated by commas, one for each plan')
  .transform((value) => {
    const [free = 0, starter = 0, pro = 0, business = 0] = value.split(',').map(Number)
    return { 1: free, 2: starter, 3: pro, 4: business }
  })

const fourGibibytes = fourNumbers.transform(
  (numbers): Record<PlanId, number> => ({
    1: numbers[1] * GiB,
    2: numbers[2] * GiB,
    3: numbers[3] * GiB,
    4: numbers[4] * GiB,
  }),
)

export const planSettings = {
  POLYPOST_RATE_LIMITS: defaulting(fourNumbers, '75,150,750,1500', 'Requests per minute and user, for plans 1 to 4'),
  POLYPOST_POSTING_ALLOWANCES: optional(fourNumbers, 'Published jobs per month for plans 1 to 4; 0 means no limit'),
  POLYPOST_MODEL_TOKENS: optional(
    fourNumbers,
    'Tokens of the language model per month and user for plans 1 to 4; 0 means no limit. What comes after that waits: auto-replies until the next month, or until you allow more',
  ),
  POLYPOST_STORAGE_GB: defaulting(
    fourGibibytes,
    '10,50,250,1000',
    'Gigabytes of media that a user can store, for plans 1 to 4; 0 means no limit',
  ),
  POLYPOST_FETCHES_AT_ONCE: defaulting(
    fourNumbers,
    '2,4,8,16',
    'Uploads by URL that a user can run at the same time in one process, for plans 1 to 4',
  ),
  POLYPOST_UPLOADS_AT_ONCE: defaulting(
    fourNumbers,
    '4,8,16,32',
    'Files that a user can send at the same time to one process, for plans 1 to 4',
  ),
  POLYPOST_WEBHOOKS: defaulting(fourNumbers, '20,20,20,20', 'Webhooks that a user can have, for plans 1 to 4'),
  POLYPOST_EVENT_STREAMS: defaulting(
    fourNumbers,
    '10,10,10,10',
    'Event streams that a user can have open in one process, for plans 1 to 4',
  ),
}

export const readPlanLimits = (data: z.output<z.ZodObject<typeof planSettings>>): PlanLimits => ({
  rateLimits: data.POLYPOST_RATE_LIMITS,
  postingAllowances: data.POLYPOST_POSTING_ALLOWANCES ?? null,
  modelTokens: data.POLYPOST_MODEL_TOKENS ?? null,
  userLimits: {
    storedBytes: data.POLYPOST_STORAGE_GB,
    fetchesAtOnce: data.POLYPOST_FETCHES_AT_ONCE,
    uploadsAtOnce: data.POLYPOST_UPLOADS_AT_ONCE,
    webhooks: data.POLYPOST_WEBHOOKS,
    eventStreams: data.POLYPOST_EVENT_STREAMS,
  },
})
