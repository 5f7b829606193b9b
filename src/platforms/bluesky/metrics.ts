import { hostOf, isDone } from '../shared/call.ts'
import { type Metrics, noMetrics, type ReadAudience, type ReadMetrics } from '../shared/reads.ts'
import { sumKnown } from '../shared/sum-known.ts'
import { refusal } from './errors.ts'
import { query } from './request.ts'
import { audienceAnswer, type PostView, postsAnswer } from './wire.ts'

/** Bluesky's own limit of posts in one request (lexicon, 2026-08-20). */
const batch = 25

/** The numbers are public, so no login is needed. Bluesky counts no views. */
export const readMetrics: ReadMetrics = {
  batch,
  window: 'lifetime',
  read: async (posts, context) => {
    const answer = await query(context, {
      host: hostOf(context, 'appview'),
      name: 'app.bsky.feed.getPosts',
      query: { uris: posts.map(({ id }) => id) },
    })
    if (!isDone(answer)) return refusal(answer, 'read', context)
    const found = postsAnswer.parse(answer.json()).posts
    return { type: 'read', value: new Map(found.map((post) => [post.uri, metricsOf(post)])) }
  },
}

function metricsOf(post: PostView): Metrics {
  const likes = post.likeCount ?? null
  const comments = post.replyCount ?? null
  const shares = sumKnown([post.repostCount ?? null, post.quoteCount ?? null])
  const saves = post.bookmarkCount ?? null
  return { ...noMetrics, likes, comments, shares, saves, engagement: sumKnown([likes, comments, shares, saves]) }
}

export const readAudience: ReadAudience = async (context) => {
  const answer = await query(context, {
    host: hostOf(context, 'appview'),
    name: 'app.bsky.actor.getProfile',
    query: { actor: context.account.remoteId },
  })
  if (!isDone(answer)) return refusal(answer, 'read', context)
  return { type: 'read', value: { followers: audienceAnswer.parse(answer.json()).followersCount ?? null } }
}
