import { day } from '../../domain/time.ts'
import { type Answer, isDone } from '../shared/call.ts'
import type { AccountContext } from '../shared/context.ts'
import { type Metrics, noMetrics, type PublishedPost, type ReadAudience, type ReadMetrics } from '../shared/reads.ts'
import { refusal } from './errors.ts'
import { postResult } from './post.ts'
import { request } from './request.ts'
import { analyticsAnswer, userAnswer } from './wire.ts'

/** Pinterest refuses a date more than 90 days ago by its own clock (OpenAPI 5.23.0). */
const windowDays = 89

const pinMetrics = ['IMPRESSION', 'PIN_CLICK', 'OUTBOUND_CLICK', 'SAVE', 'TOTAL_COMMENTS', 'TOTAL_REACTIONS']
const videoMetrics = [...pinMetrics, 'VIDEO_MRC_VIEW']

/**
 * Numbers of the last 90 days, but comments and reactions since the Pin was created, as Pinterest has no others. Only
 * selected apps may read several Pins in one request (OpenAPI 5.23.0).
 */
export const readMetrics: ReadMetrics = {
  batch: 1,
  window: 'rolling_90_days',
  read: async (posts, context) => {
    const [post] = posts
    const numbers = new Map<string, Metrics>()
    if (!post) return { type: 'read', value: numbers }
    const answer = await ask(post, context)
    // The Pin is deleted, or was never counted.
    if (answer.status === 404) return { type: 'read', value: numbers }
    if (!isDone(answer)) return refusal(answer, 'read', context)
    return { type: 'read', value: numbers.set(post.id, metricsOf(analyticsAnswer.parse(answer.json()))) }
  },
}

/** Pinterest may refuse the metrics of videos for a Pin that is not a video, or not known as one yet. */
async function ask(post: PublishedPost, context: AccountContext): Promise<Answer> {
  const isVideo = postResult.safeParse(post.result).data?.isVideo ?? false
  const answer = await askFor(isVideo ? videoMetrics : pinMetrics, post, context)
  return isVideo && answer.status === 400 ? askFor(pinMetrics, post, context) : answer
}

function askFor(names: readonly string[], { id }: PublishedPost, context: AccountContext): Promise<Answer> {
  const now = context.clock.now()
  return request(context, {
    method: 'GET',
    path: `/pins/${id}/analytics`,
    query: {
      start_date: dateOf(now - windowDays * day),
      end_date: dateOf(now),
      metric_types: names.join(','),
      app_types: 'ALL',
      split_field: 'NO_SPLIT',
    },
  })
}

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 'yyyy-mm-dd'.length)

function metricsOf({ isCounted, inWindow, sinceEver }: ReturnType<typeof analyticsAnswer.parse>): Metrics {
  const counted = (name: string): number | null => (isCounted ? (inWindow[name] ?? null) : null)
  const total = (name: string): number | null => sinceEver[name] ?? counted(name)
  const clicks = counted('PIN_CLICK')
  const saves = counted('SAVE')
  const [likes, comments] = [total('TOTAL_REACTIONS'), total('TOTAL_COMMENTS')]
  // As Pinterest computes an account's engagement, plus comments and reactions.
  const parts = [clicks, counted('OUTBOUND_CLICK'), saves, likes, comments].filter((one) => one !== null)
  return {
    ...noMetrics,
    views: counted('VIDEO_MRC_VIEW'),
    impressions: counted('IMPRESSION'),
    clicks,
    saves,
    likes,
    comments,
    engagement: parts.length === 0 ? null : parts.reduce((sum, one) => sum + one, 0),
  }
}

export const readAudience: ReadAudience = async (context) => {
  const answer = await request(context, { method: 'GET', path: '/user_account' })
  if (!isDone(answer)) return refusal(answer, 'read', context)
  return { type: 'read', value: { followers: userAnswer.parse(answer.json()).follower_count ?? null } }
}
