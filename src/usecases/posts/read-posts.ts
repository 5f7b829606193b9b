import { latestReads } from '../../store/analytics/metric-reads.ts'
import { listCallbacks } from '../../store/deliveries/deliveries.ts'
import type { Reader } from '../../store/engine/database.ts'
import { listJobs } from '../../store/jobs/jobs.ts'
import type { PostRow } from '../../store/posts/posts.ts'
import { type Post, showPost } from './show-post.ts'

/** Posts for a response, with everything that belongs to them. */
export async function readPosts(db: Reader, posts: readonly PostRow[], now: number): Promise<Post[]> {
  const ids = posts.map(({ id }) => id)
  const jobs = Map.groupBy(await listJobs(db, ids), ({ post_id }) => post_id)
  const callbacks = Map.groupBy(await listCallbacks(db, ids), ({ post_id }) => post_id)
  const reads = await latestReads(db, ids)
  return posts.map((post) => showPost(post, jobs.get(post.id) ?? [], callbacks.get(post.id) ?? [], reads, now))
}

export async function readPost(db: Reader, post: PostRow, now: number): Promise<Post> {
  const [read] = await readPosts(db, [post], now)
  if (!read) throw new Error('One post is read as one.')
  return read
}
