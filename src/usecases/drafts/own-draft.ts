import { notFound } from '../../contract/errors.ts'
import type { Reader } from '../../store/engine/database.ts'
import { type DraftRow, findDraft } from '../../store/posts/drafts.ts'
import type { Caller } from '../context.ts'
import { draftConflict } from '../wrong-state.ts'

/** The caller's draft with this ID. A given profile must be the draft's. */
export async function ownDraft(db: Reader, { userId }: Caller, id: string, profileId?: string): Promise<DraftRow> {
  const draft = await findDraft(db, userId, id)
  if (!draft || (profileId !== undefined && profileId !== draft.profile_id)) throw notFound('draft')
  return draft
}

/** Throws if the draft was submitted, or if its revision is another one. */
export function checkRevision(draft: DraftRow, expected: number): void {
  if (draft.submission)
    throw draftConflict(
      'already_submitted',
      draft,
      'The draft was already submitted, so it can no longer change. GET /drafts/{id} returns its jobs.',
    )
  if (draft.revision !== expected)
    throw draftConflict(
      'revision_conflict',
      draft,
      `Somebody changed this draft after you read it, so nothing was done. Read it again, then repeat your change. (Its revision is ${draft.revision}, and yours was ${expected}.)`,
    )
}
