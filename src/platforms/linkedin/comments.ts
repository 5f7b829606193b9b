import { isDone } from '../shared/call.ts'
import { pageAfter } from '../shared/comment-page.ts'
import type { AccountContext } from '../shared/context.ts'
import { type Comment, type ReadComments, type ReadResult, unknownAuthor } from '../shared/reads.ts'
import { listComments, maxAnswers, pageSize } from './comment.ts'
import { refusal } from './errors.ts'
import { isPage, unreadable } from './permissions.ts'
import { pageUrl } from './published.ts'
import { commentsAnswer, type ListedComment } from './wire.ts'

/** For how many comments the replies are read: each needs one call. */
const maxReplyReads = 10

/**
 * The comments of a post with their replies, newest first. LinkedIn does not document its order, so all comments are read,
 * five hundred at most, and sorted here.
 */
export const readComments: ReadComments = async ({ post, limit, cursor }, context) => {
  const refused = unreadable('comments', context)
  if (refused) return refused
  const top = await listAll(post.id, context)
  if (top.type !== 'read') return top
  const comments = top.value.all.map((listed) => commentOf(listed, null, context))
  const gaps: (string | null)[] = top.value.isCut ? [null] : []
  const answered = top.value.all.filter((listed) => repliesOf(listed) !== 0)
  gaps.push(...answered.slice(maxReplyReads).map(({ urn }) => urn))
  for (const { urn } of answered.slice(0, maxReplyReads)) {
    const below = await listAll(urn, context)
    if (below.type !== 'read') return below
    if (below.value.isCut) gaps.push(urn)
    comments.push(...below.value.all.map((listed) => commentOf(listed, urn, context)))
  }
  return { type: 'read', value: { ...pageAfter(comments, { limit, cursor }), gaps } }
}

interface ListedComments {
  readonly all: readonly ListedComment[]
  /** There are more. */
  readonly isCut: boolean
}

async function listAll(under: string, context: AccountContext): Promise<ReadResult<ListedComments>> {
  const all: ListedComment[] = []
  for (let read = 0; read < maxAnswers; read += 1) {
    const answer = await listComments(under, read * pageSize, context)
    if (!isDone(answer)) return refusal(answer, 'read', context)
    const { elements, hasNext } = commentsAnswer.parse(answer.json())
    all.push(...elements)
    if (!hasNext) return { type: 'read', value: { all, isCut: false } }
  }
  return { type: 'read', value: { all, isCut: true } }
}

/** Null: LinkedIn does not say. */
const repliesOf = ({ commentsSummary }: ListedComment): number | null =>
  commentsSummary?.totalFirstLevelComments ?? commentsSummary?.aggregatedTotalComments ?? null

/** LinkedIn returns the author's URN, and rarely the name; some comments have no author at all (2026-11-22). */
function commentOf(listed: ListedComment, parentId: string | null, context: AccountContext): Comment {
  const { name } = listed
  const actor = listed.actor ?? null
  const isOwn = actor === context.account.remoteId
  return {
    id: listed.urn,
    parentId,
    author: {
      ...unknownAuthor,
      id: actor,
      name,
      profileUrl: actor !== null && isPage(actor) ? pageUrl(actor.replace(/^.*:/, ''), context) : null,
    },
    message: listed.message.text,
    createdAt: listed.created.time,
    likeCount: listed.likesSummary?.totalLikes ?? null,
    replyCount: repliesOf(listed),
    url: null,
    isOwn,
    canReply: !isOwn,
  }
}
