import { readAs } from '../../accounts/read.ts'
import { PublicError } from '../../contract/errors.ts'
import { minute, second } from '../../domain/time.ts'
import type { Metrics, ReadMetrics } from '../../platforms/shared/reads.ts'
import { storeRefreshed, takeRefresh } from '../../store/analytics/measured-posts.ts'
import { writeTotals } from '../../store/analytics/post-totals.ts'
import type { JobRow } from '../../store/jobs/jobs.ts'
import {
  type CommentedPost,
  groupOf,
  readablePost,
  type UnreadablePost,
  unreadableError,
} from '../comments/commented-post.ts'
import type { Call, UseCase } from '../context.ts'
import { readAnalytics } from './read-analytics.ts'

/** A post can be refreshed once in this time. */
const refreshEvery = 5 * minute

interface RefreshedPost {
  readonly type: 'read'
  readonly job: JobRow
  readonly metrics: Metrics
  readonly window: ReadMetrics['window']
}

export const refreshAnalytics: UseCase<'refreshAnalytics'> = async (call) => {
  const { database, caller, body, answer } = call
  const { post, jobs } = await groupOf(database.read, caller, body.post_id)
  const found = await Promise.all(jobs.map((job) => readablePost(call, job, post.profile_id, 'readMetrics')))
  const there = found.filter((one) => one.type === 'there')
  if (there.length > 0) await beginRefresh(call, there)
  // All at the same time, each with its own time-out.
  const all = await Promise.all(found.map((one) => (one.type === 'there' ? refresh(call, one) : one)))
  const read = all.filter((one) => one.type === 'read')
  const unread = all.filter((one) => one.type === 'unreadable')
  if (read.length === 0) throw unreadError(unread)
  const errors = unread.map(({ job, code, message }) => ({ platform: job.named, post_id: job.id, code, message }))
  return database.step(async (tx) => {
    await storeRefreshed(
      tx,
      read.map(({ job, metrics, window }) => ({ id: job.id, metrics, window })),
    )
    await writeTotals(tx, [post.id])
    return answer(tx, { status: 'ok', data: { ...(await readAnalytics(tx, post, jobs)), platform_errors: errors } })
  })
}

async function beginRefresh(
  { database, pace }: Call<'refreshAnalytics'>,
  posts: readonly CommentedPost[],
): Promise<void> {
  const ids = posts.map(({ job }) => job.id)
  const wait = await database.transaction((tx) => takeRefresh(tx, ids, pace(refreshEvery)))
  if (wait === 0) return
  const seconds = Math.ceil(wait / second)
  throw new PublicError(
    'rate_limited',
    `The metrics of the post were refreshed less than five minutes ago. Wait ${seconds} seconds. The stored ones can be read meanwhile.`,
    { headers: { 'retry-after': String(seconds) } },
  )
}

async function refresh(
  { accounts }: Call<'refreshAnalytics'>,
  { job, platform, account, post }: CommentedPost,
): Promise<RefreshedPost | UnreadablePost> {
  const readMetrics = platform.live.readMetrics
  if (!readMetrics) throw new Error(`${platform.title} has lost its metrics.`)
  const result = await readAs(accounts.callAs, account, 'metrics', (context) => readMetrics.read([post], context))
  if (result.type === 'unread') return { ...result, type: 'unreadable', job }
  const metrics = result.value.get(post.id)
  if (metrics) return { type: 'read', job, metrics, window: readMetrics.window }
  const message = `${platform.title} returned no metrics of the post. The post was deleted, or it is too new.`
  return { type: 'unreadable', job, code: 'platform_error', message }
}

/** The error of a platform that could not be read is more useful than that of a platform without a post. */
function unreadError(unread: readonly UnreadablePost[]): PublicError {
  const [first] = [...unread.filter(({ code }) => code !== 'not_published'), ...unread]
  if (!first) throw new Error('A post has jobs.')
  return unreadableError(first)
}
