import { hour, second } from '../../../domain/time.ts'
import type { World } from '../../shared/simulator.ts'
import { listOf, newPostId, type Post, type Privacy, type Publication, posts, publications, users } from './store.ts'

/** How long TikTok processes a file, and how long moderation takes. */
const processing = 1_500
const slowProcessing = 30 * second
const moderation = second
const slowModeration = hour
const lag = 5 * second

const orderDigits = 12

/** TikTok has received everything. The result is certain from now on, and reported later. */
export function take(made: Publication, reason: string | null, world: World): Publication {
  const fault = reason ?? (world.meets('processing_failed', 'create') ? 'internal' : null)
  const readyAt = world.now() + world.scaled(world.meets('slow_processing', 'create') ? slowProcessing : processing)
  const taken: Publication = { ...made, state: fault === null ? 'taken' : 'failed', reason: fault, readyAt }
  publications(world).put(taken)
  if (fault !== null) return taken
  if (taken.privacy !== null) return publish(taken, taken.privacy, world)
  listOf(world, 'inbox', taken.owner).put(taken.id, null)
  return taken
}

/** Publishes it: in the creator's list and in the ledger. */
export function publish(taken: Publication, privacy: Privacy, world: World): Publication {
  const user = users(world).get(taken.owner)
  if (!user) return taken
  const id = newPostId(world)
  const listedAt =
    Math.max(taken.readyAt, world.now()) + world.scaled(user.standing === 'moderated' ? slowModeration : moderation)
  const post: Post = {
    id,
    author: taken.owner,
    kind: taken.kind,
    text: taken.text,
    privacy,
    createdAt: world.now(),
    listedAt: listedAt + (world.meets('list_lag', 'create') ? world.scaled(lag) : 0),
    views: 0,
    likes: 0,
    comments: 0,
    shares: 0,
  }
  posts(world).put(post)
  listOf(world, 'posts', taken.owner).put(String(world.next('order')).padStart(orderDigits, '0'), id)
  listOf(world, 'inbox', taken.owner).remove(taken.id)
  const published = { ...taken, post: id }
  publications(world).put(published)
  world.publish({
    id,
    account_id: taken.owner,
    text: taken.text,
    media_count: Math.max(1, taken.images),
    reply_to: null,
    url: urlOf(post, user.username, world),
    created_at: new Date(post.createdAt).toISOString(),
  })
  return published
}

/** The real URL is on www.tiktok.com. */
export const urlOf = ({ kind, id }: Pick<Post, 'kind' | 'id'>, username: string, world: World): string =>
  `${world.page('web')}/@${username}/${kind}/${id}`
