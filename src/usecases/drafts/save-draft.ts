import type { Transaction } from '../../store/engine/database.ts'
import { insertDraft } from '../../store/posts/drafts.ts'
import { uuid7 } from '../../system/random.ts'
import { actorOf } from '../actor-of.ts'
import type { Call, UseCase } from '../context.ts'
import { ownProfile } from '../profiles/own-profile.ts'
import { type ChangedDraft, changedDraft, emptyDraft, keepContent } from './draft-content.ts'
import { ownDraft } from './own-draft.ts'
import { readDraft } from './show-draft.ts'

export const saveDraft: UseCase<'saveDraft'> = async (call) => {
  const { database, media, caller, body, answer } = call
  await ownProfile(database.read, caller, body.profile_id)
  const changed = await changedDraft(call, emptyDraft, body)
  return database.ofUser(caller.userId, async (tx) => {
    const id = await storeDraft(tx, call, body.profile_id, changed)
    return answer(tx, { status: 'ok' as const, data: await readDraft(tx, media, await ownDraft(tx, caller, id)) })
  })
}

/** Stores a new draft, and returns its ID. */
export async function storeDraft(
  tx: Transaction,
  { clock, caller }: Pick<Call<'saveDraft'>, 'clock' | 'caller'>,
  profileId: string | undefined,
  changed: ChangedDraft,
): Promise<string> {
  const now = clock.now()
  const id = uuid7(now)
  const profile = await ownProfile(tx, caller, profileId)
  await insertDraft(tx, {
    id,
    user_id: caller.userId,
    profile_id: profile.id,
    now,
    by: actorOf(caller),
    content: changed.content,
  })
  await keepContent(tx, caller, id, { ...changed, now })
  return id
}
