import { countInbox, markInbox as mark } from '../../store/comments/inbox.ts'
import type { UseCase } from '../context.ts'
import { inboxFilters } from './inbox-filters.ts'

export const markInbox: UseCase<'markInbox'> = async ({ database, platforms, caller, body, answer }) => {
  const { ids, until, read } = body
  const filters = await inboxFilters(database.read, platforms, caller, body)
  const found = { ...filters, ids, until: until === undefined ? undefined : Date.parse(until) }
  return database.step(async (tx) => {
    const changed = await mark(tx, found, read)
    return answer(tx, {
      status: 'ok',
      data: { changed, ...(await countInbox(tx, { scope: { userId: caller.userId, profileIds: null } })) },
    })
  })
}
