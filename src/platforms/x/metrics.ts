import { day, hour } from '../../domain/time.ts'
import { isDone } from '../shared/call.ts'
import type { AccountContext } from '../shared/context.ts'
import {
  type Metrics,
  noMetrics,
  type PublishedPost,
  type ReadAudience,
  type ReadMetrics,
  type ReadResult,
} from '../shared/reads.ts'
import { sumKnown } from '../shared/sum-known.ts'
import { refusal } from './errors.ts'
import { request } from './request.ts'
import { audienceAnswer, type CountedPost, countFields, countsAnswer } from './wire.ts'

/** X's own limit of IDs in a call (docs.x.com, 2026-08-22). */
const batch = 100

/**
 * In milliseconds: so long the author may see the clicks on links (30 days by docs.x.com, metrics, 2026-08-22); X
 * answers with an error for every post that is older, so that none is asked for that is about to be.
 */
const clicksToldFor = 30 * day - hour

/** One call for the posts with clicks, one for the others: X charges for a post once a day. */
export const readMetrics: ReadMetrics = {
  batch,
  window: 'lifetime',
  read: async (posts, context) => {
    const isRecent = ({ id }: PublishedPost) => madeAt(id) > context.clock.now() - clicksToldFor
    const found = new Map<string, Metrics>()
    for (const areRecent of [true, false]) {
      const some = posts.filter((post) => isRecent(post) === areRecent)
      const read = await counted(some, areRecent, context)
      if (read.type !== 'read') return read
      for (const [id, metrics] of read.value) found.set(id, metrics)
    }
    return { type: 'read', value: found }
  },
}

/** The time that IDs count from, in milliseconds since 1970, and the number of bits behind the time in them. */
const idEpoch = 1_288_834_974_657n
const idBits = 22n

/** In milliseconds since 1970. */
const madeAt = (id: string): number => Number((BigInt(id) >> idBits) + idEpoch)

async function counted(
  posts: readonly PublishedPost[],
  areRecent: boolean,
  context: AccountContext,
): Promise<ReadResult<ReadonlyMap<string, Metrics>>> {
  if (posts.length === 0) return { type: 'read', value: new Map() }
  const answer = await request(context, {
    method: 'GET',
    path: '/2/tweets',
    query: { ids: posts.map(({ id }) => id).join(','), ...countFields(context, areRecent) },
  })
  if (!isDone(answer)) return refusal(answer, 'read', context)
  const { posts: told, views } = countsAnswer.parse(answer.json())
  return { type: 'read', value: new Map(told.map((post) => [post.id, metricsOf(post, views)])) }
}

function metricsOf(post: CountedPost, views: ReadonlyMap<string, number | null>): Metrics {
  const counts = post.public_metrics ?? {}
  const likes = counts.like_count ?? null
  const comments = counts.reply_count ?? null
  const shares = sumKnown([counts.repost_count ?? counts.retweet_count ?? null, counts.quote_count ?? null])
  const saves = counts.bookmark_count ?? null
  return {
    ...noMetrics,
    views: sumKnown((post.attachments?.media_keys ?? []).map((key) => views.get(key) ?? null)),
    impressions: counts.impression_count ?? null,
    likes,
    comments,
    shares,
    saves,
    clicks: post.non_public_metrics?.url_link_clicks ?? null,
    // Without X's own `engagements` and without clicks: they are reported for only 30 days, so the total would fall later.
    engagement: sumKnown([likes, comments, shares, saves]),
  }
}

export const readAudience: ReadAudience = async (context) => {
  const answer = await request(context, {
    method: 'GET',
    path: '/2/users/me',
    query: { 'user.fields': 'public_metrics' },
  })
  if (!isDone(answer)) return refusal(answer, 'read', context)
  return { type: 'read', value: audienceAnswer.parse(answer.json()) }
}
