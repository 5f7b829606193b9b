import { z } from 'zod'
import { notice, untrustedNotice } from '../fields.ts'
import { defineTool } from '../tool.ts'

export const reviewAutoReply = defineTool({
  name: 'review_auto_reply',
  title: 'Decide about an automatic reply',
  description:
    'Approves an automatic reply that waits for a decision. It is then posted once. get_overview lists those that wait. Show the reply to the person first.',
  kind: 'sends',
  input: z.strictObject({ auto_reply_id: z.int(), action: z.enum(['approve']) }),
  output: z.strictObject({
    auto_reply_id: z.int(),
    status: z.string(),
    untrusted_comment: z.string(),
    reply: z.string().nullable(),
    notice,
  }),
  run: async ({ operate, input }) => {
    const { data } = await operate('approveAutoReply', { params: { id: input.auto_reply_id } })
    const { id, status, comment_message, message } = data
    return { auto_reply_id: id, status, untrusted_comment: comment_message, reply: message, notice: untrustedNotice }
  },
})
