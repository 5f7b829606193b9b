import { listDrafts as findDrafts } from '../../store/drafts.ts'
import type { UseCase } from '../context.ts'
import { ownProfile } from '../profiles/own-profile.ts'
import { showDraft } from './show-draft.ts'

export const listDrafts: UseCase<'listDrafts'> = async ({ database, caller, query }) => {
  const { page, per_page } = query
  const profile = await ownProfile(database.read, caller, query.profile_id)
  const offset = (page - 1) * per_page
  const { rows, total } = await findDrafts(database.read, profile.id, { offset, limit: per_page })
  return { status: 'ok', data: { drafts: rows.map(showDraft), meta: { page, per_page, total } } }
}
