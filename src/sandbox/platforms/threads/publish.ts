import { z } from 'zod'
import { day, inSeconds } from '../../../domain/time.ts'
import { ok, parametersOf, wrongParameter } from '../../shared/graph.ts'
import type { SimulatedReply, World } from '../../shared/simulator.ts'
import { addPost } from './add.ts'
import type { Call } from './gate.ts'
import { mediaNotFound, quotaUsedUp, restricted, suspended } from './problems.ts'
import { stateOf } from './state.ts'
import { type Container, containers, settingsOf, type User } from './store.ts'

/** POST /me/threads_publish: publishes a container. */
export function publish(call: Call): SimulatedReply {
  const { world, user, request } = call
  const id = parametersOf(request).creation_id
  if (!id) return wrongParameter('Param creation_id is required.', world)
  const found = containers(world).get(id)
  return found && found.owner === user.id ? publishContainer(found, call) : mediaNotFound(world)
}

/** Whether publishing a container twice creates two posts is unknown; the default is the worse case. */
export function publishContainer(container: Container, { world, user }: Call): SimulatedReply {
  const state = stateOf(container, world)
  const again = state === 'PUBLISHED' && settingsOf(world).republish === 'duplicated'
  if ((state !== 'FINISHED' && !again) || container.isItem) return mediaNotFound(world)
  if (user.standing === 'suspended') return suspended(world)
  if (isMissed(container, user, world)) return mediaNotFound(world)
  if (!isWithinQuota(container, user, world)) return quotaUsedUp(world)
  const { kind, text, altText, replyTo } = container
  const post = addPost(world, { kind, text, altText, replyTo, author: user, mediaCount: mediaCountOf(container) })
  containers(world).put({ ...container, post: post.id })
  return user.standing === 'restricted' ? restricted(world) : ok({ id: post.id })
}

/** A finished container may be reported as missing: once, or, if it is the first with its text, always. */
function isMissed({ id, misses, text, ...rest }: Container, { standing, id: owner }: User, world: World): boolean {
  if (standing === 'misses') {
    containers(world).put({ ...rest, id, text, misses: misses + 1 })
    return misses === 0
  }
  if (standing !== 'loses') return false
  const lost = world.documents('lost')
  const key = `${owner} ${text}`
  const first = lost.get(key) ?? id
  lost.put(key, first)
  return first === id
}

const mediaCountOf = ({ kind, items }: Container): number =>
  kind === 'CAROUSEL' ? items.length : kind === 'TEXT' ? 0 : 1

/** The window, and the number of posts in it. */
const quotaWindow = day
const quotas = { posts: 250, replies: 1_000 }

const times = z.array(z.number())

function timesWithin(id: string, world: World): number[] {
  const all = times.safeParse(world.documents('quotas').get(id)).data ?? []
  return all.filter((at) => at > world.now() - world.scaled(quotaWindow))
}

function isWithinQuota({ replyTo }: Container, { id }: User, world: World): boolean {
  const kind = replyTo === null ? 'posts' : 'replies'
  const used = timesWithin(`${kind} ${id}`, world)
  if (settingsOf(world).quotas && used.length >= quotas[kind]) return false
  world.documents('quotas').put(`${kind} ${id}`, [...used, world.now()])
  return true
}

/** GET /me/threads_publishing_limit */
export function publishingLimit({ world, user }: Call): SimulatedReply {
  const used = (kind: keyof typeof quotas) => timesWithin(`${kind} ${user.id}`, world).length
  const config = (total: number) => ({ quota_total: total, quota_duration: inSeconds(quotaWindow) })
  return ok({
    data: [
      {
        quota_usage: used('posts'),
        config: config(quotas.posts),
        reply_quota_usage: used('replies'),
        reply_config: config(quotas.replies),
      },
    ],
  })
}
