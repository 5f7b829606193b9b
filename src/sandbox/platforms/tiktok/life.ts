import type { Simulator, World } from '../../shared/simulator.ts'
import { publish } from './add.ts'
import { listOf, type Post, posts, publications, users } from './store.ts'

const counts = ['views', 'likes', 'comments', 'shares'] as const

export const metricNames: readonly string[] = counts

export const setMetrics: NonNullable<Simulator['setMetrics']> = (world, postId, given) => {
  const post = posts(world).get(postId)
  if (!post) return false
  posts(world).put({
    ...post,
    ...Object.fromEntries(counts.flatMap((name) => (name in given ? [[name, given[name]]] : []))),
  })
  return true
}

/** The posts whose numbers still grow: the newest. */
const growing = 20

/** People watch, and creators publish the drafts in their inbox. */
export function grow(world: World): void {
  const newest = world
    .posts()
    .slice(-growing)
    .flatMap(({ id }) => posts(world).get(id) ?? [])
  for (const post of newest) watch(post, world)
  for (const author of new Set(newest.map((post) => post.author))) finishOne(author, world)
}

function watch(post: Post, world: World): void {
  const user = users(world).get(post.author)
  posts(world).put({
    ...post,
    views: post.views + Math.ceil(world.fraction() * 60),
    likes: post.likes + Math.floor(world.fraction() * 6),
    comments: post.comments + Math.floor(world.fraction() * 2),
    shares: post.shares + Math.floor(world.fraction() * 2),
  })
  if (user) users(world).put({ ...user, followers: user.followers + Math.floor(world.fraction() * 2) })
}

function finishOne(author: string, world: World): void {
  const [draft] = listOf(world, 'inbox', author).all()
  const waiting = draft && publications(world).get(draft.id)
  if (waiting && world.now() >= waiting.readyAt) publish(waiting, 'PUBLIC_TO_EVERYONE', world)
}
