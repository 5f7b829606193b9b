import { countInbox as count } from '../../store/comments/inbox.ts'
import type { UseCase } from '../context.ts'
import { inboxFilters } from './inbox-filters.ts'

export const countInbox: UseCase<'countInbox'> = async ({ database, platforms, caller, query }) => ({
  status: 'ok',
  data: await count(database.read, await inboxFilters(database.read, platforms, caller, query)),
})
