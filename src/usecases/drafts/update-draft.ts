import { isDeepStrictEqual } from 'node:util'
import { sameNames } from '../../domain/folded.ts'
import { type DraftContent, editDraft, releaseDraftMedia } from '../../store/drafts.ts'
import type { Reader } from '../../store/engine/database.ts'
import type { ProfileRow } from '../../store/profiles.ts'
import { actorOf } from '../actor-of.ts'
import type { Call, Caller, UseCase } from '../context.ts'
import { lockOwnProfile, ownProfile } from '../profiles/own-profile.ts'
import { changedDraft, keepContent } from './draft-content.ts'
import { checkRevision, ownDraft } from './own-draft.ts'
import { showDraft } from './show-draft.ts'

export const updateDraft: UseCase<'updateDraft'> = async (call) => {
  const { database, clock, caller, body, answer } = call
  const { draft: saved } = await editable(database.read, call, ownProfile)
  const changed = await changedDraft(call, saved, body)
  const { content } = changed
  return database.ofUser(caller.userId, async (tx) => {
    // The revision is the same, so the content from above is still current.
    const { draft, profileId } = await editable(tx, call, lockOwnProfile)
    if (draft.awaiting || draft.profile_id !== profileId || !hasContent(draft, content)) {
      const now = clock.now()
      await editDraft(tx, draft, { profileId, now, by: actorOf(caller), content })
      await releaseDraftMedia(tx, draft.id)
      await keepContent(tx, caller, draft.id, { ...changed, now })
    }
    return answer(tx, { status: 'ok' as const, data: showDraft(await ownDraft(tx, caller, draft.id)) })
  })
}

const hasContent = (draft: DraftContent, content: DraftContent): boolean =>
  isDeepStrictEqual(pick(draft), pick(content)) && sameNames(draft.labels, content.labels)

const pick = ({ message, platforms, media, comments, options, auto_reply_enabled, template }: DraftContent) => ({
  message,
  platforms,
  media,
  comments,
  options,
  auto_reply_enabled,
  template,
})

/** The draft and its new profile. Throws if the draft was submitted, or if its revision is another one. */
async function editable<Db extends Reader>(
  db: Db,
  { caller, params, query, body }: Call<'updateDraft'>,
  profileOf: (db: Db, caller: Caller, id: string) => Promise<ProfileRow>,
) {
  const draft = await ownDraft(db, caller, params.id, query.profile_id)
  const profile = await profileOf(db, caller, body.profile_id ?? draft.profile_id)
  checkRevision(draft, body.expected_revision)
  return { draft, profileId: profile.id }
}
