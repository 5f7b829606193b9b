import { type Simulator, SimulatorFault, type World } from '../../shared/simulator.ts'
import { accountOf, addPost, changeMetrics } from './add.ts'
import { standardWeight } from './shown.ts'
import { type Metrics, type Post, posts, uploads, users } from './store.ts'
import { weightOf } from './text.ts'

/** Somebody replies to a post in a browser, where the rules for API clients do not apply. */
export const plantComment: NonNullable<Simulator['plantComment']> = (world, postId, { author, message }) => {
  const post = posts(world).get(postId)
  if (!post) return undefined
  if (message.trim() === '' || weightOf(message) > standardWeight)
    throw new SimulatorFault(`An answer on X has 1 to ${standardWeight} characters, as X weighs them.`)
  const person = users(world).get(accountOf(author, world))
  if (!person) return undefined
  return addPost(world, { author: person, text: message, media: [], replyTo: post, replySettings: 'everyone' }).id
}

const counts = [
  'retweet_count',
  'reply_count',
  'like_count',
  'quote_count',
  'bookmark_count',
  'impression_count',
  'url_link_clicks',
  'user_profile_clicks',
  'engagements',
] as const satisfies readonly (keyof Metrics)[]

/** Views belong to the video of the post, followers to its author. */
export const metricNames = [...counts, 'view_count', 'followers_count']

export const setMetrics: NonNullable<Simulator['setMetrics']> = (world, postId, given) => {
  const post = posts(world).get(postId)
  if (post && given.view_count !== undefined) setViews(world, post, given.view_count)
  if (post && given.followers_count !== undefined) setFollowers(world, post.author, given.followers_count)
  const changes = Object.fromEntries(counts.flatMap((name) => (name in given ? [[name, given[name]]] : [])))
  return changeMetrics(world, postId, (before) => ({ ...before, ...changes }))
}

function setViews(world: World, post: Post, views: number): void {
  for (const key of post.media) {
    const media = uploads(world).get(key.slice(key.indexOf('_') + 1))
    if (media?.kind === 'video') uploads(world).put({ ...media, views })
  }
}

function setFollowers(world: World, id: string, followers: number): void {
  const user = users(world).get(id)
  if (user) users(world).put({ ...user, followers })
}

/** The posts whose numbers still grow: the newest of those that are read. */
const growing = 20
const looked = 200
const comments = ['Nice!', 'I did not know that.', 'Where can I read more?', 'Thank you for this.']

export function grow(world: World): void {
  const newest = world.documents('posts').range({ reverse: true, limit: looked })
  const roots = newest.flatMap(({ id }) => posts(world).get(id) ?? []).filter(({ replyTo }) => replyTo === null)
  const some = roots.slice(0, growing)
  for (const { id, author } of some) {
    const views = Math.ceil(world.fraction() * 40)
    const likes = Math.floor(world.fraction() * 4)
    changeMetrics(world, id, (before) => ({
      ...before,
      impression_count: before.impression_count + views,
      like_count: before.like_count + likes,
      engagements: before.engagements + likes,
    }))
    const more = Math.floor(world.fraction() * 2)
    if (more > 0) setFollowers(world, author, (users(world).get(author)?.followers ?? 0) + more)
  }
  const post = oneOf(some, world)
  const message = oneOf(comments, world)
  const author = `passer_by_${Math.floor(world.fraction() * 1_000)}`
  if (post && message !== undefined && world.fraction() < 1 / 4) plantComment(world, post.id, { author, message })
}

const oneOf = <T>(all: readonly T[], world: World): T | undefined => all[Math.floor(world.fraction() * all.length)]
