import { z } from 'zod'
import type { Json } from '../../../domain/outcome.ts'
import type { SimulatedReply, World } from '../../shared/simulator.ts'
import { type Call, refusedAs } from './gate.ts'
import { pageOf } from './paging.ts'
import { missingField, notFound, ok, wrong } from './problems.ts'
import { settingsOf } from './settings.ts'
import { activityOf, type Comment, comments, newNumber, type Post, postOf, posts } from './store.ts'

/** The limit that clients use (2026-11-21). No page of LinkedIn contains it. */
export const maxComment = 1_250

const newComment = z.strictObject({
  actor: z.string(),
  object: z.string(),
  message: z.strictObject({ text: z.string(), attributes: z.array(z.unknown()).optional() }),
  parentComment: z.string().optional(),
})

const writing = {
  person: ['w_member_social', 'w_member_social_feed'],
  page: ['w_organization_social_feed', 'w_organization_social'],
}
const reading = {
  person: ['r_member_social_feed', 'r_member_social'],
  page: ['r_organization_social_feed', 'r_organization_social'],
}

/** An app that was refused the newer scope may not comment with the older one either. */
const writingAsPage = ({ person }: Call): readonly string[] =>
  person.lacks.includes('w_organization_social_feed') ? ['w_organization_social_feed'] : writing.page

interface Target {
  readonly post: Post
  readonly parent: Comment | null
}

function targetOf(urn: string, world: World): Target | undefined {
  const parent = comments(world).get(urn) ?? null
  const post = parent === null ? postOf(urn, world) : posts(world).get(parent.post)
  return post && { post, parent }
}

/** POST /rest/socialActions/:id/comments */
export function addComment(call: Call): SimulatedReply {
  const { request, world } = call
  const { id = '' } = request.params
  const read = newComment.safeParse(request.json())
  if (!read.success) return missingField(`/${read.error.issues[0]?.path.map(String).join('/') ?? ''}`)
  const { actor, object, message, parentComment } = read.data
  const target = targetOf(id, world)
  if (!target || isUnknownYet(target.post, world)) return notFound('Unable to obtain activity')
  const { post, parent } = target
  const refusal =
    refusedAs(actor, { ...writing, page: writingAsPage(call), what: 'socialActions/comments.CREATE.20260901' }, call) ??
    (object === post.id || object === activityOf(post) ? null : wrong('object is not what is commented on')) ??
    (parent !== null && parent.parent !== null ? wrong('Comments have two levels only') : null) ??
    (parent !== null && parentComment !== parent.id ? missingField('/parentComment') : null) ??
    (message.text.trim() === '' ? wrong('message/text is blank', 'INVALID_VALUE_BLANK_FIELD') : null) ??
    (message.text.length > maxComment ? wrong('message/text is too long', 'FIELD_LENGTH_TOO_LONG') : null)
  if (refusal) return refusal
  const comment = keepComment(target, actor, message.text, world)
  return { status: 201, headers: { 'x-restli-id': comment.number }, body: shape(comment, world) }
}

/** The comments API may not know a new post yet. */
function isUnknownYet({ id }: Post, world: World): boolean {
  const documents = world.documents('asked for')
  const times = Number(documents.get(id) ?? 0)
  documents.put(id, times + 1)
  return times < settingsOf(world).unknownAtFirst
}

function keepComment({ post, parent }: Target, actor: string, text: string, world: World): Comment {
  const number = newNumber(world)
  const comment: Comment = {
    id: `urn:li:comment:(${activityOf(post)},${number})`,
    number,
    post: post.id,
    parent: parent?.id ?? null,
    actor,
    text,
    createdAt: world.now(),
  }
  comments(world).put(comment)
  world.publish({
    id: comment.id,
    account_id: actor,
    text,
    media_count: 0,
    reply_to: comment.parent ?? post.id,
    url: `${world.page('web')}/feed/update/${post.id}/?commentUrn=${encodeURIComponent(comment.id)}`,
    created_at: new Date(comment.createdAt).toISOString(),
  })
  return comment
}

/** A person who did not sign in here. */
export function plantUnder(urn: string, actor: string, text: string, world: World): Comment | undefined {
  const target = targetOf(urn, world)
  if (!target) return undefined
  const { post, parent } = target
  const top = parent?.parent ? comments(world).get(parent.parent) : parent
  return keepComment({ post, parent: top ?? null }, actor, text, world)
}

export const commentsUnder = (post: string, world: World): readonly Comment[] =>
  comments(world)
    .newest((one) => one.post === post)
    .toReversed()

/** GET /rest/socialActions/:id/comments, oldest first, one level at a time. */
export function listComments(call: Call): SimulatedReply {
  const { request, world } = call
  const { id = '' } = request.params
  const target = targetOf(id, world)
  if (!target) return notFound(id)
  const { post, parent } = target
  const refusal = refusedAs(post.author, { ...reading, what: 'socialActions/comments.GET_ALL.20260901' }, call)
  if (refusal) return refusal
  const lags = world.meets('list_lag', 'read')
  const listed = commentsUnder(post.id, world).filter((one) => one.parent === (parent?.id ?? null))
  return pageOf(lags ? listed.slice(0, -1) : listed, request.query, (one) => shape(one, world))
}

/** The comment with this ID under the object in the path. */
function commentAt({ request, world }: Call): Comment | undefined {
  const { id = '', comment = '' } = request.params
  const target = targetOf(id, world)
  return target && commentsUnder(target.post.id, world).find(({ number }) => number === comment)
}

/** GET /rest/socialActions/:id/comments/:comment */
export function readComment(call: Call): SimulatedReply {
  const found = commentAt(call)
  const post = found && posts(call.world).get(found.post)
  if (!found || !post) return notFound('Comment')
  const refusal = refusedAs(post.author, { ...reading, what: 'socialActions/comments.GET.20260901' }, call)
  return refusal ?? ok(shape(found, call.world))
}

/** DELETE /rest/socialActions/:id/comments/:comment */
export function deleteComment(call: Call): SimulatedReply {
  const found = commentAt(call)
  if (!found) return notFound('Comment')
  const actor = call.request.query.get('actor') ?? found.actor
  const refusal = refusedAs(actor, { ...writing, what: 'socialActions/comments.DELETE.20260901' }, call)
  if (refusal) return refusal
  comments(call.world).remove(found.id)
  call.world.unpublish(found.id)
  return { status: 204 }
}

function shape({ id, number, post: postId, parent, actor, text, createdAt }: Comment, world: World): Json {
  const post = posts(world).get(postId)
  const answers = commentsUnder(postId, world).filter((one) => one.parent === id).length
  return {
    id: number,
    commentUrn: id,
    actor,
    object: post ? activityOf(post) : '',
    message: { text, attributes: [] },
    created: { time: createdAt, actor },
    lastModified: { time: createdAt, actor },
    likesSummary: { totalLikes: 0, aggregatedTotalLikes: 0, likedByCurrentUser: false },
    commentsSummary: { totalFirstLevelComments: answers, aggregatedTotalComments: answers },
    ...(parent !== null && { parentComment: parent }),
  }
}
