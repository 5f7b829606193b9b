import { createHash } from 'node:crypto'
import { kindIn } from '../../shared/kinds.ts'
import type { World } from '../../shared/simulator.ts'
import { type Container, listOf, type Metrics, newId, type Post, posts, type User, users } from './store.ts'

interface NewPost extends Pick<Container, 'kind' | 'text' | 'altText' | 'replyTo'> {
  readonly author: User
  readonly mediaCount: number
}

const noMetrics: Metrics = { views: 0, likes: 0, replies: 0, reposts: 0, quotes: 0, shares: 0 }

const shortcodeLength = 11

/** Makes a post visible: in the list of its author, in the conversation and in the ledger. */
export function addPost(world: World, { author, replyTo, ...shown }: NewPost): Post {
  const id = newId(world)
  const parent = replyTo === null ? undefined : posts(world).get(replyTo)
  const root = parent ? (parent.root ?? parent.id) : null
  const shortcode = `D${createHash('sha256').update(id).digest('base64url')}`.slice(0, shortcodeLength)
  const post: Post = {
    ...shown,
    id,
    author: author.id,
    shortcode,
    replyTo,
    root,
    isHidden: false,
    createdAt: world.now(),
    metrics: noMetrics,
  }
  posts(world).put(post)
  listOf(world, replyTo === null ? 'threads' : 'replies', author.id).put(id, null)
  if (replyTo !== null) listOf(world, 'answers', replyTo).put(id, null)
  if (root !== null) listOf(world, 'conversation', root).put(id, null)
  if (parent) changeMetrics(world, parent.id, ({ replies, ...others }) => ({ ...others, replies: replies + 1 }))
  world.publish({
    id,
    account_id: author.id,
    text: post.text,
    media_count: post.mediaCount,
    reply_to: replyTo,
    url: permalink(post, author, world),
    created_at: new Date(post.createdAt).toISOString(),
  })
  return post
}

/** The real URL is on www.threads.com. */
export const permalink = ({ shortcode }: Post, { username }: User, world: World): string =>
  `${world.page('web')}/@${username}/post/${shortcode}`

export function changeMetrics(world: World, id: string, change: (before: Metrics) => Metrics): boolean {
  const post = posts(world).get(id)
  if (post) posts(world).put({ ...post, metrics: change(post.metrics) })
  return post !== undefined
}

const maxUsername = 30
const hashLength = 6

const standings = ['misses', 'loses', 'restricted', 'suspended', 'aging'] as const

/** The ID of the account with this name; it is created if it does not exist. */
export function accountOf(name: string, world: World): string {
  const known = world.documents('names').get(name)
  if (typeof known === 'string') return known
  const user: User = {
    id: newId(world),
    name,
    username: usernameOf(name),
    standing: kindIn(name, standings) ?? 'good',
    followers: 0,
  }
  users(world).put(user)
  world.documents('names').put(name, user.id)
  return user.id
}

/** A username that Threads allows, different for every name. */
function usernameOf(name: string): string {
  if (/^[a-z0-9_.]{1,30}$/.test(name)) return name
  const hash = createHash('sha256').update(name).digest('hex').slice(0, hashLength)
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9_.]/g, '_')
  return `${plain.slice(0, maxUsername - hashLength - 1)}_${hash}`
}
