import { createHash } from 'node:crypto'
import { isKind, kindIn } from '../../shared/kinds.ts'
import type { World } from '../../shared/simulator.ts'
import { timeOf } from './shapes.ts'
import { shown } from './shown.ts'
import { listOf, type Media, type Metrics, newId, type Post, posts, type User, users } from './store.ts'

interface NewPost {
  readonly author: User
  readonly text: string
  readonly media: readonly Media[]
  readonly replyTo: Post | null
  readonly replySettings: string
}

const noMetrics: Metrics = {
  retweet_count: 0,
  reply_count: 0,
  like_count: 0,
  quote_count: 0,
  bookmark_count: 0,
  impression_count: 0,
  url_link_clicks: 0,
  user_profile_clicks: 0,
  engagements: 0,
}

/** Makes a post visible: in the list of its author, in its conversation and in the ledger. */
export function addPost(world: World, { author, text, media, replyTo, replySettings }: NewPost): Post {
  const id = newId(world)
  const post: Post = {
    id,
    author: author.id,
    written: text,
    ...shown({ id, text, author, media }, (username) => idOfUsername(username, world)),
    createdAt: world.now(),
    conversation: replyTo?.conversation ?? id,
    replyTo: replyTo && { post: replyTo.id, user: replyTo.author },
    replySettings,
    media: media.map(({ key }) => key),
    metrics: noMetrics,
  }
  posts(world).put(post)
  listOf(world, 'timeline', author.id).put(id, null)
  listOf(world, 'conversation', post.conversation).put(id, null)
  users(world).put({ ...(users(world).get(author.id) ?? author), posts: author.posts + 1 })
  if (replyTo) changeMetrics(world, replyTo.id, (before) => ({ ...before, reply_count: before.reply_count + 1 }))
  world.publish({
    id,
    account_id: author.id,
    text,
    media_count: media.length,
    reply_to: replyTo?.id ?? null,
    url: `${world.page('web')}/${author.username}/status/${id}`,
    created_at: timeOf(post.createdAt),
  })
  return post
}

export function changeMetrics(world: World, id: string, change: (before: Metrics) => Metrics): boolean {
  const post = posts(world).get(id)
  if (post) posts(world).put({ ...post, metrics: change(post.metrics) })
  return post !== undefined
}

const maxUsername = 15
const hashLength = 6

const standings = ['enterprise', 'suspended', 'without_credits'] as const

/** The ID of the account with this name; it is created if it does not exist. */
export function accountOf(name: string, world: World): string {
  const known = world.documents('names').get(name)
  if (typeof known === 'string') return known
  const username = usernameOf(name)
  const user: User = {
    id: newId(world),
    name,
    username,
    premium: isKind(name, 'premium'),
    standing: kindIn(name, standings) ?? 'good',
    createdAt: world.now(),
    followers: 0,
    following: 0,
    posts: 0,
  }
  users(world).put(user)
  world.documents('names').put(name, user.id)
  world.documents('usernames').put(username.toLowerCase(), user.id)
  return user.id
}

/** A username that X allows, different for every name. */
function usernameOf(name: string): string {
  if (/^[A-Za-z0-9_]{1,15}$/.test(name) && name === name.toLowerCase()) return name
  const hash = createHash('sha256').update(name).digest('hex').slice(0, hashLength)
  return `${name.replaceAll(/[^A-Za-z0-9_]/g, '_').slice(0, maxUsername - hashLength - 1)}_${hash}`
}

function idOfUsername(username: string, world: World): string | undefined {
  const id = world.documents('usernames').get(username.toLowerCase())
  return typeof id === 'string' ? id : undefined
}
