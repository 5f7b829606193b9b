import { longestRead } from '../../accounts/read.ts'
import { isSentReply } from '../../store/replies.ts'
import { listSteps } from '../../store/steps.ts'
import type { Call } from '../context.ts'
import { type CommentedPost, readPage } from './commented-post.ts'

/** How many of the newest comments are searched. */
export const lookedThrough = 100

/**
 * Whether the account wrote the comment itself. Polypost knows what it sent. It looks for a comment that was written
 * elsewhere, unless the platform charges for that; if the platform does not show it, the platform decides.
 */
export async function isOwnComment(
  call: Call<'replyToComment'>,
  found: CommentedPost,
  commentId: string,
): Promise<boolean> {
  const { read } = call.database
  if (await isSentReply(read, found.job.id, commentId)) return true
  const steps = await listSteps(read, found.job.id)
  if (steps.some(({ result }) => namesId(result, commentId))) return true
  if (found.platform.live.listingCosts) return false
  const page = await readPage(call, found, { limit: lookedThrough, cursor: null }, AbortSignal.timeout(longestRead))
  return page.type === 'read' && page.value.comments.some(({ id, isOwn }) => id === commentId && isOwn)
}

const namesId = (result: unknown, id: string): boolean =>
  typeof result === 'object' && result !== null && Object.values(result).includes(id)
