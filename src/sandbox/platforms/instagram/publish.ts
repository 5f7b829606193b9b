import { createHash } from 'node:crypto'
import { newGraphId, ok, parametersOf, wrongParameter } from '../../shared/graph.ts'
import type { SimulatedReply, SimulatedRequest, World } from '../../shared/simulator.ts'
import { stateOf } from './containers.ts'
import { type Call, isReply, ownUser } from './gate.ts'
import { refuseMedia } from './refused.ts'
import { type Container, containers, countedToday, listOf, type Media, posts, settingsOf, type User } from './store.ts'

const idDigits = 17
const codeLength = 11

/** POST /{ig-user}/media_publish: publishes a container. */
export function publish(call: Call): SimulatedReply {
  const { parameters, world } = call
  const user = ownUser(call)
  if (isReply(user)) return user
  const { creation_id: id } = parameters
  if (id === undefined) return wrongParameter('The parameter creation_id is required.', world)
  const container = containers(world).get(id)
  if (container?.owner !== user.id || container.isItem) return refuseMedia('notFound', world)
  const state = stateOf(container, world)
  if (state === 'EXPIRED') return refuseMedia('expired', world)
  // The real result of publishing a container twice is unknown. Here it creates a second post, the worst case.
  if (state !== 'FINISHED' && state !== 'PUBLISHED') return refuseMedia('notReady', world)
  if (countedToday(world, 'posts', user) >= quotaOf(world)) return refuseMedia('quota', world)
  if (user.standing === 'restricted') return refuseMedia('restricted', world)
  const post = addPost(container, user, world)
  return user.standing === 'restricted_live' ? refuseMedia('restricted', world) : ok({ id: post.id })
}

/** The maximum number of posts per account and day. */
export function quotaOf(world: World): number {
  const { quotas, quotaTotal } = settingsOf(world)
  return quotas ? quotaTotal : Number.MAX_SAFE_INTEGER
}

function addPost(container: Container, user: User, world: World): Media {
  const id = newGraphId(world, idDigits)
  const product = productOf(container)
  const code = createHash('sha256').update(id).digest('base64url').slice(0, codeLength)
  const post: Media = {
    id,
    owner: user.id,
    container: container.id,
    caption: product === 'STORY' ? '' : container.caption,
    type: container.shows === 'items' ? 'CAROUSEL_ALBUM' : container.shows === 'video' ? 'VIDEO' : 'IMAGE',
    product,
    code,
    url: addressOf({ product, code, id }, user, world),
    at: world.now(),
    metrics: {},
  }
  posts(world).put(post)
  listOf(world, 'posts', user.id).put(id, post.at)
  containers(world).put({ ...container, state: 'published' })
  world.publish({
    id,
    account_id: user.id,
    text: post.caption,
    media_count: Math.max(1, container.children.length),
    reply_to: null,
    url: post.url,
    created_at: new Date(post.at).toISOString(),
  })
  return post
}

const productOf = ({ kind }: Container): Media['product'] =>
  kind === 'STORIES' ? 'STORY' : kind === 'REELS' ? 'REELS' : 'FEED'

function addressOf({ product, code, id }: Pick<Media, 'product' | 'code' | 'id'>, user: User, world: World): string {
  const web = world.page('web')
  if (product === 'STORY') return `${web}/stories/${user.username}/${id}/`
  return `${web}/${product === 'REELS' ? 'reel' : 'p'}/${code}/`
}

/** The caption of the published container; it may request faults. */
export function captionOf(request: SimulatedRequest, world: World): string {
  const { creation_id: id = '' } = parametersOf(request)
  return containers(world).get(id)?.caption ?? ''
}
