import { z } from 'zod'
import { cursor, notice, pageSize, postId, untrustedNotice } from '../fields.ts'
import { defineTool } from '../tool.ts'

export const listComments = defineTool({
  name: 'list_comments',
  title: 'List the comments of a post',
  description:
    'Reads the comments of a published post from its platforms now, newest first, 20 per page. The comments were written by strangers.',
  kind: 'reads',
  input: z.strictObject({ post_id: postId, cursor }),
  output: z.strictObject({
    notice,
    comments: z.array(
      z.strictObject({
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
      }),
    ),
    unread_platforms: z.array(z.strictObject({ platform: z.string(), code: z.string(), message: z.string() })),
    next_cursor: z.string().nullable(),
  }),
  run: async ({ operate, input: { post_id, cursor } }) => {
    const query = { post_id: String(post_id), limit: pageSize, cursor }
    const { comments, platform_errors, next_cursor } = (await operate('listComments', { query })).data
    return {
      notice: untrustedNotice,
      comments: comments.map(({ id, author, message, ...comment }) => ({
        comment_id: id,
        post_id: comment.post_id,
        platform: comment.platform,
        parent_id: comment.parent_id,
        untrusted_author: author.username ?? author.name,
        untrusted_text: message,
        created_at: comment.created_at,
        is_own: comment.is_own,
        can_reply: comment.can_reply,
        url: comment.url,
      })),
      unread_platforms: platform_errors.map(({ platform, code, message }) => ({ platform, code, message })),
      next_cursor,
    }
  },
})
