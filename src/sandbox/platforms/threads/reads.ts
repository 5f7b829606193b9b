import { inSeconds } from '../../../domain/time.ts'
import { notThere, ok, parametersOf, wrongParameter } from '../../shared/graph.ts'
import { holder } from '../../shared/graph-login.ts'
import type { SimulatedReply, World } from '../../shared/simulator.ts'
import type { Call } from './gate.ts'
import { pageOf } from './page.ts'
import { mediaNotFound } from './problems.ts'
import { postShape, requestedFields } from './shapes.ts'
import { containerStatus } from './state.ts'
import { containers, newestFirst, type Post, posts, settingsOf } from './store.ts'

/** A post that was just published may not be found yet. */
export const isVisible = ({ createdAt }: Post, world: World): boolean =>
  world.now() >= createdAt + world.scaled(settingsOf(world).lag)

const profileFields = `id username name threads_profile_picture_url threads_biography is_verified
  recently_searched_keywords is_eligible_for_geo_gating`.split(/\s+/)

/** GET /me */
export function me({ request, world, user }: Call): SimulatedReply {
  const requested = (parametersOf(request).fields ?? 'id').split(',')
  const unknown = requested.find((field) => !profileFields.includes(field))
  if (unknown !== undefined)
    return wrongParameter(`Tried accessing nonexisting field (${unknown}) on node type (User)`, world)
  const all: Readonly<Record<string, string | boolean>> = {
    id: user.id,
    username: user.username,
    name: user.name,
    threads_biography: '',
    is_verified: false,
  }
  return ok(Object.fromEntries(['id', ...requested].flatMap((name) => (name in all ? [[name, all[name] ?? '']] : []))))
}

/** GET /debug_token, for the caller's own token or another token of the app. */
export function debugToken({ request, world }: Call): SimulatedReply {
  const input = parametersOf(request).input_token
  if (!input) return wrongParameter('Param input_token is required.', world)
  const found = holder(input, world)
  if (found.type === 'refused') return ok({ data: { is_valid: false, scopes: [] } })
  const seconds = (time: number | null): number => Math.floor(inSeconds(time ?? 0))
  return ok({
    data: {
      type: 'USER',
      application: 'Polypost',
      user_id: found.accountId,
      is_valid: true,
      issued_at: seconds(found.issuedAt),
      expires_at: seconds(found.expiresAt),
      scopes: [...found.scopes],
    },
  })
}

/** GET /:id: the status of a container, or the fields of a post. */
export function node(call: Call): SimulatedReply {
  const { world, user, request } = call
  const { id = '' } = request.params
  if (id === user.id) return me(call)
  const container = containers(world).get(id)
  if (container?.owner === user.id) return containerStatus(container, call)
  const post = posts(world).get(id)
  if (!post) return notThere(id, world)
  if (!isVisible(post, world)) return mediaNotFound(world)
  const fields = requestedFields(parametersOf(request).fields, world)
  return 'status' in fields ? fields : ok(postShape(post, { world, fields, viewer: user.id }))
}

/** GET /me/threads and /me/replies, newest first. */
export const ownPosts =
  (kind: 'threads' | 'replies') =>
  (call: Call): SimulatedReply =>
    pageOf(call, newestFirst(call.world, kind, call.user.id))

/** GET /:id/replies (direct replies) and /:id/conversation (all replies). */
export const answers =
  (kind: 'answers' | 'conversation') =>
  (call: Call): SimulatedReply => {
    const { world, request, user } = call
    const { id = '' } = request.params
    if (id === user.id && kind === 'answers') return ownPosts('replies')(call)
    const post = posts(world).get(id)
    if (!post) return notThere(id, world)
    const found = [...newestFirst(world, kind, id)]
    return pageOf(call, parametersOf(request).reverse === 'false' ? found.reverse() : found)
  }
