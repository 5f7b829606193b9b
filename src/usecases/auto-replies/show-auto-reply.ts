import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import type { AutoReplyRow } from '../../store/comments/auto-replies.ts'
import { isoTime, isoTimeOrNull } from '../../system/clock.ts'

export const showAutoReply = (row: AutoReplyRow): Output<Operations['approveAutoReply']>['data'] => ({
  id: row.id,
  profile_id: row.profile_id,
  post_id: row.job_id,
  platform: row.platform,
  comment_id: row.comment_id,
  comment_author: row.comment_author,
  comment_message: row.comment_message,
  message: row.message,
  drafted_message: row.drafted_message,
  facts: row.facts,
  status: row.status,
  decided_by: row.decided_by,
  reply_id: row.reply_id,
  error: row.error,
  created_at: isoTime(row.created_at),
  posted_at: isoTimeOrNull(row.posted_at),
})
