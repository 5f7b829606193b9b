import type { Finding } from '../../domain/content.ts'
import { type DraftRow, markDraftSubmitted, type Submission } from '../../store/drafts.ts'
import type { Reader } from '../../store/engine/database.ts'
import type { Call, UseCase } from '../context.ts'
import { admitExamined, examinePost } from '../posts/admit-post.ts'
import { type PostRequest, submittedDraft } from '../posts/post-request.ts'
import { type ReadSchedule, readSchedule } from '../posts/resolve-schedule.ts'
import { storePost } from '../posts/store-post.ts'
import { ownProfile } from '../profiles/own-profile.ts'
import { malformed } from '../refuse.ts'
import { checkRevision, ownDraft } from './own-draft.ts'
import { readDraft } from './show-draft.ts'

export const submitDraft: UseCase<'submitDraft'> = async (call) => {
  const { database, clock, caller, params, body, answer, wake } = call
  const schedule = readSchedule({ scheduledAt: body.scheduled_at, timezone: body.scheduled_timezone })
  if (schedule.findings.length > 0) throw malformed(schedule.findings)
  const read = (db: Reader) => ownDraft(db, caller, params.id, body.profile_id)
  const isRepeat = (draft: DraftRow) => wasSubmitted(draft, body.expected_revision, schedule)

  const found = await read(database.read)
  const checked = isRepeat(found) ? null : await check(call, found)
  const answered = await database.transaction(async (tx) => {
    const draft = await read(tx)
    // Before the findings are reported: the same submit may have succeeded during the checks.
    if (!isRepeat(draft)) {
      if (!checked) throw new Error('What was submitted stays so.')
      const post = await storePost(tx, call, checked.requested, admitExamined(checked.examined))
      const { at, timezone, nextSlot } = schedule
      await markDraftSubmitted(tx, draft.id, { post, schedule: { at, timezone, nextSlot } }, clock.now())
    }
    return answer(tx, { status: 'ok' as const, data: await readDraft(tx, await read(tx)) })
  })
  wake()
  return answered
}

/** Whether the same submit was made before. Throws if another one was made, or if the revision is another one. */
function wasSubmitted(draft: DraftRow, expected: number, requested: ReadSchedule): boolean {
  const made = draft.submission?.schedule
  if (made && draft.revision === expected && isSameSchedule(made, requested)) return true
  checkRevision(draft, expected)
  return false
}

const isSameSchedule = (made: Submission['schedule'], { at, timezone, nextSlot }: ReadSchedule): boolean =>
  made.at === at && made.timezone === timezone && made.nextSlot === nextSlot

async function check(call: Call<'submitDraft'>, draft: DraftRow) {
  const profile = await ownProfile(call.database.read, call.caller, draft.profile_id)
  const requested = submittedDraft(draft, call.body)
  const examined = await examinePost(call, profile, requested)
  return { requested, examined: { ...examined, findings: [...unfinished(requested), ...examined.findings] } }
}

/** The fields that a draft may leave empty but a post requires. */
function unfinished({ message, platforms, comments }: PostRequest): Finding[] {
  const empty = [
    ...(message === '' ? ['message'] : []),
    ...(platforms.length === 0 ? ['platforms'] : []),
    ...comments.flatMap((comment, at) => (comment === '' ? [`comments_under_post.${at}`] : [])),
  ]
  return empty.map((path) => ({
    path,
    code: 'required',
    message: `The draft’s \`${path}\` is still empty. Edit the draft, then submit it again.`,
  }))
}
