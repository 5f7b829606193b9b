import { z } from 'zod'
import type { Json } from '../../../domain/outcome.ts'
import type { SimulatedReply, World } from '../../shared/simulator.ts'
import { addComment } from './add.ts'
import { badRequest, commentsDisabled, isReply, ok, parentNotFound, videoNotFound } from './answers.ts'
import { type Call, partsIn } from './gate.ts'
import { listPage, readPage } from './pages.ts'
import { commentShape } from './shapes.ts'
import { type Comment, channels, comments, listOf, type Video, videos } from './store.ts'

const pageLimits = { usual: 20, most: 100 }
/** The number of replies in a comment thread; more replies need a separate request. */
const shownReplies = 5
/** Often reported, but on no page of YouTube. */
const maxText = 10_000

const formatOf = ({ request }: Call) => (request.query.get('textFormat') === 'plainText' ? 'plainText' : 'html')

/** GET /youtube/v3/commentThreads of a video. */
export function listThreads(call: Call): SimulatedReply {
  const { request, world } = call
  const videoId = request.query.get('videoId')
  if (videoId === null) return badRequest('missingRequiredParameter', 'No filter selected. Expected one of: videoId')
  const video = videos(world).get(videoId)
  if (!video) return videoNotFound()
  if (hasNoComments(video, world)) return commentsDisabled()
  const page = readPage(call, pageLimits)
  if (isReply(page)) return page
  return listPage(world, page, {
    kind: 'commentThread',
    list: listOf(world, 'threads', videoId),
    get: comments(world).get,
    shape: (comment) => threadShape(comment, call),
    newestFirst: true,
    madeAt: ({ createdAt }) => createdAt,
  })
}

const hasNoComments = ({ madeForKids, channel }: Video, world: World): boolean =>
  madeForKids || channels(world).get(channel)?.standing === 'no_comments'

function threadShape(comment: Comment, call: Call): Json {
  const { world, channel, request } = call
  const shape = (one: Comment) => commentShape(one, channel.id, formatOf(call), world)
  const replies = repliesTo(comment, world).toReversed().slice(0, shownReplies)
  const isRequested = partsIn(request.query).includes('replies') && replies.length > 0
  return {
    kind: 'youtube#commentThread',
    etag: 'simulated',
    id: comment.id,
    snippet: {
      channelId: videos(world).get(comment.video)?.channel ?? '',
      videoId: comment.video,
      topLevelComment: shape(comment),
      canReply: true,
      totalReplyCount: comment.replies,
      isPublic: true,
    },
    ...(isRequested && { replies: { comments: replies.map(shape) } }),
  }
}

const repliesTo = ({ id }: Comment, world: World): Comment[] =>
  listOf(world, 'replies', id)
    .all()
    .flatMap(({ document }) => comments(world).get(String(document)) ?? [])

/** GET /youtube/v3/comments: the replies to a comment. */
export function listReplies(call: Call): SimulatedReply {
  const { request, world, channel } = call
  const parent = comments(world).get(request.query.get('parentId') ?? '')
  if (!parent) return parentNotFound()
  const page = readPage(call, pageLimits)
  if (isReply(page)) return page
  return listPage(world, page, {
    kind: 'comment',
    list: listOf(world, 'replies', parent.id),
    get: comments(world).get,
    shape: (one) => commentShape(one, channel.id, formatOf(call), world),
    newestFirst: true,
    madeAt: ({ createdAt }) => createdAt,
  })
}

const text = z.string()
const newThread = z.strictObject({
  snippet: z.strictObject({
    channelId: text.optional(),
    videoId: text.optional(),
    topLevelComment: z.strictObject({ snippet: z.strictObject({ textOriginal: text }) }),
  }),
})

/** POST /youtube/v3/commentThreads */
export function insertThread(call: Call): SimulatedReply {
  const { request, world, channel } = call
  const read = newThread.safeParse(request.json())
  if (!read.success) return badRequest('invalidCommentThreadMetadata', 'The request is wrong.', 'youtube.commentThread')
  const { channelId, videoId, topLevelComment } = read.data.snippet
  if (channelId === undefined || videoId === undefined)
    return badRequest('channelOrVideoIdMissing', 'The request must specify a channel ID.', 'youtube.commentThread')
  const video = videos(world).get(videoId)
  if (!video) return videoNotFound()
  const { textOriginal } = topLevelComment.snippet
  const refusal = wrongText(textOriginal) ?? (hasNoComments(video, world) ? commentsDisabled() : null)
  if (refusal) return refusal
  const added = addComment(world, { video, thread: null, author: channel.id, text: textOriginal })
  return { status: 200, body: threadShape(added, call) }
}

const newReply = z.strictObject({ snippet: z.strictObject({ parentId: text.optional(), textOriginal: text }) })

/** POST /youtube/v3/comments: a reply to a comment that is not a reply itself. */
export function insertReply(call: Call): SimulatedReply {
  const { request, world, channel } = call
  const read = newReply.safeParse(request.json())
  if (!read.success) return badRequest('invalidCommentMetadata', 'The request is wrong.', 'youtube.comment')
  const { parentId, textOriginal } = read.data.snippet
  if (parentId === undefined) return badRequest('parentIdMissing', 'The parent ID is missing.', 'youtube.comment')
  const thread = comments(world).get(parentId)
  const video = thread && videos(world).get(thread.video)
  if (!thread || thread.thread !== null || !video) return parentNotFound()
  const refusal = wrongText(textOriginal) ?? (hasNoComments(video, world) ? commentsDisabled() : null)
  if (refusal) return refusal
  const added = addComment(world, { video, thread, author: channel.id, text: textOriginal })
  return ok(commentShape(added, channel.id, 'plainText', world))
}

function wrongText(textOriginal: string): SimulatedReply | null {
  if (textOriginal.trim() === '')
    return badRequest('commentTextRequired', 'The comment has no text.', 'youtube.comment')
  return textOriginal.length > maxText
    ? badRequest('commentTextTooLong', 'The comment is too long.', 'youtube.comment')
    : null
}

/** The text in the body of a new comment, which is not checked yet; empty if there is none. */
export function textOf(json: Json): string {
  const thread = newThread.safeParse(json).data?.snippet.topLevelComment.snippet.textOriginal
  return thread ?? newReply.safeParse(json).data?.snippet.textOriginal ?? ''
}
