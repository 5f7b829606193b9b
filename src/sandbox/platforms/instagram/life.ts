import { type Simulator, SimulatorFault, type World } from '../../shared/simulator.ts'
import { accountOf } from './accounts.ts'
import { addComment } from './comments.ts'
import { comments, type Media, posts, users } from './store.ts'

const maxText = 2_200

/** Somebody comments on a post, or replies to a comment, in the app. */
export const plantComment: NonNullable<Simulator['plantComment']> = (world, id, { author, message }) => {
  const parent = comments(world).get(id)
  const post = posts(world).get(parent?.media ?? id)
  const person = users(world).get(accountOf(author, world))
  if (!post || !person) return undefined
  if (message.trim() === '' || [...message].length > maxText)
    throw new SimulatorFault(`A comment on Instagram has 1 to ${maxText} characters.`)
  return addComment(post, parent ?? null, person, message, world).id
}

export const metricNames = ['views', 'reach', 'likes', 'comments', 'saved', 'shares', 'total_interactions', 'replies']

export const setMetrics: NonNullable<Simulator['setMetrics']> = (world, id, given) => {
  const post = posts(world).get(id)
  if (post) posts(world).put({ ...post, metrics: { ...post.metrics, ...given } })
  return post !== undefined
}

/** The posts whose numbers still grow. */
const growing = 20
const words = ['Love this!', 'Where was this taken?', 'Wow.', 'So good.']

export function grow(world: World): void {
  const newest = world.documents('media').range({ reverse: true, limit: growing })
  const some = newest.flatMap(({ id }) => posts(world).get(id) ?? [])
  for (const post of some) posts(world).put({ ...post, metrics: grown(post, world) })
  const post = some[Math.floor(world.fraction() * some.length)]
  const message = words[Math.floor(world.fraction() * words.length)]
  const author = `passer_by_${Math.floor(world.fraction() * 1_000)}`
  if (post && post.product !== 'STORY' && message && world.fraction() < 1 / 4)
    plantComment(world, post.id, { author, message })
}

function grown({ metrics }: Media, world: World): Media['metrics'] {
  const views = Math.ceil(world.fraction() * 40)
  const likes = Math.floor(world.fraction() * 4)
  return {
    ...metrics,
    views: (metrics.views ?? 0) + views,
    reach: (metrics.reach ?? 0) + Math.ceil(views / 2),
    likes: (metrics.likes ?? 0) + likes,
    total_interactions: (metrics.total_interactions ?? 0) + likes,
  }
}
