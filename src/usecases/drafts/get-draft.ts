import type { UseCase } from '../context.ts'
import { ownDraft } from './own-draft.ts'
import { readDraft } from './show-draft.ts'

export const getDraft: UseCase<'getDraft'> = async ({ database, media, caller, params, query }) => {
  const draft = await ownDraft(database.read, caller, params.id, query.profile_id)
  return { status: 'ok', data: await readDraft(database.read, media, draft) }
}
