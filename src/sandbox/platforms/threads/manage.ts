import { notThere, ok, parametersOf, wrongParameter } from '../../shared/graph.ts'
import type { SimulatedReply } from '../../shared/simulator.ts'
import type { Call } from './gate.ts'
import { notPermitted } from './problems.ts'
import { listOf, posts } from './store.ts'

/** POST /:id/manage_reply: hides a direct reply to a post of the account, or shows it again. */
export function manageReply({ request, world, user }: Call): SimulatedReply {
  const { id = '' } = request.params
  const { hide } = parametersOf(request)
  const reply = posts(world).get(id)
  if (!reply) return notThere(id, world)
  if (hide !== 'true' && hide !== 'false') return wrongParameter('Param hide must be true or false.', world)
  const parent = reply.replyTo === null ? undefined : posts(world).get(reply.replyTo)
  if (parent?.author !== user.id || parent.replyTo !== null) return notPermitted(world)
  posts(world).put({ ...reply, isHidden: hide === 'true' })
  return ok({ success: true })
}

/** DELETE /:id */
export function remove({ request, world, user }: Call): SimulatedReply {
  const { id = '' } = request.params
  const post = posts(world).get(id)
  if (!post) return notThere(id, world)
  if (post.author !== user.id) return notPermitted(world)
  posts(world).remove(id)
  listOf(world, post.replyTo === null ? 'threads' : 'replies', user.id).remove(id)
  if (post.replyTo !== null) listOf(world, 'answers', post.replyTo).remove(id)
  if (post.root !== null) listOf(world, 'conversation', post.root).remove(id)
  world.unpublish(id)
  return ok({ success: true, deleted_id: id })
}
