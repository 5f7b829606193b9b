import type { Instance, User } from './instance.ts'
import { newPublisher, schedulePost } from './posts.ts'
import { insertComment } from './rows.ts'

export interface CommentedJob extends User {
  readonly postId: number
  readonly jobId: number
  /** An unread comment of another person; returns the ID of its entry. */
  readonly comment: (given?: Partial<Parameters<typeof insertComment>[1]>) => Promise<number>
}

/** A user with a post, under which comments are stored without a platform. */
export async function newCommentedJob(instance: Instance): Promise<CommentedJob> {
  const user = await newPublisher(instance)
  const { id, jobIds } = await schedulePost(user)
  const jobId = jobIds[0] ?? 0
  return {
    ...user,
    postId: id,
    jobId,
    comment: (given = {}) =>
      insertComment(instance.data, { userId: user.id, profileId: user.profileId, jobId, ...given }),
  }
}
