import type { Actor } from './actor.ts'
import type { NewEvent } from './post-events.ts'

/** The parts of a draft that its events contain. */
export interface EventDraft {
  readonly id: string
  readonly profileId: string
  readonly revision: number
  readonly scheduledAt: number | null
  readonly requestedBy: Actor
}

const subject = ({ id, profileId, revision, scheduledAt, requestedBy }: EventDraft) => ({
  draft_id: id,
  profile_id: profileId,
  revision,
  scheduled_at: scheduledAt === null ? null : new Date(scheduledAt).toISOString(),
  requested_by: requestedBy,
})

export const draftSubmittedEvent = (draft: EventDraft): NewEvent => ({
  name: 'draft.submitted',
  data: { ...subject(draft), status: 'awaiting_approval' },
})

/** The post was created from the draft. */
export const draftApprovedEvent = (
  draft: EventDraft,
  by: Actor,
  post: { readonly id: number; readonly batchId: string },
): NewEvent => ({
  name: 'draft.approved',
  data: { ...subject(draft), status: 'submitted', approved_by: by, post_id: post.id, batch_id: post.batchId },
})

export const draftReturnedEvent = (draft: EventDraft, by: Actor, note: string | null): NewEvent => ({
  name: 'draft.returned',
  data: { ...subject(draft), status: 'draft', returned_by: by, note },
})
