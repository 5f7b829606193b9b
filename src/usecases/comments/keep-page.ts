import type { CommentPage } from '../../platforms/shared/reads.ts'
import { keepListed, removeUnseen } from '../../store/comments/comments.ts'
import type { Services } from '../context.ts'
import type { CommentedPost } from './commented-post.ts'

interface Read {
  readonly page: CommentPage
  /** Null: the first page. */
  readonly cursor: string | null
  /** When reading began, in the database's time. */
  readonly since: number
}

/** Keeps a page of comments for the inbox. If it is the whole list, what it lacks does not exist any more. */
export async function keepPage(
  { database }: Pick<Services, 'database'>,
  { job, platform }: Pick<CommentedPost, 'job' | 'platform'>,
  { page: { comments, gaps, next }, cursor, since }: Read,
): Promise<void> {
  await database.transaction(async (tx) => {
    await keepListed(tx, job, { since, comments, gaps })
    if (cursor === null && next === null) await removeUnseen(tx, job.id, { since, reach: platform.live.commentsReach })
  })
}
