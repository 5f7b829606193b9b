import { z } from 'zod'
import { jsonOf, notThere, ok, refuse } from '../../shared/graph.ts'
import type { SimulatedReply, World } from '../../shared/simulator.ts'
import type { PageCall } from './gate.ts'
import { type Post, posts, settingsOf, videos } from './store.ts'

/**
 * The names of metrics by object (developers.facebook.com, page/insights, 2026-09). Those of 2026-06 no longer work.
 */
const ofPosts = [
  'post_media_view',
  'post_total_media_view_unique',
  'post_clicks',
  'post_clicks_by_type',
  'post_reactions_by_type_total',
  'post_reactions_like_total',
  'post_reactions_love_total',
  'post_reactions_wow_total',
  'post_reactions_haha_total',
  'post_reactions_sorry_total',
  'post_reactions_anger_total',
  'post_activity_by_action_type',
  'post_video_views',
  'post_video_avg_time_watched',
  'post_video_view_time',
]
const ofStories = [
  'page_story_impressions_by_story_id_unique',
  'story_interaction',
  'pages_fb_story_thread_lightweight_reactions',
  'pages_fb_story_replies',
  'pages_fb_story_shares',
]
const ofVideos = ['total_video_views', 'total_video_views_unique', 'total_video_view_total_time']
const ofReels = [
  'blue_reels_play_count',
  'fb_reels_total_plays',
  'fb_reels_replay_count',
  'post_video_avg_time_watched',
  'post_video_view_time',
  'post_video_likes_by_reaction_type',
  'post_video_social_actions',
  'post_video_followers',
]

/** Metrics that only the control API sets, besides reactions and shares. */
export const metricNames = [
  ...new Set([...ofPosts, ...ofStories, ...ofVideos, ...ofReels].filter((name) => !/by_type|by_action/.test(name))),
  'reactions',
  'shares',
  'followers_count',
]

/** GET /:post/insights. One unknown name fails the whole call; the error does not contain it. */
export function postInsights({ request, parameters, page, world }: PageCall): SimulatedReply {
  const { id = '' } = request.params
  const post = posts(world).get(id)
  if (!post || post.page !== page.id) return notThere(id, world)
  return insights(post, id, 'insights', post.kind === 'story' ? ofStories : ofPosts, parameters.metric, world)
}

/** GET /:video/video_insights. Reels and other videos have different names of metrics. */
export function videoInsights({ request, parameters, page, world }: PageCall): SimulatedReply {
  const { id = '' } = request.params
  const video = videos(world).get(id)
  const post = posts(world).get(video?.post ?? '')
  if (!video || !post || video.page !== page.id) return notThere(id, world)
  return insights(post, id, 'video_insights', video.kind === 'reel' ? ofReels : ofVideos, parameters.metric, world)
}

const nameList = z.array(z.string())

/** Separated by commas, or as a JSON list. */
const namesIn = (requested: string): readonly string[] =>
  nameList.safeParse(jsonOf(requested)).data ?? requested.split(',').filter((name) => name !== '')

function insights(
  { metrics }: Post,
  id: string,
  edge: string,
  known: readonly string[],
  requested: string | undefined,
  world: World,
): SimulatedReply {
  const names = namesIn(requested ?? '')
  if (names.length === 0) return refuse({ message: '(#3001) Invalid query', code: 3001, subcode: 1_504_028 }, world)
  const { deadMetrics } = settingsOf(world)
  if (names.some((name) => !known.includes(name) || deadMetrics.includes(name)))
    return refuse({ message: '(#100) The value must be a valid insights metric', code: 100 }, world)
  return ok({
    data: names.map((name) => ({
      name,
      period: 'lifetime',
      values: [{ value: valueNamed(name, metrics) }],
      title: name,
      description: name,
      id: `${id}/${edge}/${name}/lifetime`,
    })),
    paging: { previous: 'none', next: 'none' },
  })
}

/** Some metrics have a value per kind. */
function valueNamed(name: string, metrics: Post['metrics']) {
  const value = metrics[name] ?? 0
  if (name === 'post_video_likes_by_reaction_type') return { LIKE: value }
  if (name === 'post_reactions_by_type_total') return { like: metrics.reactions ?? 0 }
  return value
}
