import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import type { Comment } from '../../domain/comment.ts'
import type { ReplyAuthor } from '../../store/comments/replies.ts'
import type { JobRow } from '../../store/jobs/jobs.ts'

export type ShownComment = Output<Operations['listComments']>['data']['comments'][number]

export const showComment = (
  { id, named, platform_post_id }: Pick<JobRow, 'id' | 'named' | 'platform_post_id'>,
  { author, ...comment }: Comment,
  authors: readonly ReplyAuthor[],
): ShownComment => ({
  id: comment.id,
  platform: named,
  post_id: id,
  remote_post_id: platform_post_id ?? '',
  parent_id: comment.parentId,
  author: {
    id: author.id,
    name: author.name,
    username: author.username,
    avatar_url: author.avatarUrl,
    profile_url: author.profileUrl,
  },
  message: comment.message,
  created_at: new Date(comment.createdAt).toISOString(),
  like_count: comment.likeCount,
  reply_count: comment.replyCount,
  url: comment.url,
  is_own: comment.isOwn,
  created_by: authors.find((one) => one.job_id === id && one.reply_id === comment.id)?.created_by ?? null,
  can_reply: comment.canReply && !comment.isOwn,
})
