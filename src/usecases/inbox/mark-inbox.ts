import { countInbox, markInbox as mark } from '../../store/inbox.ts'
import type { UseCase } from '../context.ts'
import { inboxFilters } from './inbox-filters.ts'

export const markInbox: UseCase<'markInbox'> = async ({ database, platforms, caller, body }) => {
  const { ids, until, read } = body
  const filters = await inboxFilters(database.read, platforms, caller, body)
  const found = { ...filters, ids, until: until === undefined ? undefined : Date.parse(until) }
  const changed = await database.step((tx) => mark(tx, found, read))
  return { status: 'ok', data: { changed, ...(await countInbox(database.read, { userId: caller.userId })) } }
}
