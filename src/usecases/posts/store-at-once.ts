import { reserveIds } from '../../store/engine/ids.ts'
import { acceptPost } from '../../store/posts/accept-post.ts'
import { AnsweredCall, type Call } from '../context.ts'
import type { AdmittedPost } from './admit-post.ts'
import type { PostRequest } from './post-request.ts'
import { showSubmission } from './show-post.ts'
import { newPost } from './store-post.ts'

type EarlyIds = ReturnType<typeof reserveIds> | null

/**
 * Asks for the IDs of a post and its jobs before the checks, because those wait for statements as well. Null: the post will
 * probably need a transaction. IDs of a refused post are lost.
 */
export function reserveEarly({ database }: Call<'createPost'>, requested: PostRequest): EarlyIds {
  const { platforms, media, labels, schedule } = requested
  const isTimed = schedule.type === 'unchanged' || schedule.scheduledAt !== undefined
  if (database.kind !== 'postgres' || isTimed || media.length > 0 || labels.length > 0) return null
  const ids = reserveIds(database.read, 1 + platforms.length)
  ids.catch(() => {})
  return ids
}

/**
 * On PostgreSQL, stores a post with one statement instead of a transaction of seven, if it needs nothing but its rows. Null:
 * nothing is stored. Either it needs more, or something has changed since the checks, and the transaction says what.
 */
export async function storeAtOnce(
  call: Call<'createPost'>,
  requested: PostRequest,
  admitted: AdmittedPost,
  early: EarlyIds,
) {
  const { database, clock, answer } = call
  const now = clock.now()
  if (database.kind !== 'postgres' || isLater(admitted, now) || dependsOnOthers(call, requested, admitted)) return null
  const { destinations } = admitted
  const needed = 1 + destinations.length
  const reserved = await early
  // One name may mean several platforms.
  const ids = reserved && reserved.length >= needed ? reserved : await reserveIds(database.read, needed)
  const { post, jobs } = newPost(call, requested, admitted, { ids, now })
  const shown = showSubmission(post, jobs, [...admitted.allWarnings])
  const accountIds = destinations.map(({ account }) => account.id)
  const stored = await database.single((db) => acceptPost(db, { post, jobs, accountIds, answer: answer.row(shown) }))
  return stored ? new AnsweredCall(shown) : null
}

/** Such a post has an event. */
const isLater = ({ at }: AdmittedPost, now: number): boolean => at !== null && at > now

/**
 * Whether other requests of the user may use up its slot or allowance, or delete its media or labels, at the same time.
 * Everything else is locked while the post is stored.
 */
export const dependsOnOthers = (
  { caller, limits }: Call<'createPost'>,
  { labels }: PostRequest,
  { nextSlot, mediaKeys }: AdmittedPost,
): boolean => nextSlot || mediaKeys.length > 0 || labels.length > 0 || Boolean(limits.postingAllowances?.[caller.plan])
