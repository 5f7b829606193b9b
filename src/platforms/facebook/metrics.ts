import { z } from 'zod'
import type { Refusal } from '../../domain/outcome.ts'
import { type Answer, isDone } from '../shared/call.ts'
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
import { refusal } from './errors.ts'
import { ofPage, request } from './request.ts'
import { countFields, countsAnswer, followersAnswer, insightsAnswer } from './wire.ts'

type Numbers = ReadonlyMap<string, number>

/**
 * One name that Facebook does not know, or not for this kind of post, fails all that are requested with it. The names of
 * a group are then requested one by one (names of 2026-09; `post_impressions` ended on 2026-06-15).
 */
const postGroups = [['post_media_view', 'post_total_media_view_unique', 'post_clicks'], ['post_video_views']]
const reelGroups = [['fb_reels_total_plays', 'post_video_likes_by_reaction_type']]
const storyGroups = [
  [
    'page_story_impressions_by_story_id_unique',
    'pages_fb_story_replies',
    'pages_fb_story_shares',
    'pages_fb_story_thread_lightweight_reactions',
  ],
]

/** A few calls for each post: no page of Meta's documents insights of several posts in one call. */
export const readMetrics: ReadMetrics = {
  batch: 1,
  window: 'lifetime',
  read: oneByOne(metricsOf),
}

const made = z.object({ postId: z.string().nullable() }).catch({ postId: null })

async function metricsOf(post: PublishedPost, context: AccountContext): Promise<ReadResult<Metrics | null>> {
  if (post.postType === 'story') return storyMetrics(post, context)
  const pagePost = pagePostOf(post, context)
  const counts = pagePost === null ? null : await ask(pagePost, context)
  if (counts && !isDone(counts) && !isGone(counts)) return refusal(counts, 'read', context)
  const numbers = pagePost === null ? new Map() : await insights(`/${pagePost}/insights`, postGroups, context)
  if ('type' in numbers) return numbers
  const ofReel =
    post.postType === 'reel' ? await insights(`/${post.id}/video_insights`, reelGroups, context) : new Map()
  if ('type' in ofReel) return ofReel
  const known = counts && isDone(counts) ? countsAnswer.parse(counts.json()) : null
  if (known === null && numbers.size === 0 && ofReel.size === 0) return { type: 'read', value: null }
  const first = (all: Numbers, name: string): number | null => all.get(name) ?? null
  const views = first(numbers, 'post_media_view') ?? first(ofReel, 'fb_reels_total_plays')
  const likes = known?.likes ?? first(ofReel, 'post_video_likes_by_reaction_type')
  const clicks = first(numbers, 'post_clicks')
  return {
    type: 'read',
    value: {
      ...noMetrics,
      views: views ?? first(numbers, 'post_video_views'),
      reach: first(numbers, 'post_total_media_view_unique'),
      likes,
      comments: known?.comments ?? null,
      shares: known?.shares ?? null,
      clicks,
      engagement: sumKnown([likes, known?.comments ?? null, known?.shares ?? null, clicks]),
    },
  }
}

/** The insights of a feed video or a reel belong to the Page's own post of it. */
function pagePostOf({ id, postType, result }: PublishedPost, { account }: AccountContext): string | null {
  const { postId } = made.parse(result)
  if (postId !== null) return postId.includes('_') ? postId : `${account.remoteId}_${postId}`
  return postType === 'feed' ? id : null
}

const ask = (id: string, context: AccountContext): Promise<Answer> =>
  request(context, { method: 'GET', path: `/${id}`, query: { fields: countFields } })

/** It was deleted, or is of a kind without this. */
const isGone = (answer: Answer): boolean => graphErrorIn(answer)?.code === 100

async function storyMetrics({ id }: PublishedPost, context: AccountContext): Promise<ReadResult<Metrics | null>> {
  const numbers = await insights(`/${id}/insights`, storyGroups, context)
  if ('type' in numbers) return numbers
  if (numbers.size === 0) return { type: 'read', value: null }
  const first = (name: string): number | null => numbers.get(name) ?? null
  const likes = first('pages_fb_story_thread_lightweight_reactions')
  const comments = first('pages_fb_story_replies')
  const shares = first('pages_fb_story_shares')
  const reach = first('page_story_impressions_by_story_id_unique')
  return {
    type: 'read',
    value: { ...noMetrics, reach, likes, comments, shares, engagement: sumKnown([likes, comments, shares]) },
  }
}

/** Unknown numbers are left out. */
async function insights(
  path: string,
  groups: readonly (readonly string[])[],
  context: AccountContext,
): Promise<Numbers | Refusal> {
  const all = new Map<string, number>()
  for (const names of groups) {
    const answer = await request(context, { method: 'GET', path, query: { metric: names.join(',') } })
    if (isDone(answer)) for (const [name, value] of insightsAnswer.parse(answer.json())) all.set(name, value)
    else if (!isUntold(answer)) return refusal(answer, 'read', context)
    else if (names.length > 1 && isUnknownName(answer)) {
      const singles: Numbers | Refusal = await insights(
        path,
        names.map((name) => [name]),
        context,
      )
      if ('type' in singles) return singles
      for (const [name, value] of singles) all.set(name, value)
    }
  }
  return all
}

/** Of a post that was deleted (subcode 33) every name is unknown. */
function isUnknownName(answer: Answer): boolean {
  const { code, subcode } = graphErrorIn(answer) ?? {}
  return code === 100 && subcode !== 33
}

/** An unknown name, an object without insights, or (10) a story that too few people have seen. */
const isUntold = (answer: Answer): boolean => [100, 10, 3001].includes(graphErrorIn(answer)?.code ?? 0)

export const readAudience: ReadAudience = async (context) => {
  const answer = await ofPage(context, { method: 'GET', path: '', query: { fields: 'followers_count' } })
  if (!isDone(answer)) return refusal(answer, 'read', context)
  return { type: 'read', value: { followers: followersAnswer.parse(answer.json()).followers_count ?? null } }
}
