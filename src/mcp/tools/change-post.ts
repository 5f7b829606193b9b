import { z } from 'zod'
import { PublicError } from '../../contract/errors.ts'
import { postId } from '../fields.ts'
import { shownPost, showPost } from '../show-post.ts'
import { defineTool } from '../tool.ts'

export const changePost = defineTool({
  name: 'change_post',
  title: 'Reschedule or cancel a post',
  description:
    'Moves a scheduled post to another time, or cancels it: then the post is deleted. Both are possible only before publishing starts. To change the text, cancel the post and publish a new one.',
  kind: 'sends',
  input: z.strictObject({
    post_id: postId,
    action: z.enum(['reschedule', 'cancel']),
    expected_revision: z.int().optional().describe('The revision from get_post. Required to reschedule.'),
    scheduled_at: z.string().optional().describe('Required to reschedule.'),
    scheduled_timezone: z.string().optional(),
  }),
  output: z.strictObject({
    post_id: z.int(),
    cancelled: z.boolean(),
    post: shownPost.nullable().describe('Null if the post was cancelled.'),
  }),
  run: async ({ operate, input: { post_id, action, ...body } }) => {
    const params = { id: post_id }
    if (action === 'cancel') {
      const { data } = await operate('deletePost', { params })
      return { post_id: data.id, cancelled: true, post: null }
    }
    if (body.scheduled_at === undefined) throw timeMissing()
    const { data } = await operate('updatePost', { params, body })
    return { post_id: data.id, cancelled: false, post: showPost(data) }
  },
})

const timeMissing = (): PublicError =>
  new PublicError('validation_failed', 'To reschedule, send scheduled_at.', {
    details: [{ path: 'scheduled_at', code: 'required', message: 'Is required to reschedule.' }],
  })
