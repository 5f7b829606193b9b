import { z } from 'zod'
import { notFound } from '../../contract/errors.ts'
import { postId, scheduleFields } from '../fields.ts'
import type { Operate } from '../operate.ts'
import { askFirst, defineTool, Question } from '../tool.ts'

/** At most so many pages of deleted posts are searched. */
const mostPages = 5

export const restorePost = defineTool({
  name: 'restore_post',
  title: 'Bring back a deleted post',
  description:
    'Brings back a post that was deleted in the last 30 days, as a new post that is published at the time that it had. If that is over, scheduled_at is required. list_posts with deleted finds it. Call this twice: the first call changes nothing and returns a confirmation; ask the person, then call again with exactly the same fields and the confirmation.',
  kind: 'sends',
  operation: 'restorePost',
  input: z.strictObject({
    post_id: postId,
    scheduled_at: z.string().optional().describe('Left out: the time that the post had.'),
    scheduled_timezone: scheduleFields.scheduled_timezone,
    confirmation: z.string().optional().describe('From the first call. Valid for 30 minutes.'),
  }),
  output: z.strictObject({
    restored: z.boolean().describe('False: a confirmation is needed first.'),
    post_id: z.int().describe('Of the new post, once there is one.'),
    message: z.string(),
    scheduled_at: z.string().nullable(),
    confirmation: z.string().nullable(),
  }),
  run: async (call) => {
    const { operate, caller, confirmations, pages } = call
    const { confirmation, ...given } = call.input
    const { post_id, ...body } = given
    const { id, message, scheduled_at } = await deletedPost(operate, post_id)
    const at = body.scheduled_at ?? scheduled_at
    const to = [at, body.scheduled_timezone].filter(Boolean).join(' ')
    const question = new Question(
      `Bring back this post, to be published at ${to}?\n\n${message}`,
      'Bring the post back',
    )
    const asked = askFirst(call, question, pages.deletedPosts)
    if (confirmation === undefined) {
      const made = confirmations.make(caller.userId, given)
      return { restored: false, post_id: id, message, scheduled_at: at, confirmation: made.confirmation }
    }
    const idempotencyKey = confirmations.check(caller.userId, given, confirmation)
    if (asked) return asked
    const made = await operate('restorePost', { params: { id: post_id }, body, idempotencyKey })
    return { restored: true, post_id: made.post_id, message, scheduled_at: made.scheduled_at, confirmation: null }
  },
})

/** The read of one deleted post is 404, so it is looked for in the list. */
async function deletedPost(operate: Operate, id: number) {
  let cursor: string | undefined
  for (let page = 0; page < mostPages; page += 1) {
    const query = { deleted: 'only', profile_id: 'all', per_page: '100', cursor }
    const { data } = await operate('listPosts', { query })
    const found = data.posts.find((post) => post.id === id || post.jobs.some(({ jobId }) => jobId === id))
    if (found) return found
    if (data.next_cursor === null) break
    cursor = data.next_cursor
  }
  throw notFound('post')
}
