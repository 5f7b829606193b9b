import type { Json } from '../../../domain/outcome.ts'
import {
  fieldsOf,
  graphTime,
  newGraphId,
  notThere,
  ok,
  page as pageOf,
  pick,
  wrongParameter,
} from '../../shared/graph.ts'
import type { SimulatedReply, World } from '../../shared/simulator.ts'
import type { PageCall } from './gate.ts'
import { progress } from './processing.ts'
import { type Comment, comments, type Post, posts, settingsOf, videos } from './store.ts'

const longest = 8_000

/** The objects that can have comments: a post, a published video, a comment. Stories cannot. */
function targetOf(id: string, world: World): { readonly post: Post; readonly parent: Comment | null } | undefined {
  const parent = comments(world).get(id) ?? null
  const under = parent?.under ?? id
  const post = posts(world).get(under) ?? posts(world).get(videos(world).get(under)?.post ?? '')
  const video = post?.video ? videos(world).get(post.video) : undefined
  const isThere = post?.video ? video && progress(video, world).state === 'ready' : post?.published
  return post && isThere && post.kind !== 'story' ? { post, parent } : undefined
}

/** POST /:object/comments */
export function addComment({ request, parameters, page, world }: PageCall): SimulatedReply {
  const { id = '' } = request.params
  const target = targetOf(id, world)
  if (!target) return notThere(id, world)
  const { message = '', attachment_url: attachment = null } = parameters
  if (message.trim() === '' && attachment === null) return wrongParameter('message or attachment is required', world)
  if ([...message].length > longest) return wrongParameter('The comment is too long.', world)
  const author = { id: page.id, name: page.name }
  const comment = keepComment(target, author, { message, attachment }, world)
  return ok(pick(shownComment(comment, page.id, world), fieldsOf(parameters.fields ?? 'id')))
}

/** A reply to a reply is stored under the top-level comment. */
function keepComment(
  { post, parent }: { readonly post: Post; readonly parent: Comment | null },
  author: Comment['author'],
  { message, attachment }: Pick<Comment, 'message' | 'attachment'>,
  world: World,
): Comment {
  const comment: Comment = {
    id: `${post.id.split('_').at(-1)}_${newGraphId(world)}`,
    under: post.id,
    parent: parent === null ? null : (parent.parent ?? parent.id),
    author,
    message,
    attachment,
    hidden: false,
    createdAt: world.now(),
  }
  comments(world).put(comment)
  world.publish({
    id: comment.id,
    account_id: author.id,
    text: message,
    media_count: attachment === null ? 0 : 1,
    reply_to: comment.parent ?? (post.kind === 'video' ? (post.video ?? post.id) : post.id),
    url: permalinkOf(comment, post, world),
    created_at: new Date(comment.createdAt).toISOString(),
  })
  return comment
}

/** A person, not one of our Pages. */
export function plantComment(
  world: World,
  id: string,
  { author, message }: { readonly author: string; readonly message: string },
): string | undefined {
  const target = targetOf(id, world)
  if (!target) return undefined
  const known = world.documents('passers by').get(author)
  const personId = typeof known === 'string' ? known : newGraphId(world, 16)
  world.documents('passers by').put(author, personId)
  return keepComment(target, { id: personId, name: author }, { message, attachment: null }, world).id
}

const permalinkOf = ({ id, under }: Comment, post: Post, world: World): string =>
  `${world.page('web')}/${post.page}/posts/${under.split('_').at(-1)}?comment_id=${id.split('_').at(-1)}`

/** GET /:object/comments: one level, or all levels as a stream. */
export function listComments(call: PageCall): SimulatedReply {
  const { request, parameters, page, world } = call
  const { id = '' } = request.params
  const target = targetOf(id, world)
  if (!target) return notThere(id, world)
  const { post, parent } = target
  const lags = world.meets('list_lag', 'read')
  const isListed = (one: Comment): boolean =>
    one.under === post.id && (parent ? one.parent === parent.id : parameters.filter === 'stream' || one.parent === null)
  const newest = comments(world)
    .newest(isListed)
    .slice(lags ? 1 : 0)
  const ordered = parameters.order === 'reverse_chronological' ? newest : newest.toReversed()
  const fields = fieldsOf(parameters.fields ?? 'created_time,from,message')
  const body = pageOf(ordered, call, (one) => pick(shownComment(one, page.id, world), fields))
  const summary = { order: 'chronological', total_count: newest.length, can_comment: true }
  return ok(parameters.summary === 'true' ? { ...body, summary } : body)
}

/** The name of a person is left out if the app may not see it. */
export function shownComment(comment: Comment, page: string, world: World): Record<string, Json | undefined> {
  const { author, parent } = comment
  const post = posts(world).get(comment.under)
  const isHidden = author.id !== page && settingsOf(world).hidesAuthors
  const answers = comments(world).newest((one) => one.parent === comment.id)
  return {
    id: comment.id,
    message: comment.message,
    attachment:
      comment.attachment === null ? undefined : { type: 'photo', media: { image: { src: comment.attachment } } },
    created_time: graphTime(comment.createdAt),
    from: isHidden ? undefined : author,
    parent: parent === null ? undefined : { id: parent },
    like_count: 0,
    comment_count: answers.length,
    can_comment: true,
    can_reply_privately: author.id !== page,
    is_hidden: comment.hidden,
    permalink_url: post && permalinkOf(comment, post, world),
  }
}
