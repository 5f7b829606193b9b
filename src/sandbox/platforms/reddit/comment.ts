import { z } from 'zod'
import type { SimulatedReply, World } from '../../shared/simulator.ts'
import { notWritten, written } from './answers.ts'
import { formIn } from './form.ts'
import type { Call } from './gate.ts'
import { addressOf, commentShape } from './shapes.ts'
import { type Comment, comments, listOf, newId, type Post, posts, type User } from './store.ts'
import { isLocked, isQuarantined } from './subreddits.ts'

/** In characters (RP, 2024-07). */
const maxText = 10_000

const form = z.object({
  thing_id: z
    .string()
    .regex(/^t[13]_[a-z0-9]+$/)
    .catch(''),
  text: z.string().catch(''),
})

export const textOf = ({ request }: Pick<Call, 'request'>): string => form.parse(formIn(request)).text

/** POST /api/comment */
export function addComment(call: Call): SimulatedReply {
  const { request, world, user } = call
  const { thing_id: parent, text } = form.parse(formIn(request))
  const post = postBelow(parent, world)
  if (!post) return notWritten(['DELETED_LINK', 'the link you are commenting on has been deleted', 'parent'])
  const isClosed = isLocked(post.subreddit) || user.standing === 'no_comments'
  if (isClosed) return notWritten(['THREAD_LOCKED', 'Comments are locked.', 'parent'])
  if (text.trim() === '') return notWritten(['NO_TEXT', 'we need something here', 'text'])
  if (Array.from(text).length > maxText) return notWritten(['TOO_LONG', `this is too long (max: ${maxText})`, 'text'])
  const made = keepComment({ post, parent, author: user, text }, world)
  const things = isQuarantined(post.subreddit) ? [] : [{ kind: 't1', data: commentShape(made, world) }]
  return written({ things })
}

/** The post that the comment belongs to. */
export function postBelow(parent: string, world: World): Post | undefined {
  const id = parent.slice('t3_'.length)
  return posts(world).get(parent.startsWith('t1_') ? (comments(world).get(id)?.post ?? '') : id)
}

interface NewComment {
  readonly post: Post
  readonly parent: string
  readonly author: Pick<User, 'id'>
  readonly text: string
}

export function keepComment({ post, parent, author, text }: NewComment, world: World): Comment {
  const made: Comment = {
    id: newId(world),
    author: author.id,
    post: post.id,
    parent,
    text: text.trim(),
    createdAt: world.now(),
    score: 1,
  }
  comments(world).put(made)
  listOf(world, 'comments', author.id).put(made.id, null)
  listOf(world, 'below', post.id).put(made.id, null)
  posts(world).put({ ...post, comments: post.comments + 1 })
  world.publish({
    id: made.id,
    account_id: author.id,
    text: made.text,
    media_count: 0,
    reply_to: parent.slice('t3_'.length),
    url: `${addressOf(post, world)}${made.id}/`,
    created_at: new Date(made.createdAt).toISOString(),
  })
  return made
}
