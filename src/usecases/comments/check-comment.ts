import { longestRead, readAs } from '../../accounts/read.ts'
import { type DetailCode, PublicError } from '../../contract/errors.ts'
import { findComments } from '../../store/comments/inbox.ts'
import { isSentReply } from '../../store/comments/replies.ts'
import { listSteps } from '../../store/jobs/steps.ts'
import type { Call } from '../context.ts'
import { type CommentedPost, readPage } from './commented-post.ts'

/** How many of the newest comments are searched. */
export const lookedThrough = 100

/** Refuses a comment that the account wrote itself, and one that is known to be under another post. */
export async function checkComment(
  call: Call<'replyToComment'>,
  found: CommentedPost,
  commentId: string,
): Promise<void> {
  const { title } = found.platform
  switch (await authorOf(call, found, commentId)) {
    case 'account':
      throw refusal(
        found,
        'own_comment',
        `The ${title} account wrote this comment itself, so Polypost does not reply to it.`,
      )
    case 'nobody':
      throw refusal(
        found,
        'other_post',
        `There is no such comment under this post on ${title}. Send the \`post_id\` and the \`id\` that GET /comments returns together.`,
      )
  }
}

/**
 * Polypost knows what it sent and what it has listed. It looks for any other comment; if the platform does not show it, the
 * platform decides. Nobody: there is no such comment under the post.
 */
async function authorOf(
  call: Call<'replyToComment'>,
  found: CommentedPost,
  commentId: string,
): Promise<'account' | 'other' | 'nobody' | 'unknown'> {
  const { read } = call.database
  const { job, platform, account, post } = found
  const [known] = await findComments(read, [job.id], [commentId])
  if (known) return known.is_own ? 'account' : 'other'
  if (await isSentReply(read, job.id, commentId)) return 'account'
  const steps = await listSteps(read, job.id)
  if (steps.some(({ result }) => namesId(result, commentId))) return 'account'
  const { findComment } = platform.live
  if (findComment) {
    const one = await readAs(call.accounts.callAs, account, 'comments', (context) =>
      findComment({ post, commentId }, context),
    )
    if (one.type !== 'read') return 'unknown'
    return one.value === null ? 'nobody' : one.value.isOwn ? 'account' : 'other'
  }
  const page = await readPage(call, found, { limit: lookedThrough, cursor: null }, AbortSignal.timeout(longestRead))
  const listed = page.type === 'read' ? page.value.comments.find(({ id }) => id === commentId) : undefined
  return listed === undefined ? 'unknown' : listed.isOwn ? 'account' : 'other'
}

const namesId = (result: unknown, id: string): boolean =>
  typeof result === 'object' && result !== null && Object.values(result).includes(id)

const refusal = ({ job }: CommentedPost, code: DetailCode, message: string): PublicError =>
  new PublicError('content_rejected', message, {
    details: [{ platform: job.named, path: 'comment_id', code, message }],
  })
