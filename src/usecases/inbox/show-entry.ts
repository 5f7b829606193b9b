import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import type { Platform } from '../../platforms/shared/platform.ts'
import type { CommentRow } from '../../store/comments/comments.ts'
import { findComments, listReplies, readBeside } from '../../store/comments/inbox.ts'
import { listReplyAuthors, type ReplyAuthor } from '../../store/comments/replies.ts'
import type { Reader } from '../../store/engine/database.ts'
import { isoTime, isoTimeOrNull } from '../../system/clock.ts'
import { showAutoReply } from '../auto-replies/show-auto-reply.ts'
import { type ShownComment, showComment } from '../comments/show-comment.ts'

type Entry = Output<Operations['getInboxEntry']>['data']['entry']

/** Replies of anybody that are shown with a comment. */
const repliesShown = 20

/** Reads what belongs to comments, with one statement for each kind, and shows them. */
export async function showEntries(
  db: Reader,
  platforms: readonly Platform[],
  rows: readonly CommentRow[],
): Promise<Entry[]> {
  if (rows.length === 0) return []
  const jobIds = [...new Set(rows.map(({ job_id }) => job_id))]
  const [parents, replies, { posts, sent, drafted }, authors] = await Promise.all([
    findComments(
      db,
      jobIds,
      rows.flatMap(({ parent_id }) => parent_id ?? []),
    ),
    listReplies(db, rows, repliesShown),
    readBeside(db, rows),
    listReplyAuthors(db, jobIds),
  ])
  return rows.flatMap((row) => {
    const post = posts.find(({ id }) => id === row.job_id)
    // It was deleted in this moment.
    if (!post) return []
    const isBelow = (other: Pick<CommentRow, 'job_id' | 'comment_id'>): boolean =>
      other.job_id === row.job_id && other.comment_id === row.comment_id
    const own = sent.filter(isBelow)
    const parent = parents.find(({ job_id, comment_id }) => job_id === row.job_id && comment_id === row.parent_id)
    const answers = replies.filter(
      ({ job_id, parent_id, comment_id }) =>
        job_id === row.job_id && parent_id === row.comment_id && !own.some(({ reply_id }) => reply_id === comment_id),
    )
    const auto = drafted.find(isBelow)
    const platform = platforms.find(({ name }) => name === row.platform)
    return {
      id: row.id,
      profile_id: row.profile_id,
      comment: showRow(post, row, authors),
      post: {
        post_id: post.post_id,
        job_id: post.id,
        platform: post.named,
        message: post.message,
        url: post.platform_post_url,
        posted_at: isoTimeOrNull(post.finished_at),
      },
      parent: parent ? showRow(post, parent, authors) : null,
      replies: answers.map((answer) => showRow(post, answer, authors)),
      own_replies: own.map(({ message, status, reply_id, url, started_at, sent_at, created_by }) => ({
        message,
        status: sentStatus[status],
        reply_id,
        url,
        created_at: isoTime(started_at),
        created_by,
        posted_at: isoTimeOrNull(sent_at),
      })),
      auto_reply: auto ? showAutoReply(auto) : null,
      read: row.read_at !== null,
      can_reply: row.can_reply && post.account === 'connected' && platform?.live.reply !== undefined,
      found_at: isoTime(row.found_at),
    }
  })
}

const sentStatus = { begun: 'sending', sent: 'posted', unknown: 'unknown' } as const

export const showRow = (
  post: Parameters<typeof showComment>[0],
  row: CommentRow,
  authors: readonly ReplyAuthor[],
): ShownComment =>
  showComment(
    post,
    {
      id: row.comment_id,
      parentId: row.parent_id,
      author: row.author,
      message: row.message,
      createdAt: row.posted_at,
      likeCount: row.like_count,
      replyCount: row.reply_count,
      url: row.url,
      isOwn: row.is_own,
      canReply: row.can_reply,
    },
    authors,
  )
