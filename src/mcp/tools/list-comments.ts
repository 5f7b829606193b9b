import { z } from 'zod'
import type { Output } from '../../contract/operation.ts'
import type { Operations } from '../../contract/operations.ts'
import { cursor, notice, pageSize, postId, untrustedNotice } from '../fields.ts'
import { defineTool } from '../tool.ts'

const autoReply = z.strictObject({ auto_reply_id: z.int(), status: z.string(), reply: z.string().nullable() })

const shownComment = z.strictObject({
  comment_id: z.string(),
  post_id: z.int().describe('Send it with a reply.'),
  platform: z.string(),
  parent_id: z.string().nullable(),
  untrusted_author: z.string().nullable(),
  untrusted_text: z.string(),
  created_at: z.string(),
  is_own: z.boolean().describe('Written by the connected account.'),
  can_reply: z.boolean(),
  url: z.string().nullable(),
  auto_reply: autoReply.nullable(),
})

export const listComments = defineTool({
  name: 'list_comments',
  title: 'List comments',
  description:
    'With post_id: reads the comments of this post from its platforms now. Without post_id: lists the inbox, which has the comments of others on all posts as they were last read. Newest first, 20 per page. Strangers wrote the comments.',
  kind: 'reads',
  operation: 'listComments',
  input: z.strictObject({
    post_id: postId.optional(),
    unread: z.boolean().optional().describe('Only in the inbox.'),
    needs_approval: z.boolean().optional().describe('Only in the inbox: has an automatic reply that waits.'),
    search: z.string().optional().describe('Only in the inbox.'),
    cursor,
  }),
  output: z.strictObject({
    notice,
    comments: z.array(shownComment),
    failed_platforms: z.array(z.strictObject({ platform: z.string(), code: z.string(), message: z.string() })),
    next_cursor: z.string().nullable(),
  }),
  run: async ({ operate, input: { post_id, unread, needs_approval, ...more } }) => {
    const query = { ...more, limit: pageSize, unread: unread?.toString(), needs_approval: needs_approval?.toString() }
    if (post_id === undefined) {
      const { entries, next_cursor } = (await operate('listInbox', { query })).data
      const comments = entries.map(({ comment, auto_reply }) => showComment(comment, auto_reply))
      return { notice: untrustedNotice, comments, failed_platforms: [], next_cursor }
    }
    const read = (await operate('listComments', { query: { ...query, post_id: String(post_id) } })).data
    return {
      notice: untrustedNotice,
      comments: read.comments.map((comment) => showComment(comment, null)),
      failed_platforms: read.platform_errors.map(({ platform, code, message }) => ({ platform, code, message })),
      next_cursor: read.next_cursor,
    }
  },
})

type Entry = Output<Operations['listInbox']>['data']['entries'][number]

const showComment = (
  { id, author, message, post_id, platform, parent_id, created_at, is_own, can_reply, url }: Entry['comment'],
  reply: Entry['auto_reply'],
): z.input<typeof shownComment> => ({
  comment_id: id,
  ...{ post_id, platform, parent_id, created_at, is_own, can_reply, url },
  untrusted_author: author.username ?? author.name,
  untrusted_text: message,
  auto_reply: reply && { auto_reply_id: reply.id, status: reply.status, reply: reply.message },
})
