import { notThere, ok, refuse, wrongParameter } from '../../shared/graph.ts'
import type { SimulatedReply } from '../../shared/simulator.ts'
import { accountsOf, type Call } from './gate.ts'
import { type Media, posts } from './store.ts'

const common = ['views', 'reach', 'shares', 'total_interactions', 'reposts']

/** developers.facebook.com, Instagram Media Insights, 2026-06-18. */
const known: Readonly<Record<Media['product'], readonly string[]>> = {
  FEED: [...common, 'likes', 'comments', 'saved', 'follows', 'profile_visits', 'profile_activity'],
  REELS: [
    ...common,
    'likes',
    'comments',
    'saved',
    'ig_reels_avg_watch_time',
    'ig_reels_video_view_total_time',
    'reels_skip_rate',
  ],
  STORY: [...common, 'replies', 'navigation', 'follows', 'profile_visits', 'profile_activity', 'link_clicks'],
}

/** A story that fewer people have seen has no metrics. */
const leastViewers = 5

/** GET /{media}/insights */
export function insights(call: Call): SimulatedReply {
  const { id, world, parameters } = call
  const post = posts(world).get(id)
  if (!post || !accountsOf(call).includes(post.owner)) return notThere(id, world)
  const requested = (parameters.metric ?? '').split(',').filter((name) => name !== '')
  const wrong = requested.findIndex((name) => !known[post.product].includes(name))
  if (requested.length === 0)
    return refuse({ code: 3001, subcode: 1504028, message: 'No metric was specified.' }, world)
  if (wrong >= 0)
    return wrongParameter(
      `metric[${wrong}] must be one of the following values: ${known[post.product].join(', ')}`,
      world,
    )
  if (post.product === 'STORY' && (post.metrics.reach ?? 0) < leastViewers)
    return refuse({ code: 10, message: '(#10) Not enough viewers for the media to show insights' }, world)
  return ok({
    data: requested.map((name) => ({
      name,
      period: 'lifetime',
      values: [{ value: post.metrics[name] ?? 0 }],
      title: name,
      description: name,
      id: `${id}/insights/${name}/lifetime`,
    })),
  })
}
