import { isDone } from '../shared/call.ts'
import { type Metrics, noMetrics, type ReadAudience, type ReadMetrics } from '../shared/reads.ts'
import { ownChannel } from './account.ts'
import { refusal } from './errors.ts'
import { request } from './request.ts'
import { statisticsAnswer } from './wire.ts'

/** YouTube's own limit of IDs in one request (developers.google.com, videos.list, 2026-09-24). */
const batch = 50

/** Totals since the video was published. A number that YouTube leaves out is hidden, not zero. */
export const readMetrics: ReadMetrics = {
  batch,
  window: 'lifetime',
  read: async (posts, context) => {
    const answer = await request(context, {
      method: 'GET',
      path: '/videos',
      query: { part: 'statistics', id: posts.map(({ id }) => id).join(',') },
    })
    if (!isDone(answer)) return refusal(answer, 'read', context)
    const { items } = statisticsAnswer.parse(answer.json())
    return { type: 'read', value: new Map(items.map(({ id, statistics }) => [id, metricsOf(statistics ?? null)])) }
  },
}

interface Statistics {
  readonly viewCount: number | null
  readonly likeCount: number | null
  readonly commentCount: number | null
}

/** Shares and impressions are only in YouTube Analytics, which needs a separate permission. */
function metricsOf(statistics: Statistics | null): Metrics {
  const { viewCount: views = null, likeCount: likes = null, commentCount: comments = null } = statistics ?? {}
  const engagement = likes === null && comments === null ? null : (likes ?? 0) + (comments ?? 0)
  return { ...noMetrics, views, likes, comments, engagement }
}

/** YouTube rounds the number to three digits. */
export const readAudience: ReadAudience = async (context) => {
  const own = await ownChannel(context, ['id', 'statistics'])
  if (own !== null && 'type' in own) return own
  const { subscriberCount = null, hiddenSubscriberCount } = own?.statistics ?? {}
  return { type: 'read', value: { followers: hiddenSubscriberCount ? null : subscriberCount } }
}
