import { notFound } from '../../contract/errors.ts'
import { findEntry, listThread } from '../../store/comments/inbox.ts'
import { listReplyAuthors } from '../../store/comments/replies.ts'
import type { UseCase } from '../context.ts'
import { showEntries, showRow } from './show-entry.ts'

const threadShown = 200

export const getInboxEntry: UseCase<'getInboxEntry'> = async ({ database, platforms, caller, params }) => {
  const row = await findEntry(database.read, caller.userId, params.id)
  const [entry] = row ? await showEntries(database.read, platforms, [row]) : []
  if (!row || !entry) throw notFound('comment')
  const [thread, authors] = await Promise.all([
    listThread(database.read, row, threadShown),
    listReplyAuthors(database.read, [row.job_id]),
  ])
  const { platform, remote_post_id } = entry.comment
  const post = { id: row.job_id, named: platform, platform_post_id: remote_post_id }
  return {
    status: 'ok',
    data: {
      entry,
      thread: thread.map((one) => ({
        entry_id: one.is_own ? null : one.id,
        read: one.is_own || one.read_at !== null,
        comment: showRow(post, one, authors),
      })),
    },
  }
}
