import { claimAccounts, type MeasuredAccount } from '../store/analytics/measured-accounts.ts'
import { type ChoreRow, claimChores } from '../store/chores.ts'
import { claimReplies, type DoubtfulReply } from '../store/comments/replies.ts'
import { claimPosts, type WatchedPost } from '../store/comments/watched-posts.ts'
import type { Database } from '../store/engine/database.ts'
import { allOf, type Source, sourceOf } from './source.ts'

/** Regular work that is due. */
export const dueChores = (database: Database): Source<ChoreRow> =>
  sourceOf(database, 'chores', async (ask) => allOf(await database.step((tx) => claimChores(tx, ask))))

/** Accounts that one process reads at the same time: few, since publishing goes first. */
export const measuringSlots = 8

/** Accounts whose followers or posts are due to be read. */
export const dueAccounts = (database: Database): Source<MeasuredAccount> =>
  sourceOf(database, 'measured_accounts', async (ask) => allOf(await database.step((tx) => claimAccounts(tx, ask))))

/** Posts that one process answers comments of at the same time: few, since a language model is slow, and publishing goes first. */
export const watchSlots = 4

/** Posts whose comments are due to be read. The transaction is serializable, so that two workers never have two posts of one account. */
export const dueWatchedPosts = (database: Database): Source<WatchedPost> =>
  sourceOf(database, 'watched_posts', async (ask) => allOf(await database.transaction((tx) => claimPosts(tx, ask))))

/** Replies that one process asks about at the same time. */
export const replySlots = 8

/** Replies that may have been sent or not. */
export const doubtfulReplies = (database: Database): Source<DoubtfulReply> =>
  sourceOf(database, 'replies', async (ask) => allOf(await database.step((tx) => claimReplies(tx, ask))))
