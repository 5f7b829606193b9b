import { isDone } from '../shared/call.ts'
import type { AccountContext } from '../shared/context.ts'
import { graphErrorIn } from '../shared/meta-errors.ts'
import {
  type Metrics,
  noMetrics,
  oneByOne,
  type PublishedPost,
  type ReadAudience,
  type ReadMetrics,
  type ReadResult,
} from '../shared/reads.ts'
import { sumKnown } from '../shared/sum-known.ts'
import { mediaIdOf } from './comments.ts'
import { refusal } from './errors.ts'
import { request } from './request.ts'
import { insights } from './wire.ts'

/** Of a post, all in one call (developers.facebook.com, Threads API: Insights, 2026-04). */
const asked = 'views,likes,replies,reposts,quotes,shares'

/** There is no call about several posts. */
export const readMetrics: ReadMetrics = {
  batch: 1,
  window: 'lifetime',
  read: oneByOne(metricsOf),
}

/** The post was deleted, or Threads returns no numbers for it. */
const nothing = { type: 'read', value: null } as const

async function metricsOf(post: PublishedPost, context: AccountContext): Promise<ReadResult<Metrics | null>> {
  const id = await mediaIdOf(post, context)
  if (typeof id !== 'string') return id.type === 'rejected' ? nothing : id
  const answer = await request(context, { method: 'GET', path: `/${id}/insights`, query: { metric: asked } })
  if (!isDone(answer)) return isGone(graphErrorIn(answer)) ? nothing : refusal(answer, 'read', context)
  const numbers = numbersIn(answer.json())
  if (numbers.size === 0) return nothing
  const get = (name: string): number | null => numbers.get(name) ?? null
  const [likes, comments] = [get('likes'), get('replies')]
  const shares = sumKnown([get('reposts'), get('quotes'), get('shares')])
  const engagement = sumKnown([likes, comments, shares])
  return { type: 'read', value: { ...noMetrics, views: get('views'), likes, comments, shares, engagement } }
}

/** "Object does not exist", and "Media Not Found". */
const isGone = (error: ReturnType<typeof graphErrorIn>): boolean =>
  (error?.code === 100 && error.subcode === 33) || error?.code === 24

const numbersIn = (json: unknown): ReadonlyMap<string, number> =>
  new Map(
    insights.parse(json).data.flatMap(({ name, values, total_value }) => {
      const value = values?.[0]?.value ?? total_value?.value
      return typeof value === 'number' ? [[name, value] as const] : []
    }),
  )

export const readAudience: ReadAudience = async (context) => {
  const answer = await request(context, {
    method: 'GET',
    path: '/me/threads_insights',
    query: { metric: 'followers_count' },
  })
  if (!isDone(answer)) return refusal(answer, 'read', context)
  return { type: 'read', value: { followers: numbersIn(answer.json()).get('followers_count') ?? null } }
}
