import { draftApprovedEvent } from '../../domain/draft-events.ts'
import { appendEvents } from '../../store/deliveries/events.ts'
import { markDraftApproved, markDraftSubmitted } from '../../store/posts/drafts.ts'
import { isoTime } from '../../system/clock.ts'
import { actorOf } from '../actor-of.ts'
import type { Call, UseCase } from '../context.ts'
import { admitExamined } from '../posts/admit-post.ts'
import { type PostRequest, type RequestedSchedule, submittedDraft } from '../posts/post-request.ts'
import { nextSlotWord, readSchedule } from '../posts/resolve-schedule.ts'
import { storePost } from '../posts/store-post.ts'
import { malformed, refusal } from '../refuse.ts'
import { checkDraft } from './check-draft.ts'
import { eventDraft } from './event-draft.ts'
import { ownDraft } from './own-draft.ts'
import { readDraft } from './show-draft.ts'
import { type WaitingDraft, waitingDraft } from './waiting-draft.ts'

/** Publishes a draft that waits, once: only one approval finds it waiting in its revision. */
export const approveDraft: UseCase<'approveDraft'> = async (call) => {
  const { database, clock, caller, params, answer, wake } = call
  const found = await waitingDraft(database.read, call)
  const { requested, examined } = await checkDraft(call, found, approvedPost(call, found))
  const admitted = admitExamined(examined)
  const answered = await database.ofUser(caller.userId, async (tx) => {
    const draft = await waitingDraft(tx, call)
    const now = clock.now()
    const by = actorOf(caller)
    const post = await storePost(tx, call, requested, admitted, draft.approval.by)
    await markDraftSubmitted(tx, draft.id, { post, schedule: storedSchedule(requested.schedule) }, now)
    await markDraftApproved(tx, draft, { outcome: 'approved', by, at: now, note: null })
    const approved = await ownDraft(tx, caller, params.id)
    await appendEvents(tx, { userId: caller.userId, postId: post.post_id, now }, [
      draftApprovedEvent(eventDraft(approved), by, { id: post.post_id, batchId: post.batch_id }),
    ])
    return answer(tx, { status: 'ok' as const, data: await readDraft(tx, call.media, approved) })
  })
  wake()
  return answered
}

type ApproveCall = Call<'approveDraft'>

const approvedPost = (call: ApproveCall, draft: WaitingDraft): PostRequest => ({
  ...submittedDraft(draft, {}),
  webhookUrl: draft.approval.webhook_url,
  schedule: approvedSchedule(call, draft),
})

/** The time that the editor chooses, or else the one that the author wanted. */
function approvedSchedule({ clock, body }: ApproveCall, { approval }: WaitingDraft): RequestedSchedule {
  const { now, scheduled_at: scheduledAt, scheduled_timezone: timezone } = body
  if (now) return { type: 'unchanged', at: null, timezone: null }
  if (scheduledAt !== undefined || timezone !== undefined) return { type: 'requested', scheduledAt, timezone }
  const { schedule } = approval
  if (schedule.nextSlot)
    return { type: 'requested', scheduledAt: nextSlotWord, timezone: schedule.timezone ?? undefined }
  if (schedule.at !== null && schedule.at <= clock.now())
    throw refusal([
      {
        path: 'scheduled_at',
        code: 'schedule_in_past',
        message: `The author wanted ${isoTime(schedule.at)}, and this time has passed. Send another \`scheduled_at\`, or \`now\`: true.`,
      },
    ])
  return { type: 'unchanged', at: schedule.at, timezone: schedule.timezone }
}

/** So that the author’s repeated submit finds the post, if the editor did not choose another time. */
function storedSchedule(requested: RequestedSchedule) {
  if (requested.type === 'unchanged') return { at: requested.at, timezone: requested.timezone, nextSlot: false }
  const { at, timezone, nextSlot, findings } = readSchedule(requested)
  if (findings.length > 0) throw malformed(findings)
  return { at, timezone, nextSlot }
}
