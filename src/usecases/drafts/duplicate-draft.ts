import type { UseCase } from '../context.ts'
import { changedDraft } from './draft-content.ts'
import { ownDraft } from './own-draft.ts'
import { storeDraft } from './save-draft.ts'
import { readDraft } from './show-draft.ts'

export const duplicateDraft: UseCase<'duplicateDraft'> = async (call) => {
  const { database, media, caller, params, body, answer } = call
  const original = await ownDraft(database.read, caller, params.id)
  const changed = await changedDraft(call, original, { template: false, planned_at: null })
  return database.ofUser(caller.userId, async (tx) => {
    const id = await storeDraft(tx, call, body.profile_id ?? original.profile_id, changed)
    return answer(tx, { status: 'ok' as const, data: await readDraft(tx, media, await ownDraft(tx, caller, id)) })
  })
}
