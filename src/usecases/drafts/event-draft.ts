import type { EventDraft } from '../../domain/draft-events.ts'
import type { DraftRow } from '../../store/posts/drafts.ts'

/** The parts of a draft that its events contain. */
export function eventDraft({ id, profile_id, revision, approval }: DraftRow): EventDraft {
  if (!approval) throw new Error('Only a draft that was submitted for approval has events.')
  return { id, profileId: profile_id, revision, scheduledAt: approval.schedule.at, requestedBy: approval.by }
}
