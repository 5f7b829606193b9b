import { z } from 'zod'
import { beginReading } from '../../store/comments/comments.ts'
import { listInbox as findEntries } from '../../store/comments/inbox.ts'
import { isoTime } from '../../system/clock.ts'
import { groupOf } from '../comments/commented-post.ts'
import type { UseCase } from '../context.ts'
import { readCursor, writeCursor } from '../list-cursor.ts'
import { inboxFilters } from './inbox-filters.ts'
import { showEntries } from './show-entry.ts'

const position = z.object({ posted_at: z.number(), id: z.number() })

export const listInbox: UseCase<'listInbox'> = async ({ database, platforms, sealer, caller, query }) => {
  const { read } = database
  const { post_id, unread, needs_approval, search, limit, cursor } = query
  const filters = {
    ...(await inboxFilters(read, platforms, caller, query)),
    jobIds: post_id === undefined ? undefined : (await groupOf(read, caller, post_id)).jobs.map(({ id }) => id),
    unread,
    needsApproval: needs_approval,
    search,
  }
  const parameters = ['inbox', filters] as const
  const after = cursor === undefined ? null : readCursor(sealer, parameters, position, cursor)
  // Before the list: what is found in the meantime is not marked as read with it.
  const now = await beginReading(read)
  const found = await findEntries(read, filters, { after, limit: limit + 1 })
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return {
    status: 'ok',
    data: {
      entries: await showEntries(read, platforms, shown),
      listed_at: isoTime(now),
      next_cursor:
        last && found.length > limit
          ? writeCursor(sealer, parameters, { posted_at: last.posted_at, id: last.id })
          : null,
    },
  }
}
