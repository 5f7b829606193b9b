import { z } from 'zod'
import type { Refusal } from '../../domain/outcome.ts'
import type { AccountContext } from '../shared/context.ts'
import { type Metrics, noMetrics, type PublishedPost, type ReadAudience, type ReadMetrics } from '../shared/reads.ts'
import { readUser } from './account.ts'
import { refusal } from './errors.ts'
import { isPostId } from './published.ts'
import { isOk, request } from './request.ts'
import { askStatus, isStage } from './status.ts'
import { type CountedVideo, countedFields, countedOf } from './wire.ts'

/** TikTok's own limit of IDs in one request (developers.tiktok.com, Query Videos, 2026-09-11). */
const batch = 20

/** Totals since the post was published. TikTok returns them only for public posts. */
export const readMetrics: ReadMetrics = {
  batch,
  window: 'lifetime',
  read: async (posts, context) => {
    const ids = await idsOf(posts, context)
    if ('type' in ids) return ids
    if (ids.size === 0) return { type: 'read', value: new Map() }
    const answer = await request(context, {
      method: 'POST',
      path: '/video/query/',
      query: { fields: countedFields },
      json: { filters: { video_ids: [...ids.values()] } },
    })
    if (!isOk(answer)) return refusal(answer, 'read', context)
    const counted = new Map(countedOf(answer).map((one) => [one.id, metricsOf(one)]))
    const found = [...ids].flatMap(([name, id]) => {
      const metrics = counted.get(id)
      return metrics ? [[name, metrics] as const] : []
    })
    return { type: 'read', value: new Map(found) }
  },
}

const begun = z.object({ publishId: z.string() })

/** TikTok's ID by the ID that the job has. For a post whose job has only a `publish_id`, TikTok is asked for the ID now. */
async function idsOf(
  posts: readonly PublishedPost[],
  context: AccountContext,
): Promise<ReadonlyMap<string, string> | Refusal> {
  const ids = new Map<string, string>()
  for (const { id, result } of posts) {
    if (isPostId(id)) ids.set(id, id)
    const { publishId } = begun.safeParse(result).data ?? { publishId: null }
    if (isPostId(id) || publishId === null) continue
    const stage = await askStatus(publishId, context)
    if (!isStage(stage) && stage.type !== 'rejected') return stage
    const [told] = stage.type === 'published' ? stage.ids : []
    if (told !== undefined) ids.set(id, told)
  }
  return ids
}

/** TikTok offers no impressions, reach, clicks or saves to apps of this kind. */
function metricsOf(counted: CountedVideo): Metrics {
  const { view_count: views = null, like_count: likes = null, comment_count: comments = null } = counted
  const shares = counted.share_count ?? null
  const known = [likes, comments, shares].filter((one) => one !== null)
  const engagement = known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0)
  return { ...noMetrics, views, likes, comments, shares, engagement }
}

export const readAudience: ReadAudience = async (context) => {
  const { follower_count: followers } = await readUser(context)
  return { type: 'read', value: { followers: followers ?? null } }
}
