import type { MediaHost } from '../../media/host.ts'
import { latestReads } from '../../store/analytics/metric-reads.ts'
import { listCallbacks } from '../../store/deliveries/deliveries.ts'
import type { Reader } from '../../store/engine/database.ts'
import { listJobs } from '../../store/jobs/jobs.ts'
import type { PostRow } from '../../store/posts/posts.ts'
import { readSmallUrls } from '../media/small-urls.ts'
import { type Post, showPost } from './show-post.ts'

/** Posts for a response, with everything that belongs to them. */
export async function readPosts(
  db: Reader,
  media: Pick<MediaHost, 'publicUrl'>,
  posts: readonly PostRow[],
  now: number,
): Promise<Post[]> {
  const ids = posts.map(({ id }) => id)
  const jobs = Map.groupBy(await listJobs(db, ids), ({ post_id }) => post_id)
  const callbacks = Map.groupBy(await listCallbacks(db, ids), ({ post_id }) => post_id)
  const reads = await latestReads(db, ids)
  const named = posts.flatMap((post) => post.media.map(({ key }) => key))
  const smallUrl = await readSmallUrls(db, media, named)
  return posts.map((post) =>
    showPost(post, { jobs: jobs.get(post.id) ?? [], callbacks: callbacks.get(post.id) ?? [], reads, smallUrl }, now),
  )
}

export async function readPost(
  db: Reader,
  media: Pick<MediaHost, 'publicUrl'>,
  post: PostRow,
  now: number,
): Promise<Post> {
  const [read] = await readPosts(db, media, [post], now)
  if (!read) throw new Error('One post is read as one.')
  return read
}
