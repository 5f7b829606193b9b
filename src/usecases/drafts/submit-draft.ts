import { draftSubmittedEvent } from '../../domain/draft-events.ts'
import { policyOf } from '../../domain/roles.ts'
import { appendEvents } from '../../store/deliveries/events.ts'
import type { Reader, Transaction } from '../../store/engine/database.ts'
import { type DraftRow, markDraftSubmitted, requestApproval, type Submission } from '../../store/posts/drafts.ts'
import { actorOf } from '../actor-of.ts'
import type { Call, UseCase } from '../context.ts'
import { admitExamined } from '../posts/admit-post.ts'
import { submittedDraft } from '../posts/post-request.ts'
import { type ReadSchedule, readSchedule } from '../posts/resolve-schedule.ts'
import { storePost } from '../posts/store-post.ts'
import { malformed } from '../refuse.ts'
import { draftConflict } from '../wrong-state.ts'
import { type CheckedDraft, checkDraft } from './check-draft.ts'
import { eventDraft } from './event-draft.ts'
import { checkRevision, ownDraft } from './own-draft.ts'
import { readDraft } from './show-draft.ts'

/** Publishes the draft. If the caller may not publish, or asks for it, the draft waits for approval. */
export const submitDraft: UseCase<'submitDraft'> = async (call) => {
  const { database, caller, params, body, answer, wake } = call
  const schedule = readSchedule({ scheduledAt: body.scheduled_at, timezone: body.scheduled_timezone })
  if (schedule.findings.length > 0) throw malformed(schedule.findings)
  const asks = caller.publishing.type === 'drafts' || body.ask_for_approval === true
  const read = (db: Reader) => ownDraft(db, caller, params.id, body.profile_id)
  const isRepeat = (draft: DraftRow) => wasSubmitted(draft, body.expected_revision, schedule, asks)

  const found = await read(database.read)
  // Whoever approves it decides how far ahead it must be.
  const checking = asks ? { ...call, caller: { ...caller, publishing: policyOf('author') } } : call
  const checked = isRepeat(found) ? null : await checkDraft(checking, found, submittedDraft(found, body))
  const answered = await database.ofUser(caller.userId, async (tx) => {
    const draft = await read(tx)
    // Before the findings are reported: the same submit may have succeeded during the checks.
    if (!isRepeat(draft)) {
      if (!checked) throw new Error('What was submitted stays so.')
      await (asks ? askForApproval : publish)(tx, call, draft, schedule, checked)
    }
    return answer(tx, { status: 'ok' as const, data: await readDraft(tx, call.media, await read(tx)) })
  })
  wake()
  return answered
}

type SubmitCall = Call<'submitDraft'>

async function publish(
  tx: Transaction,
  call: SubmitCall,
  { id }: DraftRow,
  { at, timezone, nextSlot }: ReadSchedule,
  { requested, examined }: CheckedDraft,
): Promise<void> {
  const post = await storePost(tx, call, requested, admitExamined(examined))
  await markDraftSubmitted(tx, id, { post, schedule: { at, timezone, nextSlot } }, call.clock.now())
}

/** Only what could be published now is worth an approval. */
async function askForApproval(
  tx: Transaction,
  { caller, clock, params, body }: SubmitCall,
  draft: DraftRow,
  { at, timezone, nextSlot }: ReadSchedule,
  { examined }: CheckedDraft,
): Promise<void> {
  admitExamined(examined)
  const now = clock.now()
  await requestApproval(tx, draft.id, {
    by: actorOf(caller),
    at: now,
    schedule: { at, timezone, nextSlot },
    webhook_url: body.webhook_url ?? null,
    decision: null,
  })
  const asked = await ownDraft(tx, caller, params.id)
  await appendEvents(tx, { userId: caller.userId, postId: null, now }, [draftSubmittedEvent(eventDraft(asked))])
}

/**
 * Whether the same submit was made before. Throws if another one was made, or if the revision is another one. For a caller
 * who asks for approval, the same request that still waits is a repeat, too.
 */
function wasSubmitted(draft: DraftRow, expected: number, requested: ReadSchedule, asks: boolean): boolean {
  const made = draft.submission?.schedule ?? (asks && draft.awaiting ? draft.approval?.schedule : undefined)
  if (made && draft.revision === expected && isSameSchedule(made, requested)) return true
  checkRevision(draft, expected)
  if (draft.template)
    throw draftConflict(
      'wrong_state',
      draft,
      'A template stays unpublished. Make a draft from it with POST /drafts/{id}/duplicate, and submit that.',
    )
  if (draft.awaiting)
    throw draftConflict(
      'wrong_state',
      draft,
      'The draft already waits for approval. An editor approves it with POST /drafts/{id}/approve. To submit it in another way, edit it first: that withdraws it.',
    )
  return false
}

const isSameSchedule = (made: Submission['schedule'], { at, timezone, nextSlot }: ReadSchedule): boolean =>
  made.at === at && made.timezone === timezone && made.nextSlot === nextSlot
