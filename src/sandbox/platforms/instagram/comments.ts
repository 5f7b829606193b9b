import type { Json } from '../../../domain/outcome.ts'
import { minute } from '../../../domain/time.ts'
import { fieldsOf, graphTime, newGraphId, notThere, ok, page, pick, wrongParameter } from '../../shared/graph.ts'
import type { SimulatedReply, World } from '../../shared/simulator.ts'
import { accountsOf, type Call } from './gate.ts'
import { type Comment, comments, listOf, type Media, posts, type User, users } from './store.ts'

const maxText = 300
const idDigits = 17

/** Makes a comment visible, in the lists and in the ledger. */
export function addComment(post: Media, parent: Comment | null, author: User, text: string, world: World): Comment {
  const comment: Comment = {
    id: newGraphId(world, idDigits),
    media: post.id,
    parent: parent?.id ?? null,
    author: author.id,
    username: author.username,
    text,
    at: world.now(),
    likes: 0,
    hidden: false,
  }
  comments(world).put(comment)
  listOf(world, 'comments', post.id).put(comment.id, null)
  world.publish({
    id: comment.id,
    account_id: author.id,
    text,
    media_count: 0,
    reply_to: parent?.id ?? post.id,
    url: `${post.url}c/${comment.id}/`,
    created_at: new Date(comment.at).toISOString(),
  })
  return comment
}

/** POST /{media}/comments */
export function say(call: Call): SimulatedReply {
  const { id, world } = call
  const post = posts(world).get(id)
  if (!post || !accountsOf(call).includes(post.owner)) return notThere(id, world)
  if (post.product === 'STORY') return wrongParameter('Comments are not supported on this media.', world)
  return written(post, null, call)
}

/** POST /{comment}/replies. A reply to a reply is stored under the top-level comment. */
export function answer(call: Call): SimulatedReply {
  const { id, world } = call
  const found = comments(world).get(id)
  const post = found && posts(world).get(found.media)
  if (!found || !post || !accountsOf(call).includes(post.owner)) return notThere(id, world)
  if (found.hidden) return wrongParameter('A hidden comment can not be replied to.', world)
  const top = found.parent === null ? found : (comments(world).get(found.parent) ?? found)
  return written(post, top, call)
}

function written(post: Media, parent: Comment | null, { parameters, world }: Call): SimulatedReply {
  const { message = '' } = parameters
  const author = users(world).get(post.owner)
  if (message.trim() === '' || !author) return wrongParameter('The parameter message is required.', world)
  if ([...message].length > maxText) return wrongParameter('Comment is too long.', world)
  return ok({ id: addComment(post, parent, author, message, world).id })
}

/** GET /{media}/comments: the top-level comments, newest first, with their replies. */
export function listComments(call: Call): SimulatedReply {
  const { id, world } = call
  const post = posts(world).get(id)
  if (!post || !accountsOf(call).includes(post.owner)) return notThere(id, world)
  const lags = world.meets('list_lag', 'read')
  const top = of(post.id, world).filter(
    ({ parent, at }) => parent === null && (!lags || at < world.now() - world.scaled(minute)),
  )
  return pageOf(top.reverse(), call)
}

/** GET /{comment}/replies */
export function listReplies(call: Call): SimulatedReply {
  const { id, world } = call
  const found = comments(world).get(id)
  const post = found && posts(world).get(found.media)
  if (!found || !post || !accountsOf(call).includes(post.owner)) return notThere(id, world)
  return pageOf(
    of(post.id, world).filter(({ parent }) => parent === id),
    call,
  )
}

const of = (post: string, world: World): Comment[] =>
  listOf(world, 'comments', post)
    .all()
    .flatMap(({ id }) => comments(world).get(id) ?? [])

function pageOf(all: readonly Comment[], call: Call): SimulatedReply {
  const { parameters, world } = call
  const fields = fieldsOf(parameters.fields ?? 'id,text,timestamp')
  const inner = fieldsOf((fields.get('replies') ?? '').replace(/^\{(.*)\}$/s, '$1'))
  return ok(
    page(all, call, (one) => {
      const answers = of(one.media, world).filter(({ parent }) => parent === one.id)
      const replies = answers.map((reply) => pick(commentShape(reply), inner))
      return pick({ ...commentShape(one), ...(replies.length > 0 ? { replies: { data: replies } } : {}) }, fields)
    }),
  )
}

export const commentShape = (one: Comment): Record<string, Json> => ({
  id: one.id,
  text: one.text,
  timestamp: graphTime(one.at),
  username: one.username,
  from: { id: one.author, username: one.username },
  like_count: one.likes,
  hidden: one.hidden,
  ...(one.parent === null ? {} : { parent_id: one.parent }),
})
