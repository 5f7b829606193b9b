import type { Json } from '../../../domain/outcome.ts'
import { day } from '../../../domain/time.ts'
import type { World } from '../../shared/simulator.ts'
import { fieldRefused } from './problems.ts'
import { type Media, type Post, posts, type User, uploads, users } from './store.ts'
import type { View } from './view.ts'

type Shape = Record<string, Json>

/** How long the author can read private metrics (docs.x.com, metrics, 2026-08-22). */
const privateMetricsAge = 30 * day

const privateFields = ['non_public_metrics', 'organic_metrics', 'promoted_metrics']

export interface ViewerContext {
  readonly world: World
  readonly view: View
  /** The account of the token. */
  readonly viewer: string
}

/** A post with the requested fields, and the errors for fields that the account may not see. */
export function postShape(post: Post, { world, view, viewer }: ViewerContext): { data: Shape; errors: Shape[] } {
  const old = view.names.name === 'old'
  const history = old ? 'edit_history_tweet_ids' : 'edit_history_post_ids'
  const data: Shape = { id: post.id, text: post.text, [history]: [post.id] }
  const fields = postFields(post, old)
  for (const [name, value] of Object.entries(fields))
    if (value !== null && (view.post.has(name) || view.expansions.has(name))) data[name] = value
  if (view.expansions.has('attachments.media_keys') && fields.attachments) data.attachments = fields.attachments
  const references = old ? 'referenced_tweets' : 'referenced_posts'
  const referenced = fields[references]
  if (referenced && expandsReferences(view)) data[references] = referenced

  const wanted = privateFields.filter((name) => view.post.has(name))
  const mine = post.author === viewer && world.now() - post.createdAt < world.scaled(privateMetricsAge)
  if (!mine) return { data, errors: wanted.map((name) => ({ ...fieldRefused(post.id, name) })) }
  for (const name of wanted) {
    const metrics = privateMetrics(post, old)[name]
    if (metrics !== undefined) data[name] = metrics
  }
  return { data, errors: [] }
}

const expandsReferences = ({ expansions }: View): boolean =>
  [...expansions].some((one) => one.startsWith('referenced_'))

function postFields(post: Post, old: boolean): Readonly<Record<string, Json>> {
  const { metrics } = post
  return {
    author_id: post.author,
    created_at: timeOf(post.createdAt),
    conversation_id: post.conversation,
    in_reply_to_user_id: post.replyTo?.user ?? null,
    [old ? 'referenced_tweets' : 'referenced_posts']: post.replyTo && [{ type: 'replied_to', id: post.replyTo.post }],
    attachments: post.media.length === 0 ? null : { media_keys: post.media },
    entities: Object.keys(post.entities).length === 0 ? null : post.entities,
    [old ? 'note_tweet' : 'note_post']: post.note,
    display_text_range: [0, [...post.text].length],
    reply_settings: post.replySettings,
    lang: 'und',
    possibly_sensitive: false,
    public_metrics: {
      [old ? 'retweet_count' : 'repost_count']: metrics.retweet_count,
      reply_count: metrics.reply_count,
      like_count: metrics.like_count,
      quote_count: metrics.quote_count,
      bookmark_count: metrics.bookmark_count,
      impression_count: metrics.impression_count,
    },
  }
}

function privateMetrics({ metrics }: Post, old: boolean): Readonly<Record<string, Json>> {
  const { impression_count, url_link_clicks, user_profile_clicks, engagements } = metrics
  return {
    non_public_metrics: { impression_count, url_link_clicks, user_profile_clicks, engagements },
    organic_metrics: {
      impression_count,
      [old ? 'retweet_count' : 'repost_count']: metrics.retweet_count,
      reply_count: metrics.reply_count,
      like_count: metrics.like_count,
      url_link_clicks,
      user_profile_clicks,
    },
  }
}

export function userShape(user: User, { view, viewer }: Pick<ViewerContext, 'view' | 'viewer'>): Shape {
  const old = view.names.name === 'old'
  const data: Shape = { id: user.id, name: user.name, username: user.username }
  const fields: Readonly<Record<string, Json>> = {
    created_at: timeOf(user.createdAt),
    description: '',
    protected: false,
    profile_image_url: `https://pbs.twimg.com/profile_images/${user.id}/simulated_normal.png`,
    verified: user.premium,
    verified_type: user.premium ? 'blue' : 'none',
    // Only the account itself gets the real value (docs.x.com, data dictionary, 2026-08-22).
    subscription_type: user.premium && user.id === viewer ? 'Premium' : 'None',
    public_metrics: {
      followers_count: user.followers,
      following_count: user.following,
      [old ? 'tweet_count' : 'post_count']: user.posts,
      listed_count: 0,
    },
  }
  for (const [name, value] of Object.entries(fields)) if (view.user.has(name)) data[name] = value
  return data
}

function mediaShape(media: Media, { view }: ViewerContext): Shape {
  const data: Shape = { media_key: media.key, type: media.kind }
  const fields: Readonly<Record<string, Json>> = {
    alt_text: media.altText,
    url: media.kind === 'photo' ? `https://pbs.twimg.com/media/${media.id}.jpg` : null,
    public_metrics: media.kind === 'video' ? { view_count: media.views } : null,
  }
  for (const [name, value] of Object.entries(fields)) if (value !== null && view.media.has(name)) data[name] = value
  return data
}

/** The requested objects that the posts refer to, each once. */
export function includesOf(found: readonly Post[], seen: ViewerContext): Shape {
  const { world, view } = seen
  const { expansions, names } = view
  const people = found.flatMap((post) => [
    ...(expansions.has('author_id') ? [post.author] : []),
    ...(expansions.has('in_reply_to_user_id') && post.replyTo ? [post.replyTo.user] : []),
  ])
  const keys = expansions.has('attachments.media_keys') ? found.flatMap((post) => post.media) : []
  const referenced = expandsReferences(view) ? found.flatMap((post) => post.replyTo?.post ?? []) : []
  return withoutEmpty({
    users: each(people, users(world).get).map((user) => userShape(user, seen)),
    media: each(keys, (key) => uploads(world).get(key.slice(key.indexOf('_') + 1))).map((one) => mediaShape(one, seen)),
    [names.name === 'old' ? 'tweets' : 'posts']: each(referenced, posts(world).get).map(
      (post) => postShape(post, seen).data,
    ),
  })
}

const each = <T>(ids: readonly string[], get: (id: string) => T | undefined): T[] =>
  [...new Set(ids)].flatMap((id) => get(id) ?? [])

/** X leaves out empty fields. */
export const withoutEmpty = (all: Readonly<Record<string, Json>>): Shape =>
  Object.fromEntries(
    Object.entries(all).filter(([, one]) => one !== null && typeof one === 'object' && Object.keys(one).length > 0),
  )

export const timeOf = (milliseconds: number): string => new Date(milliseconds).toISOString()
