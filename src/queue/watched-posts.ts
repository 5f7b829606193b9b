import type { Database } from '../store/engine/database.ts'
import { nextDueIn, renewHeld } from '../store/engine/due.ts'
import { claimPosts, isPostDue, type WatchedPost } from '../store/watched-posts.ts'
import type { Source } from './loop.ts'

/** Posts whose comments one process looks at, at once: few, since a language model answers slowly, and publishing goes first. */
export const watchSlots = 4

/** Posts whose comments are to be looked at. */
export const watchedPosts = (database: Database): Source<WatchedPost> => ({
  // Looking costs less than a claim that finds nothing. Of an account one is taken: by a whole transaction, so that two
  // processes never have two of its posts.
  claim: async (asked) => ((await isPostDue(database.read)) ? database.transaction((tx) => claimPosts(tx, asked)) : []),
  renew: (claims, lease) => renewHeld(database, 'watched_posts', claims, lease),
  nextDueIn: () => nextDueIn(database.read, 'watched_posts'),
})
