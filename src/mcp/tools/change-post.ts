import { z } from 'zod'
import { PublicError } from '../../contract/errors.ts'
import { readSchedule } from '../../usecases/posts/resolve-schedule.ts'
import { postId } from '../fields.ts'
import { shownPost, showPost } from '../show-post.ts'
import { askFirst, defineTool, Question } from '../tool.ts'

const unchanged = { cancelled: false, changed: false }

interface Change {
  readonly expected_revision?: number | undefined
  readonly scheduled_at: string
  readonly scheduled_timezone?: string | undefined
}

export const changePost = defineTool({
  name: 'change_post',
  title: 'Reschedule or cancel a post',
  description:
    'Moves a scheduled post to another time, or cancels it: then the post is deleted, and can be brought back for 30 days. Both are possible only before publishing starts. To cancel it, or to move it to an earlier time, call this twice: the first call changes nothing and returns a confirmation; ask the person, then call again with exactly the same fields and the confirmation. To change the text, cancel the post and publish a new one.',
  kind: 'sends',
  operation: 'updatePost',
  input: z.strictObject({
    post_id: postId,
    action: z.enum(['reschedule', 'cancel']),
    expected_revision: z.int().optional().describe('The revision from get_post. Required to reschedule.'),
    scheduled_at: z.string().optional().describe('Required to reschedule.'),
    scheduled_timezone: z.string().optional(),
    confirmation: z.string().optional().describe('From the first call. Valid for 30 minutes.'),
  }),
  output: z.strictObject({
    post_id: z.int(),
    cancelled: z.boolean(),
    changed: z.boolean().describe('False: a confirmation is needed first.'),
    post: shownPost.nullable().describe('Null if the post was cancelled.'),
    confirmation: z.string().nullable(),
  }),
  run: async (call) => {
    const { operate, caller, confirmations, pages } = call
    const { post_id, action, confirmation, ...given } = call.input
    const params = { id: post_id }
    const change = action === 'cancel' ? null : changeOf(given)
    const { data: before } = await operate('getPost', { params })
    if (change === null || isEarlier(change, before.scheduled_at)) {
      const asked = askFirst(call, question(before, change), pages.post(before.id))
      const confirmed = { post_id: before.id, action, ...change }
      if (confirmation === undefined) {
        const made = confirmations.make(caller.userId, confirmed)
        return { ...unchanged, post_id: before.id, post: showPost(before), confirmation: made.confirmation }
      }
      confirmations.check(caller.userId, confirmed, confirmation)
      if (asked) return asked
    }
    if (change === null) {
      const { data } = await operate('deletePost', { params })
      return { post_id: data.id, cancelled: true, changed: true, post: null, confirmation: null }
    }
    const { data } = await operate('updatePost', { params, body: change })
    return { post_id: data.id, cancelled: false, changed: true, post: showPost(data), confirmation: null }
  },
})

function changeOf({
  scheduled_at,
  ...rest
}: Omit<Change, 'scheduled_at'> & { scheduled_at?: string | undefined }): Change {
  if (scheduled_at === undefined) throw timeMissing()
  return { ...rest, scheduled_at }
}

/** Nobody has agreed to that time. The next free slot can be earlier too; a time that cannot be read is refused later. */
function isEarlier({ scheduled_at, scheduled_timezone }: Change, before: string | null): boolean {
  const { at, nextSlot } = readSchedule({ scheduledAt: scheduled_at, timezone: scheduled_timezone })
  return before !== null && (nextSlot || (at !== null && at < Date.parse(before)))
}

function question(
  post: { readonly message: string; readonly scheduled_at: string | null },
  change: Change | null,
): Question {
  const to = change && [change.scheduled_at, change.scheduled_timezone].filter(Boolean).join(' ')
  return to === null
    ? new Question(
        `Cancel and delete this post? It can be brought back for 30 days.\n\n${post.message}`,
        'Cancel the post',
      )
    : new Question(`Move this post from ${post.scheduled_at} to ${to}?\n\n${post.message}`, 'Move the post')
}

const timeMissing = (): PublicError =>
  new PublicError('validation_failed', 'To reschedule, send scheduled_at.', {
    details: [{ path: 'scheduled_at', code: 'required', message: 'Is required to reschedule.' }],
  })
