import { isDeepStrictEqual } from 'node:util'
import { sameNames } from '../../domain/folded.ts'
import type { Reader } from '../../store/engine/database.ts'
import { type DraftContent, type DraftRow, editDraft, releaseDraftMedia } from '../../store/posts/drafts.ts'
import { actorOf } from '../actor-of.ts'
import type { Call, UseCase } from '../context.ts'
import { ownProfile } from '../profiles/own-profile.ts'
import { changedDraft, keepContent } from './draft-content.ts'
import { checkRevision, ownDraft } from './own-draft.ts'
import { readDraft } from './show-draft.ts'

export const updateDraft: UseCase<'updateDraft'> = async (call) => {
  const { database, media, clock, caller, body, answer } = call
  const saved = await found(database.read, call)
  const { id: profileId } = await ownProfile(database.read, caller, body.profile_id ?? saved.profile_id)
  checkRevision(saved, body.expected_revision)
  const changed = await changedDraft(call, saved, body)
  const { content } = changed
  return database.ofUser(caller.userId, async (tx) => {
    await ownProfile(tx, caller, profileId)
    const draft = await found(tx, call)
    // The revision is the same, so the content from above is still current.
    checkRevision(draft, body.expected_revision)
    if (draft.awaiting || draft.profile_id !== profileId || !hasContent(draft, content)) {
      const now = clock.now()
      await editDraft(tx, draft, { profileId, now, by: actorOf(caller), content })
      await releaseDraftMedia(tx, draft.id)
      await keepContent(tx, caller, draft.id, { ...changed, now })
    }
    return answer(tx, { status: 'ok' as const, data: await readDraft(tx, media, await ownDraft(tx, caller, draft.id)) })
  })
}

const found = (db: Reader, { caller, params, query }: Call<'updateDraft'>): Promise<DraftRow> =>
  ownDraft(db, caller, params.id, query.profile_id)

const hasContent = (draft: DraftContent, content: DraftContent): boolean =>
  isDeepStrictEqual(pick(draft), pick(content)) && sameNames(draft.labels, content.labels)

const pick = (draft: DraftContent) => ({
  message: draft.message,
  platforms: draft.platforms,
  media: draft.media,
  comments: draft.comments,
  options: draft.options,
  auto_reply_enabled: draft.auto_reply_enabled,
  template: draft.template,
  planned_at: draft.planned_at,
  planned_timezone: draft.planned_timezone,
})
