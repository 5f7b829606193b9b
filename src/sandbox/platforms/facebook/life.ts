import { type Simulator, SimulatorFault, type World } from '../../shared/simulator.ts'
import { plantComment as plant } from './comments.ts'
import { metricNames } from './insights.ts'
import { type Post, pages, posts, videos } from './store.ts'

const longest = 8_000

export const plantComment: NonNullable<Simulator['plantComment']> = (world, postId, comment) => {
  if (comment.message.trim() === '' || [...comment.message].length > longest)
    throw new SimulatorFault(`A comment on Facebook has 1 to ${longest} characters.`)
  return plant(world, postId, comment)
}

/** A post, by its own ID or by the ID of its video. */
const postOf = (world: World, id: string): Post | undefined =>
  posts(world).get(id) ?? posts(world).get(videos(world).get(id)?.post ?? '')

export { metricNames }

export const setMetrics: NonNullable<Simulator['setMetrics']> = (world, postId, { followers_count, ...given }) => {
  const post = postOf(world, postId)
  if (!post) return false
  posts(world).put({ ...post, metrics: { ...post.metrics, ...given } })
  const page = pages(world).get(post.page)
  if (page && followers_count !== undefined) pages(world).put({ ...page, followers: followers_count })
  return true
}

/** The posts whose numbers still grow: the newest. */
const growing = 20
const words = ['Lovely!', 'When do you open on Sunday?', 'Is this still to be had?', 'Thanks for sharing.']

export function grow(world: World): void {
  const some = posts(world)
    .newest(({ published }) => published)
    .slice(0, growing)
  for (const post of some) {
    const views = Math.ceil(world.fraction() * 30)
    const { metrics } = post
    const more = {
      post_media_view: (metrics.post_media_view ?? 0) + views,
      post_total_media_view_unique: (metrics.post_total_media_view_unique ?? 0) + Math.ceil(views / 2),
      reactions: (metrics.reactions ?? 0) + Math.floor(world.fraction() * 3),
    }
    posts(world).put({ ...post, metrics: { ...metrics, ...more } })
  }
  const post = oneOf(some, world)
  const message = oneOf(words, world)
  const author = `Passer-by ${Math.floor(world.fraction() * 1_000)}`
  if (post && message !== undefined && world.fraction() < 1 / 4) plant(world, post.id, { author, message })
}

const oneOf = <T>(all: readonly T[], world: World): T | undefined => all[Math.floor(world.fraction() * all.length)]
