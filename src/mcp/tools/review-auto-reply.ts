import { z } from 'zod'
import { notice, untrustedNotice } from '../fields.ts'
import { defineTool } from '../tool.ts'

export const reviewAutoReply = defineTool({
  name: 'review_auto_reply',
  title: 'Decide about an automatic reply',
  description:
    'Approves or rejects an automatic reply that waits for a decision. list_comments with needs_approval lists those that wait. An approved reply is posted once, with the drafted words or with message. Show the words to the person first.',
  kind: 'sends',
  operation: 'approveAutoReply',
  input: z.strictObject({
    auto_reply_id: z.int(),
    action: z.enum(['approve', 'reject']),
    message: z.string().optional().describe('Other words than the draft. Only to approve.'),
  }),
  output: z.strictObject({
    auto_reply_id: z.int(),
    status: z.string(),
    untrusted_comment: z.string(),
    reply: z.string().nullable(),
    notice,
  }),
  run: async ({ operate, input: { auto_reply_id, action, ...body } }) => {
    const name = action === 'approve' ? 'approveAutoReply' : 'rejectAutoReply'
    const { id, status, comment_message, message } = (await operate(name, { params: { id: auto_reply_id }, body })).data
    return { auto_reply_id: id, status, untrusted_comment: comment_message, reply: message, notice: untrustedNotice }
  },
})
