import type { Database } from '../store/engine/database.ts'
import { nextDueIn } from '../store/engine/due.ts'
import { claimReplies, type DoubtfulReply, isReplyDue, renewReplies } from '../store/replies.ts'
import type { Source } from './loop.ts'

/** Replies that one process asks about at once. */
export const replySlots = 8

/** Replies of which nobody knows whether they were taken. */
export const doubtfulReplies = (database: Database): Source<DoubtfulReply> => ({
  // Looking costs less than a claim that finds nothing, and there hardly ever are any.
  claim: async ({ slots, lease }) =>
    (await isReplyDue(database.read)) ? database.step((tx) => claimReplies(tx, slots, lease)) : [],
  renew: (claims, lease) => database.step((tx) => renewReplies(tx, claims, lease)),
  nextDueIn: () => nextDueIn(database.read, 'replies'),
})
