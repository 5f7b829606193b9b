import type { Database } from '../store/engine/database.ts'
import { claimPosts, type WatchedPost } from '../store/watched-posts.ts'
import { allOf, type Source, sourceOf } from './source.ts'

/** Posts that one process answers comments of at the same time: few, since a language model is slow, and publishing goes first. */
export const watchSlots = 4

/** Posts whose comments are due to be read. The transaction is serializable, so that two workers never have two posts of one account. */
export const dueWatchedPosts = (database: Database): Source<WatchedPost> =>
  sourceOf(database, 'watched_posts', async (ask) => allOf(await database.transaction((tx) => claimPosts(tx, ask))))
