import { z } from 'zod'
import { PublicError } from '../../contract/errors.ts'
import { notice, untrustedNotice } from '../fields.ts'
import { askFirst, defineTool, Question } from '../tool.ts'

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
    message: z
      .string()
      .optional()
      .describe(
        'The words to post, only to approve. Default: the draft. Required if unattended of get_overview is false.',
      ),
  }),
  output: z.strictObject({
    auto_reply_id: z.int(),
    status: z.string(),
    untrusted_comment: z.string(),
    reply: z.string().nullable(),
    notice,
  }),
  run: async (call) => {
    const { operate, pages, input } = call
    const { auto_reply_id, action, ...body } = input
    const asked = askFirst(call, question(input), pages.waitingReplies)
    if (asked && action === 'approve' && input.message === undefined) throw wordsMissing()
    if (asked) return asked
    const name = action === 'approve' ? 'approveAutoReply' : 'rejectAutoReply'
    const { id, status, comment_message, message } = (await operate(name, { params: { id: auto_reply_id }, body })).data
    return { auto_reply_id: id, status, untrusted_comment: comment_message, reply: message, notice: untrustedNotice }
  },
})

interface ReviewRequest {
  readonly auto_reply_id: number
  readonly action: 'approve' | 'reject'
  readonly message?: string | undefined
}

const question = ({ auto_reply_id, action, message }: ReviewRequest): Question =>
  action === 'approve'
    ? new Question(`Post the automatic reply ${auto_reply_id}?\n\n${message}`, 'Post the reply')
    : new Question(`Reject the automatic reply ${auto_reply_id}?`, 'Reject the reply')

/** The person agrees to exactly these words. */
const wordsMissing = (): PublicError =>
  new PublicError('validation_failed', 'Send message: the words that the person is asked about.', {
    details: [{ path: 'message', code: 'required', message: 'Is required, because the person is asked about it.' }],
  })
