import { type Simulator, SimulatorFault, type World } from '../../shared/simulator.ts'
import { accountOf, addPost, changeMetrics } from './add.ts'
import { metricNames } from './insights.ts'
import { posts, users } from './store.ts'
import { lengthOf, maxLength } from './text.ts'

/** Somebody replies to a post in the app, where the rules for API clients do not apply. */
export const plantComment: NonNullable<Simulator['plantComment']> = (world, postId, { author, message }) => {
  const post = posts(world).get(postId)
  if (!post) return undefined
  if (message.trim() === '' || lengthOf(message) > maxLength)
    throw new SimulatorFault(`An answer on Threads has 1 to ${maxLength} characters.`)
  const person = users(world).get(accountOf(author, world))
  if (!person) return undefined
  return addPost(world, { author: person, kind: 'TEXT', text: message, altText: null, mediaCount: 0, replyTo: postId })
    .id
}

export const setMetrics: NonNullable<Simulator['setMetrics']> = (world, postId, given) =>
  changeMetrics(world, postId, (before) => ({
    ...before,
    ...Object.fromEntries(metricNames.flatMap((name) => (name in given ? [[name, given[name]]] : []))),
  }))

/** The posts whose numbers still grow: the newest of those that are read. */
const growing = 20
const looked = 200
const comments = ['Love this.', 'So true.', 'Tell us more!', 'Saving this for later.']

export function grow(world: World): void {
  const newest = world.documents('posts').range({ reverse: true, limit: looked })
  const roots = newest.flatMap(({ id }) => posts(world).get(id) ?? []).filter(({ replyTo }) => replyTo === null)
  const some = roots.slice(0, growing)
  for (const { id } of some) {
    const views = Math.ceil(world.fraction() * 30)
    const likes = Math.floor(world.fraction() * 4)
    changeMetrics(world, id, (before) => ({ ...before, views: before.views + views, likes: before.likes + likes }))
  }
  const post = oneOf(some, world)
  const message = oneOf(comments, world)
  const author = `passer_by_${Math.floor(world.fraction() * 1_000)}`
  if (post && message !== undefined && world.fraction() < 1 / 4) plantComment(world, post.id, { author, message })
}

const oneOf = <T>(all: readonly T[], world: World): T | undefined => all[Math.floor(world.fraction() * all.length)]
