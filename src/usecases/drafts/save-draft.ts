import { insertDraft } from '../../store/drafts.ts'
import { uuid7 } from '../../system/random.ts'
import { actorOf } from '../actor-of.ts'
import type { UseCase } from '../context.ts'
import { ownProfile } from '../profiles/own-profile.ts'
import { changedDraft, emptyDraft, keepNamedMedia } from './draft-content.ts'
import { ownDraft } from './own-draft.ts'
import { showDraft } from './show-draft.ts'

export const saveDraft: UseCase<'saveDraft'> = async (call) => {
  const { database, clock, caller, body, answer } = call
  await ownProfile(database.read, caller, body.profile_id)
  const { content, mediaKeys } = await changedDraft(call, emptyDraft, body)
  const now = clock.now()
  const id = uuid7(now)
  return database.transaction(async (tx) => {
    const profile = await ownProfile(tx, caller, body.profile_id)
    await insertDraft(tx, { id, user_id: caller.userId, profile_id: profile.id, now, by: actorOf(caller), content })
    await keepNamedMedia(tx, id, mediaKeys)
    return answer(tx, { status: 'ok' as const, data: showDraft(await ownDraft(tx, caller, id)) })
  })
}
