import type { Database } from '../store/engine/database.ts'
import { claimReplies, type DoubtfulReply } from '../store/replies.ts'
import { allOf, type Source, sourceOf } from './source.ts'

/** Replies that one process asks about at the same time. */
export const replySlots = 8

/** Replies that may have been sent or not. */
export const doubtfulReplies = (database: Database): Source<DoubtfulReply> =>
  sourceOf(database, 'replies', async (ask) => allOf(await database.step((tx) => claimReplies(tx, ask))))
