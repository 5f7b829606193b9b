import type { Reader } from '../../store/engine/database.ts'
import type { Approval, DraftRow } from '../../store/posts/drafts.ts'
import type { Caller } from '../context.ts'
import { draftConflict } from '../wrong-state.ts'
import { checkRevision, ownDraft } from './own-draft.ts'

export interface WaitingDraft extends DraftRow {
  readonly approval: Approval
}

interface WaitingDraftQuery {
  readonly caller: Caller
  readonly params: { readonly id: string }
  readonly body: { readonly expected_revision: number; readonly profile_id?: string | undefined }
}

/** The caller’s draft, which must wait for approval in this revision. */
export async function waitingDraft(db: Reader, { caller, params, body }: WaitingDraftQuery): Promise<WaitingDraft> {
  const draft = await ownDraft(db, caller, params.id, body.profile_id)
  checkRevision(draft, body.expected_revision)
  const { approval } = draft
  if (!draft.awaiting || !approval)
    throw draftConflict(
      'wrong_state',
      draft,
      'The draft does not wait for approval. It does after an author submits it with POST /drafts/{id}/submit.',
    )
  return { ...draft, approval }
}
