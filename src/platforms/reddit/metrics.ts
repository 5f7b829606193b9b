import type { z } from 'zod'
import { isDone } from '../shared/call.ts'
import { type Metrics, noMetrics, type ReadAudience, type ReadMetrics } from '../shared/reads.ts'
import { refusal } from './errors.ts'
import { request } from './request.ts'
import { infoAnswer, meAnswer } from './wire.ts'

/** Reddit's own limit of posts in one request. */
const batch = 100

/** Since the post was created. Reddit publishes no views, and its scores are deliberately inexact. */
export const readMetrics: ReadMetrics = {
  batch,
  window: 'lifetime',
  read: async (posts, context) => {
    const id = posts.map((post) => `t3_${post.id}`).join(',')
    const answer = await request(context, { method: 'GET', path: '/api/info', query: { id } })
    if (!isDone(answer)) return refusal(answer, 'read', context)
    return { type: 'read', value: new Map(infoAnswer.parse(answer.json()).map((one) => [one.id, metricsOf(one)])) }
  },
}

/** The score is upvotes minus downvotes. */
function metricsOf({ score, num_comments, num_crossposts }: z.output<typeof infoAnswer>[number]): Metrics {
  const [likes, comments, shares] = [score ?? null, num_comments ?? null, num_crossposts ?? null]
  const parts = [likes, comments, shares].filter((one) => one !== null)
  const engagement = parts.length === 0 ? null : parts.reduce((sum, one) => sum + one, 0)
  return { ...noMetrics, likes, comments, shares, engagement }
}

/** The followers of the account, not the members of the communities that it posts to. */
export const readAudience: ReadAudience = async (context) => {
  const answer = await request(context, { method: 'GET', path: '/api/v1/me' })
  if (!isDone(answer)) return refusal(answer, 'read', context)
  return { type: 'read', value: { followers: meAnswer.parse(answer.json()).subreddit?.subscribers ?? null } }
}
