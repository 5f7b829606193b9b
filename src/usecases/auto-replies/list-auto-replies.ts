import { pageSize } from '../../contract/common.ts'
import { listAutoReplies as findAutoReplies } from '../../store/auto-replies.ts'
import type { UseCase } from '../context.ts'
import { ownProfile } from '../profiles/own-profile.ts'
import { showAutoReply } from './show-auto-reply.ts'

export const listAutoReplies: UseCase<'listAutoReplies'> = async ({ database, caller, query }) => {
  const { page, status } = query
  const per_page = pageSize(query)
  const profile = await ownProfile(database.read, caller, query.profile_id)
  const range = { offset: (page - 1) * per_page, limit: per_page }
  const { rows, total } = await findAutoReplies(database.read, { profileId: profile.id, status }, range)
  return { status: 'ok', data: { auto_replies: rows.map(showAutoReply), meta: { page, per_page, total } } }
}
