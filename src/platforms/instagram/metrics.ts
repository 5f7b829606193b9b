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
import { refusal } from './errors.ts'
import { request } from './request.ts'
import { followers, insights, mediaKind } from './wire.ts'

/** A metric that does not exist for the kind of post makes the whole request fail (developers.facebook.com, insights, 2026-06-18). */
const common = ['views', 'reach', 'shares', 'total_interactions']
const asked: Readonly<Record<string, readonly string[]>> = {
  FEED: [...common, 'likes', 'comments', 'saved'],
  REELS: [...common, 'likes', 'comments', 'saved'],
  STORY: [...common, 'replies'],
}

/** Instagram's code for a story that fewer than five people have seen. */
const tooFewViewers = 10

export const readMetrics: ReadMetrics = {
  batch: 1,
  window: 'lifetime',
  read: oneByOne(readOne),
}

/** Null: the post was deleted. */
async function readOne(post: PublishedPost, context: AccountContext): Promise<ReadResult<Metrics | null>> {
  const answer = await request(context, {
    method: 'GET',
    path: `/${post.id}`,
    query: { fields: 'media_product_type,like_count,comments_count' },
  })
  if (isGone(answer)) return { type: 'read', value: null }
  if (!isDone(answer)) return refusal(answer, 'read', context)
  const { media_product_type: kind, like_count, comments_count } = mediaKind.parse(answer.json())
  const told = { likes: like_count ?? null, comments: comments_count ?? null }
  const insight = await readInsights(post.id, asked[kind ?? ''] ?? common, context)
  return insight.type === 'read' ? { type: 'read', value: metricsOf(insight.value, told) } : insight
}

type Answer = Awaited<ReturnType<typeof request>>

function isGone(answer: Answer): boolean {
  const { code, subcode } = (isDone(answer) ? undefined : graphErrorIn(answer)) ?? { code: null, subcode: null }
  return code === 100 && subcode === 33
}

async function readInsights(
  id: string,
  metrics: readonly string[],
  context: AccountContext,
): Promise<ReadResult<ReadonlyMap<string, number>>> {
  const answer = await request(context, {
    method: 'GET',
    path: `/${id}/insights`,
    query: { metric: metrics.join(',') },
  })
  const { code } = graphErrorIn(answer) ?? { code: null }
  // Without the permission, or too early, only the post's own fields are known.
  if (!isDone(answer) && (code === tooFewViewers || code === 100)) return { type: 'read', value: new Map() }
  if (!isDone(answer)) return refusal(answer, 'read', context)
  const { data } = insights.parse(answer.json())
  const values = data.flatMap(({ name, values: all, total_value: total }) => {
    const value = all?.[0]?.value ?? total?.value
    return typeof value === 'number' ? [[name, value] as const] : []
  })
  return { type: 'read', value: new Map(values) }
}

function metricsOf(told: ReadonlyMap<string, number>, counts: Pick<Metrics, 'likes' | 'comments'>): Metrics {
  const of = (name: string): number | null => told.get(name) ?? null
  return {
    ...noMetrics,
    views: of('views'),
    reach: of('reach'),
    likes: of('likes') ?? counts.likes,
    comments: of('comments') ?? of('replies') ?? counts.comments,
    shares: of('shares'),
    saves: of('saved'),
    engagement: of('total_interactions'),
  }
}

export const readAudience: ReadAudience = async (context) => {
  const answer = await request(context, {
    method: 'GET',
    path: `/${context.account.remoteId}`,
    query: { fields: 'followers_count' },
  })
  if (!isDone(answer)) return refusal(answer, 'read', context)
  return { type: 'read', value: { followers: followers.parse(answer.json()).followers_count ?? null } }
}
