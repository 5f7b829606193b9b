import { type Simulator, SimulatorFault, type World } from '../../shared/simulator.ts'
import { accountOf } from './accounts.ts'
import { keepComment, postBelow } from './comment.ts'
import { comments, type Post, posts, users } from './store.ts'

/** Somebody comments on a post, or replies to a comment, in a browser. */
export const plantComment: NonNullable<Simulator['plantComment']> = (world, postId, { author, message }) => {
  const parent = comments(world).get(postId) ? `t1_${postId}` : `t3_${postId}`
  const post = postBelow(parent, world)
  if (!post) return undefined
  if (message.trim() === '') throw new SimulatorFault('A comment on Reddit has a text.')
  return keepComment({ post, parent, author: { id: accountOf(author, world) }, text: message }, world).id
}

/** Reddit's names of the metrics, and our names. */
const counts = { score: 'score', num_comments: 'comments', num_crossposts: 'crossposts' } as const satisfies Record<
  string,
  keyof Post
>

export const metricNames: readonly string[] = Object.keys(counts)

export const setMetrics: NonNullable<Simulator['setMetrics']> = (world, postId, given) => {
  const post = posts(world).get(postId)
  if (!post) return false
  const changes = Object.entries(counts).flatMap(([name, field]) => (name in given ? [[field, given[name]]] : []))
  posts(world).put({ ...post, ...Object.fromEntries(changes) })
  return true
}

/** The posts whose numbers still grow: the newest. */
const growing = 20
const words = ['Nice!', 'I did not know that.', 'Source?', 'Thank you for this.']
const people = ['ada_reads', 'bruno', 'chiara', 'dmitri', 'emeka']

export function grow(world: World): void {
  const newest = world
    .posts()
    .filter(({ reply_to }) => reply_to === null)
    .slice(-growing)
    .flatMap(({ id }) => posts(world).get(id) ?? [])
  for (const post of newest) rise(post, world)
  const post = oneOf(newest, world)
  if (post && world.fraction() < 1 / 4)
    plantComment(world, post.id, {
      author: oneOf(people, world) ?? 'ada_reads',
      message: oneOf(words, world) ?? 'Nice!',
    })
}

function rise({ id, score, crossposts, ...post }: Post, world: World): void {
  const isShared = world.fraction() < 1 / 16
  posts(world).put({
    ...post,
    id,
    score: score + Math.floor(world.fraction() * 5),
    crossposts: crossposts + (isShared ? 1 : 0),
  })
  const author = users(world).get(post.author)
  if (author && world.fraction() < 1 / 8) users(world).put({ ...author, followers: author.followers + 1 })
}

const oneOf = <T>(all: readonly T[], world: World): T | undefined => all[Math.floor(world.fraction() * all.length)]
